import { perSecondText } from '../result/capacityResult.ts';
import { isSameRate, isVoid } from '../result/measuredRates.ts';
import { saidOnce } from '../result/reasonWords.ts';
import type { Attempt } from './attempt.ts';
import { atTheCeiling } from './nextAction.ts';
import type { SearchRecord } from './search.ts';
import { finished, type SearchOutcome } from './searchOutcome.ts';
import type { SearchSettings } from './settings.ts';

/** Rates are those that came, as everywhere; where chance made that another than was offered, that is named as well. */
export function cameText(camePerSecond: number, offeredPerSecond: number): string {
  const offered = isSameRate(camePerSecond, offeredPerSecond) ? '' : ` (${perSecondText(offeredPerSecond)} offered)`;
  return `${perSecondText(camePerSecond)}${offered}`;
}

function rateOf({ startedPerSecond, offeredPerSecond }: Attempt): string {
  return cameText(startedPerSecond, offeredPerSecond);
}

const endings: Record<SearchRecord['end'], (settings: SearchSettings, record: SearchRecord) => string | null> = {
  settled: () => null,
  ceiling: () => null,
  budget: () => null,
  'nothing-held': () => 'No rate held, however low.',
  'nothing-succeeded': () => null,
  'not-recovered': () =>
    'After an overload the service did not come back within the rests that the search allows, so it was left alone.',
  duration: (settings) =>
    `The search's ${settings.maxSeconds} s were over before it was done: a higher capacity.maxDurationSeconds lets it go on.`,
  requests: (settings) => `The search was stopped at capacity.maxRequests (${settings.maxRequests}).`,
  errors: (settings) =>
    `The search was stopped: more than ${Math.round(100 * settings.maxErrorRate)} % of all its requests failed ` +
    '(capacity.maxErrorRate).',
  interrupted: (_, { spentSeconds }) =>
    spentSeconds === 0 ? null : 'The search was interrupted; this is what it knew by then.',
};

function limitReason(answer: SearchOutcome, record: SearchRecord, settings: SearchSettings): string[] {
  const atLeast = `At least ${perSecondText(answer.sustainablePerSecond.best)}`;
  const failure = answer.failed === null ? '' : `: at ${rateOf(answer.failed)} ${answer.failed.reason}`;
  if (record.end === 'interrupted' && record.spentSeconds === 0)
    return ['Not measured: the run was interrupted before its turn.'];
  if (answer.sustainablePerSecond.best === 0 && answer.failed === null)
    return ['Nothing is known of the capacity: the search ended before any rate was judged.'];
  if (answer.limitedBy === 'service') return [`The service itself was the limit${failure}.`];
  if (answer.limitedBy === 'generator')
    return [
      `${atLeast}; the service may carry more, but this machine was the limit${failure}. More workers, another ` +
        'machine, or this one without other work would show more.',
    ];
  if (answer.limitedBy === 'limiter' && record.end === 'budget')
    return [
      `${atLeast}; the rate budget of the profile allows no more. More API keys or a larger target.rateBudget would ` +
        'show more.',
    ];
  if (answer.limitedBy === 'limiter')
    return [
      `${atLeast}; the service may carry more, but its rate limiter was the limit${failure}. This is no capacity ` +
        'figure of the service. More API keys would show more.',
    ];
  if (record.end === 'nothing-succeeded')
    return [
      `Hardly any of ${record.requests} requests succeeded, at any rate${failure}. That is no question of capacity: ` +
        'check the key, the surveys and the health of the service, for example with a load of one respondent a second.',
    ];
  const offered = Math.max(0, ...record.attempts.map(({ offeredPerSecond }) => offeredPerSecond));
  if (record.end === 'ceiling' || offered >= atTheCeiling * settings.maxPerSecond) {
    const chance = answer.sustainablePerSecond.best > settings.maxPerSecond ? ', and by chance a little more came' : '';
    return [
      `${atLeast}; the search's ceiling was the limit: capacity.maxPerSecond is ${settings.maxPerSecond}${chance}.`,
    ];
  }
  return [`${atLeast}: no rate failed, and none above ${perSecondText(offered)} was offered.`];
}

/** Probes that held above an "at least" for too short a time to count; nothing where they are no higher. */
function shorterReason(answer: SearchOutcome, record: SearchRecord): string[] {
  const { best, high } = answer.sustainablePerSecond;
  const above = record.attempts.filter(
    (attempt) => attempt.outcome === 'held' && finished(attempt) > best && !isSameRate(finished(attempt), best),
  );
  if (high !== null || best === 0 || above.length === 0) return [];
  const longer = record.attempts.filter(
    ({ outcome, offeredPerSecond }) =>
      outcome === 'generator' && above.some((each) => each.offeredPerSecond <= offeredPerSecond),
  );
  const why = longer.length === 0 ? '' : `, and this machine was in the way of ${longer.length} more there or above`;
  return [`Shorter probes held above it, at ${above.map(rateOf).join(', ')}: too short to be an answer${why}.`];
}

/** So many probes in a row miss what was asked hardly by chance. */
const oftenMissed = 3;

/** That whatever was offered above an "at least" missed what was asked, each time beside something else on this machine. */
function missedReason({ sustainablePerSecond: { best }, limitedBy }: SearchOutcome, record: SearchRecord): string[] {
  const above = record.attempts.filter(
    ({ stage, outcome, offeredPerSecond }) => stage !== 'recover' && outcome !== 'cut' && offeredPerSecond > best,
  );
  const missed = above.filter(({ outcome }) => outcome === 'generator');
  const lowest = Math.min(...missed.map(({ offeredPerSecond }) => offeredPerSecond));
  const from = above.filter(({ offeredPerSecond }) => offeredPerSecond >= lowest);
  if (limitedBy !== 'generator' || missed.length < oftenMissed || from.length > missed.length) return [];
  return [
    `From ${perSecondText(lowest)} on none of ${missed.length} probes held, each while this machine was in the way: ` +
      'the service may have been the limit as well.',
  ];
}

/** Why the interval goes beyond the lowest rate that broke above the answer, where it does. */
function beyondReason({ failed, limitedBy, sustainablePerSecond: { high } }: SearchOutcome): string[] {
  if (failed === null || high === null || limitedBy !== 'service') return [];
  const { startedPerSecond: broke } = failed;
  if (high <= broke || isSameRate(high, broke)) return [];
  return [
    `A probe that breaks may have had bad luck: the interval goes beyond the one at ${rateOf(failed)}, to ${perSecondText(high)}, ` +
      'until more of them break near it.',
  ];
}

function confirmationReason(answer: SearchOutcome, record: SearchRecord, settings: SearchSettings): string[] {
  const tried = record.attempts.filter((attempt) => attempt.stage === 'confirm' && attempt.outcome !== 'cut');
  const held = tried.filter((attempt) => attempt.outcome === 'held');
  if (record.end === 'nothing-succeeded' || record.attempts.every(({ outcome }) => outcome === 'cut')) return [];
  if (tried.length === 0) return ['Not confirmed, because the search ended before a longer probe.'];
  const rates = held.map(rateOf).join(', ');
  const voided = tried.filter(isVoid);
  const told = tried.length - voided.length;
  const probes =
    told === 0
      ? `none of ${voided.length} longer probes (${settings.confirmSeconds} s) told anything`
      : `${held.length} of ${told} longer probes (${settings.confirmSeconds} s) held`;
  const others = tried.filter((attempt) => attempt.outcome !== 'held');
  const cuts = record.attempts.filter(({ stage, outcome }) => stage === 'confirm' && outcome === 'cut').length;
  const untold = [
    ...(told > 0 && voided.length > 0 ? [`; ${voided.length} more told nothing`] : []),
    ...(cuts > 0 ? [`; ${cuts} more ${cuts === 1 ? 'was' : 'were'} cut short`] : []),
  ].join('');
  const where = `${held.length > 0 ? `, at ${rates}` : ''}${untold}`;
  const because = saidOnce(others.map(({ reason }) => reason)).join('; ');
  const isOnTop = held.some(({ offeredPerSecond }) => offeredPerSecond >= atTheCeiling * settings.maxPerSecond);
  const near = `at the answer or within ${Math.round(100 * settings.precision)} % below it${isOnTop ? ', or at the ceiling' : ''}`;
  return answer.confirmationsHeld === 0
    ? [
        `Not confirmed, because ${probes}${where}${held.length > 0 ? `, none of them ${near}` : ''}${because === '' ? '' : `: ${because}`}.`,
      ]
    : [`Confirmed: ${probes}${where}; ${answer.confirmationsHeld} of them ${near}.`];
}

function recoveryReason(record: SearchRecord): string[] {
  const looks = record.attempts.filter((attempt) => attempt.stage === 'recover');
  const slow = looks.filter((look) => look.outcome === 'broke').length;
  const reasons: string[] = [];
  if (slow > 0)
    reasons.push(
      `Overload hurts beyond itself: ${slow} of ${looks.length} looks at half of a rate that had held failed ` +
        'afterwards, until the service had rested.',
    );
  if (record.drain.gaveUp)
    reasons.push('Some requests of an overload had not ended when their time to drain was over.');
  return reasons;
}

function budgetReason({ budgetRequestsPerSecond }: SearchSettings): string[] {
  if (!Number.isFinite(budgetRequestsPerSecond)) return [];
  return [
    `The rate budget lets ${budgetRequestsPerSecond.toFixed(1)} requests a second through, evenly spaced: the latency that is ` +
      'shown holds their wait for it.',
  ];
}

/** In words: why this is the answer, what it rests on, and what else the search saw. */
export function reasonsOf(answer: SearchOutcome, record: SearchRecord, settings: SearchSettings): string[] {
  const ending = endings[record.end](settings, record);
  return [
    ...limitReason(answer, record, settings),
    ...beyondReason(answer),
    ...shorterReason(answer, record),
    ...missedReason(answer, record),
    ...confirmationReason(answer, record, settings),
    ...recoveryReason(record),
    ...budgetReason(settings),
    ...(ending === null ? [] : [ending]),
  ];
}
