import { add, at, convert, elements, every, type Members, replaced, rewrite, set } from '../../faults/edits.ts';
import { changeAt } from '../../faults/faultPlaces.ts';
import type { Injection } from '../../faults/injection.ts';
import { mutateQuestions, mutateResponse } from '../../faults/mutateResponse.ts';
import { isPage } from '../../faults/responseDraft.ts';
import { dimension, openIn } from '../dimension.ts';
import { reversed, turning, withMembers } from '../reorder.ts';

const withoutOther = ({ formParam }: Members): boolean =>
  typeof formParam === 'object' && formParam !== null && !('otherParamPrefix' in formParam);

function html(change: (markup: string, question: Members) => string): Injection {
  return mutateQuestions((question, element) => rewrite('html', (markup) => change(markup, question))(element));
}

function answers(order: (items: readonly unknown[]) => unknown[]): Injection {
  return changeAt(
    'questions',
    convert('answers', (list) => (Array.isArray(list) ? order(list) : list)),
  );
}

function json(write: (question: unknown) => string): Injection {
  return mutateResponse(isPage, ({ body }) => {
    for (const element of elements(at(body, 'response'), 'questions')) {
      element.json = write(JSON.parse(String(element.json)));
    }
  });
}

const otherTypes: Readonly<Record<string, string>> = { R: 'RANKING', S: 'CS', D: 'date', DT: 'DATE_TIME', DC: 'cal' };

const requiredMark = / <span class="required".*?<\/span>/g;

/** Question JSON and the markup beside it. */
export const questionDimensions = openIn('question', [
  dimension('inputNames', 'The names of the inputs in the markup', 'submit-keys', {
    own: html(replaced(/name="([^"]*)"/g, 'name="answers[$1][]"')),
    none: html(replaced(/ name="[^"]*"/g, '')),
    data: html(replaced(/ name="([^"]*)"/g, ' data-name="$1"')),
  }),
  dimension('markup', 'What the markup looks like', 'form', {
    'attributes-first': html(replaced(/<(\w+)/g, '<$1 data-v-7ba5bd90 class="x y"')),
    capitals: html((markup) => markup.replace(/<(\/?)(\w+)/g, (_, slash, tag) => `<${slash}${tag.toUpperCase()}`)),
    'single-quotes': html(replaced(/="([^"']*)"/g, "='$1'")),
    component: html(
      (markup, { id }) => `<sv-question :id="${id}"><template v-if="open">${markup}</template></sv-question>`,
    ),
    blanks: html(replaced(/ /g, '  ')),
    empty: html(() => ''),
    'no-inputs': html((_markup, { id }) => `<div id="root-${id}"></div><script src="/q.js"></script>`),
  }),
  dimension('requiredShown', 'Whether the markup says that a question is required', 'star', {
    'not-at-all': html(replaced(requiredMark, '')),
    attribute: html((markup) =>
      markup.includes('class="required"') ? markup.replace(/<(input|textarea)/g, '<$1 required') : markup,
    ),
  }),
  dimension('answerOrder', 'The order of the answers of a question', 'as-written', {
    reversed: answers(reversed),
    turning: () => answers(turning()),
  }),
  dimension('questionMembers', 'Further members of a question', 'none', {
    some: ['questions', add({ required: true, code: 'Q1', range: { min: 0, max: 10 }, other: false, validation: [] })],
    null: ['questions', add({ required: null, range: null, rows: null })],
  }),
  dimension('answerMembers', 'Further members of an answer', 'none', {
    some: ['questions', every('answers', add({ code: 'a', exclusive: false, image: null }))],
  }),
  dimension('textAnswerText', '`text` of the answer of a text question', 'absent', {
    null: ['text questions', every('answers', set('text', null))],
    empty: ['text questions', every('answers', set('text', ''))],
  }),
  dimension('otherPrefixAbsent', 'How the absence of an Other option is said', 'absent', {
    null: mutateQuestions(set('formParam.otherParamPrefix', null), withoutOther),
  }),
  dimension('formParamMembers', 'Further members of formParam', 'none', {
    some: ['questions', add({ separator: '_', multiple: false }, 'formParam')],
  }),
  dimension('otherTypeCodes', 'Codes of question types beyond U, M and T', 'one-letter', {
    words: ['questions', rewrite('type', (type) => otherTypes[type] ?? type)],
  }),
  dimension('questionWords', 'What a question text holds', 'plain', {
    markup: ['questions', rewrite('text', (text) => `<p><b>${text}</b></p>`)],
    entities: ['questions', rewrite('text', (text) => `${text} &amp; more &lt;3 日本 🦜`)],
    empty: ['questions', set('text', '')],
    long: ['questions', rewrite('text', (text) => `${text} ${'and so on '.repeat(400)}`)],
  }),
  dimension('questionJsonText', 'How the JSON text of a question is written', 'compact', {
    indented: json((question) => JSON.stringify(question, null, 2)),
    reversed: json((question) => JSON.stringify(withMembers(question, (names) => reversed(names)))),
    // Any character of a text may be escaped; capitals stand in texts only.
    escaped: json((question) =>
      JSON.stringify(question).replace(/[A-Z]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`),
    ),
  }),
]);
