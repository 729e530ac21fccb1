import Type from 'typebox';
import {
  block,
  count,
  distributionMs,
  exactly,
  flag,
  longestSeconds,
  longId,
  positive,
  probability,
  readBy,
  word,
} from './block.ts';

const numberKey = Type.String({ pattern: '^[0-9]+$' });

/** What stands in a profile for the answer to one question; `readRule` takes it apart. */
const Answer = Type.Union(
  [
    Type.Number(),
    Type.String(),
    Type.Array(Type.Union([Type.Number(), longId])),
    Type.Record(Type.String({ minLength: 1 }), Type.Union([Type.Number(), Type.String()])),
  ],
  {
    errorMessage:
      'expected an answer id, a list of them, weights { 10101: 70, 10102: 30 }, a text, email, number 18..99, date 1950-01-01..2005-12-31, pattern […], text 20..200, or { from: people.csv, column: name }',
  },
);

/** `respondent.answers`: by survey and question. */
export const Answers = Type.Record(numberKey, Type.Record(numberKey, Answer), {
  default: {},
  description:
    'what is answered, by survey and question: a fixed value, weighted choices, a generator, or a column of a CSV file',
});

const own = (description: string) =>
  Type.Union([Type.Null(), Type.Number({ minimum: 0, maximum: 1 })], {
    default: null,
    description,
    errorMessage: 'expected a probability from 0 to 1',
  });

const thinkTime = distributionMs({ distribution: 'none' }, 'time between a page and its submission');

const badLuck = block('its own bad luck, kind by kind', {
  doubleSubmit: own('its own probability to submit a page twice at once'),
  retry: own('its own probability to lose the answer to a submission'),
  lostConnection: own('its own probability to lose the connection'),
  twoTabs: own('its own probability to submit a page of before once more'),
  slowReader: own('its own probability to read an answer slowly'),
  hesitate: own('its own probability to do nothing for long'),
});

/** One kind of respondent; what is absent, or `null`, is as `respondent` says. */
const Persona = exactly({
  weight: Type.Number({
    minimum: 0,
    default: 1,
    description: 'how many of the respondents are of this kind, beside the other weights',
  }),
  thinkTimeMs: Type.Union([Type.Null(), thinkTime], {
    default: null,
    description: 'its own think time',
    errorMessage: 'expected a distribution in ms, for example { distribution: fixed, value: 500 }',
  }),
  back: own('its own probability to go back'),
  invalid: own('its own probability to submit what must fail'),
  abandon: own('its own probability to leave for good'),
  resume: own('its own probability to call take again'),
  other: own('its own probability to choose the Other option'),
  optional: own('its own probability to answer an optional question'),
  badLuck,
  answers: Answers,
});

/** `respondent.personas`: by name. */
export const Personas = Type.Record(Type.String(), Persona, {
  default: {},
  description:
    'kinds of respondents by name, each with a weight and what it does otherwise than `respondent` says; what each experienced is reported apart',
});

/** `respondent.badLuck`: what respondents in the field do and suffer, injected on purpose. */
const BadLuck = block(
  'what happens to respondents in the field, injected on purpose: probabilities per page, with figures of their own that no error rate and no latency includes; a duet walks without it',
  {
    doubleSubmit: probability(0, 'submit a page twice at once, on two connections, as a double click does'),
    retry: probability(0, 'lose the answer to a submission, and send the same submission again'),
    lostConnection: probability(0, 'lose the connection while an answer is awaited, then take'),
    twoTabs: probability(0, 'submit a page of before once more, as from another tab'),
    slowReader: probability(0, 'submit, and read the answer slowly'),
    slowReadSeconds: positive(2, 'how long a slow reader leaves the answer unread', 600),
    hesitate: probability(0, 'do nothing for long, then submit or take'),
    hesitateSeconds: positive(
      45,
      'length of a hesitation: below the session time-out of the service and `respondent.expire.idleSeconds`',
      longestSeconds,
    ),
  },
);

/** `respondent`: how one virtual person behaves. Probabilities are per page unless said otherwise. */
export const Respondent = block('how one virtual person behaves; probabilities are per page unless said otherwise', {
  thinkTimeMs: distributionMs(
    { distribution: 'lognormal', median: 2000, sigma: 0.6 },
    'time between a page and its submission',
  ),
  back: probability(0.1, 'go back one page'),
  expire: block('lose the session on purpose', {
    probability: probability(0.02, 'per page'),
    kinds: Type.Array(word(['drop', 'forge', 'stale', 'idle'], {}), {
      default: ['drop', 'forge', 'stale'],
      minItems: 1,
      description: 'drop the session, forge one, use an old one, or wait until the service has forgotten it',
    }),
    idleSeconds: positive(1860, 'length of an idle wait: above the session time-out of the service', longestSeconds),
  }),
  invalid: probability(0.05, 'submit answers that must fail validation, then valid ones'),
  abandon: probability(0.03, 'leave for good'),
  resume: probability(0.05, 'call take again in the middle of the walk'),
  other: probability(0.3, 'choose the Other option of a question that has one'),
  optional: probability(0.8, 'answer an optional question'),
  allocationTotal: readBy('all', count(100, 'what numeric allocations sum to')),
  answers: readBy('all', Answers),
  badLuck: BadLuck,
  personas: Personas,
  learn: readBy(
    'load, capacity',
    flag(true, 'after refused texts, answer that question with a kind of text that was accepted'),
  ),
});
