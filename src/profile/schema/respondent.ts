import Type from 'typebox';
import { Answers } from './answers.ts';
import { block, count, flag, positive, probability, word } from './block.ts';
import { longestSeconds } from './bounds.ts';
import { distributionMs } from './distribution.ts';
import { Personas } from './personas.ts';

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
  allocationTotal: count(100, 'what numeric allocations sum to'),
  answers: Answers,
  badLuck: BadLuck,
  personas: Personas,
  learn: flag(true, 'after refused texts, answer that question with a kind of text that was accepted'),
});
