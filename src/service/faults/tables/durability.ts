import type { Completion, GivenAnswer } from '../../completedResponses.ts';
import { mapTexts } from '../decideOtherwise.ts';
import { fault, type Injection, inSection } from '../fault.ts';
import { alterCompletions, overlookEvery, storeOtherwise } from '../mutateStore.ts';

const everyNth = 50;

/** Holds a completion that is due back until the next of its survey, and swaps all answers but the texts of the two. */
const swapWalkRecords: Injection = storeOtherwise((occurs) => {
  const held = new Map<number, Completion>();
  const ofKind = ({ answers }: Completion, text: boolean): GivenAnswer[] =>
    answers.filter(({ kind }) => (kind === 'text') === text);
  const mixed = (own: Completion, other: Completion): Completion => ({
    ...own,
    answers: [...ofKind(other, false), ...ofKind(own, true)],
  });
  return (completion) => {
    const earlier = held.get(completion.surveyId);
    held.delete(completion.surveyId);
    if (earlier !== undefined) return [mixed(earlier, completion), mixed(completion, earlier)];
    if (!occurs()) return [completion];
    held.set(completion.surveyId, completion);
    return [];
  };
});

/** Completed walks that are not stored once and unaltered; respondents do not notice any of it. */
export const durabilityFaults = inSection('sanity', [
  fault('walk-record-lost', ['SANITY-LOST-02'], 'A completion is accepted and not stored.', {
    how: alterCompletions(() => []),
    everyNth,
  }),
  fault('walk-record-doubled', ['SANITY-DUPLICATE-02'], 'A completion is stored twice.', {
    how: alterCompletions((completion) => [completion, { ...completion, id: `${completion.id} again` }]),
    everyNth,
  }),
  fault('walk-record-swapped', ['SANITY-ALTERED-01'], 'Two respondents are stored with the choices of each other.', {
    how: swapWalkRecords,
    everyNth,
  }),
  fault('walk-record-text-cut', ['SANITY-ALTERED-01'], 'Half of every text is stored.', {
    how: alterCompletions((completion) => [
      { ...completion, answers: completion.answers.map(mapTexts((text) => text.slice(0, text.length / 2))) },
    ]),
    everyNth,
  }),
  fault('walk-record-not-filtered', ['SANITY-LOST-02'], 'A completion is missing from the filter, in its count too.', {
    how: overlookEvery(everyNth),
    everyNth,
  }),
]);
