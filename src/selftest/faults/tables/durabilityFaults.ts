import { entryOf } from '../../../judging/memoised.ts';
import type { Completion, GivenAnswer } from '../../../service/completedResponses.ts';
import type { Rules } from '../../../service/respondent/rules.ts';
import { mapNumbers, mapTexts, replaceRules } from '../decideOtherwise.ts';
import { cutTo, halved } from '../edits.ts';
import { fault, inSection } from '../fault.ts';
import type { Injection } from '../injection.ts';
import { alterCompletions, overlookEvery, storeOtherwise } from '../mutateStore.ts';

const everyNth = 50;
const twice = (one: Completion): readonly Completion[] => [one, { ...one, id: `${one.id} again` }];

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

/** Changes every answer of a completion that is due. */
function alterAnswers(change: (given: GivenAnswer) => GivenAnswer): Injection {
  return alterCompletions((completion) => [{ ...completion, answers: completion.answers.map(change) }]);
}

const oneMore = (number: number): number => number + 1;

/** Does not keep the completions of walks whose ids `note` adds. */
function loseAfter(note: (clean: Rules, walkIds: Set<string>) => Partial<Rules>): Injection {
  return replaceRules((clean) => {
    const lost = new Set<string>();
    return {
      ...note(clean, lost),
      keep: (completion, completed) => {
        if (!lost.has(completion.id)) clean.keep(completion, completed);
      },
    };
  });
}

const loseAfterBack = loseAfter((clean, lost) => ({
  goBack: (walk, survey) => {
    const page = clean.goBack(walk, survey);
    if (typeof page === 'number') lost.add(walk.id);
    return page;
  },
}));

const loseAfterResume = loseAfter((clean, lost) => ({
  pageOnTake: (walk, survey) => {
    if (walk.submissions > 0) lost.add(walk.id);
    return clean.pageOnTake(walk, survey);
  },
}));

const loseAfterRefusal = loseAfter((clean, lost) => ({
  judge: (page, body, walk, survey) => {
    const judged = clean.judge(page, body, walk, survey);
    if (judged.kind === 'rejected') lost.add(walk.id);
    return judged;
  },
}));

/** Stores what was accepted first of each question, also where the respondent went back and changed it. */
const keepFirstAnswers: Injection = replaceRules((clean) => {
  const firsts = new Map<string, Map<number, GivenAnswer>>();
  return {
    remember: (walk, page, answers) => {
      const own = entryOf(firsts, walk.id, () => new Map<number, GivenAnswer>());
      for (const answer of answers.values()) if (!own.has(answer.questionId)) own.set(answer.questionId, answer);
      clean.remember(walk, page, answers);
    },
    keep: (completion, completed) => {
      const own = firsts.get(completion.id);
      const answers = completion.answers.map((answer) => own?.get(answer.questionId) ?? answer);
      clean.keep({ ...completion, answers }, completed);
    },
  };
});

/** Completed walks that are not stored once and unaltered; respondents do not notice any of it. */
export const durabilityFaults = inSection('sanity', [
  ['walk-record-lost', 'SANITY-LOST-02', 'An accepted completion is lost.', alterCompletions(() => []), { everyNth }],
  ['walk-record-lost-after-back', 'SANITY-LOST-02', 'Whoever went back is not stored.', loseAfterBack],
  ['walk-record-lost-after-refusal', 'SANITY-LOST-02', 'Whoever was refused once is not stored.', loseAfterRefusal],
  ['walk-record-lost-after-resume', 'SANITY-LOST-02', 'Whoever came again by take is not stored.', loseAfterResume],
  ['walk-record-first-answers', 'SANITY-ALTERED-01', 'Answers changed after going back are lost.', keepFirstAnswers],
  ['walk-record-doubled', 'SANITY-DUPLICATE-02', 'A record is stored twice.', alterCompletions(twice), { everyNth }],
  ['walk-record-swapped', 'SANITY-ALTERED-01', 'Two respondents exchange choices.', swapWalkRecords, { everyNth }],
  ['walk-record-text-cut', 'SANITY-ALTERED-01', 'Half a text is stored.', alterAnswers(mapTexts(halved)), { everyNth }],
  ['walk-record-text-short', 'SANITY-ALTERED-01', 'Twelve letters are stored.', alterAnswers(mapTexts(cutTo(12)))],
  fault('walk-record-numbers-zero', 'SANITY-ALTERED-01', 'Ranks and allocations of a completion are stored as 0.', {
    how: alterAnswers(mapNumbers(() => 0)),
    everyNth,
  }),
  ['walk-record-numbers-lost', 'SANITY-ALTERED-01', 'All numbers are stored as 0.', alterAnswers(mapNumbers(() => 0))],
  [
    'walk-record-numbers-more',
    'SANITY-ALTERED-01',
    'Numbers are stored as one more.',
    alterAnswers(mapNumbers(oneMore)),
  ],
  ['walk-record-not-filtered', 'SANITY-LOST-02', 'The filter overlooks some.', overlookEvery(everyNth), { everyNth }],
]);
