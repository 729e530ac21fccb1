import Type from 'typebox';
import { Answers } from './answers.ts';
import { block } from './block.ts';
import { distributionMs } from './distribution.ts';

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
const Persona = Type.Object(
  {
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
  },
  { additionalProperties: false },
);

/** `respondent.personas`: by name. */
export const Personas = Type.Record(Type.String({ minLength: 1, maxLength: 40 }), Persona, {
  default: {},
  description:
    'kinds of respondents by name, each with a weight and what it does otherwise than `respondent` says; what each experienced is reported apart',
});
