import type { ClauseId } from '../../contract/clauses/catalogue.ts';
import { isRecord } from '../../contract/jsonShape.ts';
import type { Question } from '../../contract/question.ts';
import { type AnswerForm, keyPrefixOf, keysOf } from './form.ts';
import type { HtmlInputs } from './htmlInputs.ts';

/** One contradiction of the document, found without knowing who asked. */
export interface Finding {
  readonly clause: ClauseId;
  readonly expected: string;
  readonly actual: string;
}

function finding(clause: ClauseId, expected: string, actual: unknown): Finding {
  return { clause, expected, actual: actual === undefined ? 'missing' : (JSON.stringify(actual) ?? 'missing') };
}

/** What is wrong with the parsed `json` of a question (document, Question JSON), field by field. */
export function findingsOfJson(value: unknown, parsed: Question | null): Finding[] {
  if (value === undefined) return [finding('PAGE-QUESTION-JSON-01', 'JSON text', 'text that is not JSON')];
  if (!isRecord(value)) return [finding('QUESTION-JSON-01', 'one JSON object', value)];
  return parsed === null ? shapeFindings(value) : meaningFindings(parsed);
}

function shapeFindings(value: Readonly<Record<string, unknown>>): Finding[] {
  const found: Finding[] = [];
  if (!Number.isInteger(value.id)) found.push(finding('QUESTION-ID-01', 'an integer `id`', value.id));
  if (typeof value.type !== 'string') found.push(finding('QUESTION-TYPE-01', 'a string `type`', value.type));
  if (typeof value.text !== 'string') found.push(finding('QUESTION-TEXT-01', 'a string `text`', value.text));
  if (!Array.isArray(value.answers)) found.push(finding('QUESTION-ANSWERS-01', 'an array `answers`', value.answers));
  else for (const answer of value.answers) found.push(...answerFindings(answer));
  if (!isRecord(value.formParam)) return [...found, finding('QUESTION-FORM-01', 'an object', value.formParam)];
  const { paramPrefix, paramIdType, otherParamPrefix } = value.formParam;
  if (typeof paramPrefix !== 'string') found.push(finding('QUESTION-FORM-PREFIX-01', 'a string', paramPrefix));
  if (paramIdType !== 'questionId' && paramIdType !== 'answerId') {
    found.push(finding('QUESTION-FORM-ID-TYPE-01', '`questionId` or `answerId`', paramIdType));
  }
  if (otherParamPrefix !== undefined && typeof otherParamPrefix !== 'string') {
    found.push(finding('QUESTION-FORM-OTHER-01', 'a string, where present', otherParamPrefix));
  }
  return found;
}

function answerFindings(answer: unknown): Finding[] {
  if (!isRecord(answer)) return [finding('QUESTION-ANSWERS-01', 'answers that are objects', answer)];
  const found: Finding[] = [];
  if (!Number.isInteger(answer.id)) found.push(finding('QUESTION-ANSWER-ID-01', 'an integer `id`', answer.id));
  if (answer.text !== undefined && typeof answer.text !== 'string') {
    found.push(finding('QUESTION-ANSWER-TEXT-01', 'a string `text`', answer.text));
  }
  if (answer.selected !== undefined && typeof answer.selected !== 'boolean') {
    found.push(finding('QUESTION-SELECTED-01', 'a boolean, where present', answer.selected));
  }
  return found;
}

const prefixOfType: Readonly<Record<string, { prefix: string; clause: ClauseId }>> = {
  U: { prefix: 'u_', clause: 'KEYS-PREFIX-01' },
  M: { prefix: 'm_', clause: 'KEYS-PREFIX-02' },
  T: { prefix: 't_', clause: 'KEYS-PREFIX-03' },
};

function meaningFindings({ id, type, answers, formParam }: Question): Finding[] {
  const found: Finding[] = [];
  const shown = prefixOfType[type];
  const prefix = keyPrefixOf(formParam.paramPrefix);
  const idType = type === 'T' ? 'answerId' : 'questionId';
  if (shown !== undefined && (prefix !== shown.prefix || formParam.paramIdType !== idType)) {
    found.push(finding(shown.clause, `${shown.prefix} with ${idType} for type ${type}`, formParam));
  }
  if (shown !== undefined && prefix !== shown.prefix) {
    found.push(finding('QUESTION-TYPE-02', `the prefix ${shown.prefix} for type ${type}`, formParam.paramPrefix));
  }
  if (new Set(answers.map((answer) => answer.id)).size !== answers.length) {
    found.push(
      finding(
        'QUESTION-UNIQUE-01',
        `answer ids of question ${id} that differ`,
        answers.map((a) => a.id),
      ),
    );
  }
  const texts = answers.filter((answer) => answer.text !== undefined).length;
  if (type === 'T' && texts > 0)
    found.push(finding('QUESTION-ANSWER-TEXT-02', 'no `text` in a text question', answers));
  if ((type === 'U' || type === 'M') && texts < answers.length) {
    found.push(finding('QUESTION-ANSWER-TEXT-01', 'a `text` in each answer of a choice', answers));
  }
  return found;
}

/** What the markup says otherwise than `formParam` (document, Submit-page body keys). */
export function findingsOfForm(question: Question, form: AnswerForm, inputs: HtmlInputs): Finding[] {
  if (form.kind === 'unknown' || inputs.names.length === 0) return [];
  const keys = keysOf(form);
  const found: Finding[] = [];
  const unnamed = keys.filter((key) => !inputs.names.includes(key) && !inputs.names.includes(`${key}[]`));
  if (unnamed.length > 0) {
    found.push(finding('KEYS-HTML-01', `inputs named ${keys.join(', ')}`, inputs.names));
  }
  const answerIds = question.answers.map(({ id }) => `t_${id}`);
  if ('key' in form && form.other === null && inputs.names.some((name) => answerIds.includes(name))) {
    found.push(finding('QUESTION-FORM-OTHER-01', '`otherParamPrefix` for the Other option in the markup', 'missing'));
  }
  return found;
}
