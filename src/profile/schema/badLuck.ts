import { block, positive, probability } from './block.ts';
import { longestSeconds } from './bounds.ts';

/** `respondent.badLuck`: what respondents in the field do and suffer, injected on purpose. */
export const BadLuck = block(
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
