import Type from 'typebox';
import { Answers } from './answers.ts';
import { BadLuck } from './badLuck.ts';
import { block, count, flag, positive, probability, word } from './block.ts';
import { longestSeconds } from './bounds.ts';
import { distributionMs } from './distribution.ts';
import { Personas } from './personas.ts';

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
