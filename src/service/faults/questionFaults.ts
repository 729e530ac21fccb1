import type { Fault } from './fault.ts';
import { at, each, isMembers, type Members } from './replyDraft.ts';
import { spoilPage, spoilQuestions } from './replyFaults.ts';

function isType(...types: string[]): (question: Members) => boolean {
  return (question) => types.includes(String(question.type));
}

const isChoice = isType('U', 'M');
const hasOther = (question: Members): boolean => 'otherParamPrefix' in at(question, 'formParam');
const lacksOther = (question: Members): boolean => isChoice(question) && !hasOther(question);

function wrong(id: string, description: string, name: string, value?: unknown): Fault {
  return spoilQuestions({ id, section: 'question', description }, (question) => {
    if (value === undefined) delete question[name];
    else question[name] = value;
  });
}

function wrongAnswers(
  id: string,
  description: string,
  change: (answer: Members) => void,
  where: (question: Members) => boolean = () => true,
): Fault {
  return spoilQuestions(
    { id, section: 'question', description },
    (question) => {
      for (const answer of each(question, 'answers')) change(answer);
    },
    where,
  );
}

function wrongForm(
  id: string,
  description: string,
  change: (formParam: Members) => void,
  where: (question: Members) => boolean = () => true,
): Fault {
  const spoilForm = (question: Members): void => change(at(question, 'formParam'));
  return spoilQuestions({ id, section: 'question', description }, spoilForm, where);
}

function marksFirst(id: string, description: string, endpoint: 'take' | 'submit-page'): Fault {
  return spoilQuestions(
    { id, section: 'question', description },
    (question) => {
      const [first] = each(question, 'answers');
      if (first !== undefined) first.selected = true;
    },
    isChoice,
    (_draft, context) => context.endpoint === endpoint,
  );
}

/** Broken cells of the table Question JSON. */
export const questionFaults: readonly Fault[] = [
  spoilQuestions(
    { id: 'question-id-string', section: 'question', description: 'The id of a question is a string.' },
    (question) => {
      question.id = String(question.id);
    },
  ),
  wrong('question-id-missing', 'Questions have no id.', 'id'),
  wrong('question-type-missing', 'Questions have no type.', 'type'),
  wrong('question-type-number', 'The type of a question is a number.', 'type', 3),
  spoilQuestions(
    {
      id: 'question-type-swapped',
      section: 'question',
      description: 'Single choices say that they are multiple ones.',
    },
    (question) => {
      question.type = 'M';
    },
    isType('U'),
  ),
  wrong('question-text-missing', 'Questions have no text.', 'text'),
  wrong('question-text-null', 'The text of a question is null.', 'text', null),
  wrong('answers-missing', 'Questions have no answers.', 'answers'),
  spoilQuestions(
    { id: 'answers-by-id', section: 'question', description: 'answers is an object by answer id.' },
    (question) => {
      question.answers = Object.fromEntries(each(question, 'answers').map((answer) => [answer.id, answer]));
    },
  ),
  wrongAnswers('answer-id-string', 'The id of an answer is a string.', (answer) => {
    answer.id = String(answer.id);
  }),
  wrongAnswers('answer-text-missing', 'Choices have no text.', (answer) => delete answer.text, isChoice),
  wrongAnswers(
    'answer-text-on-text-question',
    'The answers of a text question have a text.',
    (answer) => {
      answer.text = '';
    },
    isType('T'),
  ),
  wrongAnswers('selected-string', 'selected is a string.', (answer) => {
    answer.selected = answer.selected === true ? 'true' : 'false';
  }),
  wrongAnswers('selected-null', 'selected is null where it is not true.', (answer) => {
    if (answer.selected !== true) answer.selected = null;
  }),
  marksFirst('selected-on-take', 'Take marks an answer as selected.', 'take'),
  marksFirst('selected-after-submit', 'The next page marks an answer as selected.', 'submit-page'),
  spoilQuestions(
    { id: 'answer-ids-repeated', section: 'sanity', description: 'Two answers of a question share an id.' },
    (question) => {
      const [first, second] = each(question, 'answers');
      if (first && second) second.id = first.id;
    },
    (question) => each(question, 'answers').length > 1,
  ),
  wrong('form-param-missing', 'Questions have no formParam.', 'formParam'),
  wrongForm('param-prefix-missing', 'formParam has no paramPrefix.', (form) => delete form.paramPrefix),
  wrongForm('param-prefix-number', 'paramPrefix is a number.', (form) => {
    form.paramPrefix = 0;
  }),
  wrongForm(
    'param-prefix-swapped',
    'Multiple choices carry the prefix of single ones.',
    (form) => {
      form.paramPrefix = String(form.paramPrefix).replace('m', 'u');
    },
    isType('M'),
  ),
  wrongForm('param-id-type-missing', 'formParam has no paramIdType.', (form) => delete form.paramIdType),
  wrongForm('param-id-type-unknown', 'paramIdType is no documented value.', (form) => {
    form.paramIdType = 'id';
  }),
  wrongForm(
    'param-id-type-swapped',
    'Text questions say that their key takes the question id.',
    (form) => {
      form.paramIdType = 'questionId';
    },
    isType('T'),
  ),
  wrongForm(
    'other-prefix-missing',
    'A question with an Other option has no otherParamPrefix.',
    (form) => delete form.otherParamPrefix,
    hasOther,
  ),
  wrongForm(
    'other-prefix-without-other',
    'A question without an Other option has an otherParamPrefix.',
    (form) => {
      form.otherParamPrefix = 't_';
    },
    lacksOther,
  ),
  spoilPage(
    { id: 'json-array', section: 'question', description: 'The json of a question is an array of one.' },
    (response) => {
      for (const element of each(response, 'questions')) element.json = `[${element.json}]`;
    },
  ),
  spoilQuestions(
    {
      id: 'html-other-names',
      section: 'keys',
      description: 'The inputs of the html are not named by the submit keys.',
    },
    (_question, element) => {
      element.html = String(element.html).replace(/ name="[a-z_]+/g, ' name="answer_');
    },
    (question) => isMembers(question.formParam),
  ),
];
