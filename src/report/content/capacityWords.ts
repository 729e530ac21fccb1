import {
  type CapacityResult,
  capacityRateText,
  neededOf,
  perSecondText,
  type RateVerdict,
} from '../../result/capacityResult.ts';
import type { RunResult } from '../../result/runResult.ts';
import { rateText, shareText } from '../quantities.ts';

/** Respondents or requests at once, whole; fewer than one is no nobody. */
export function atOnceText(count: number): string {
  return count > 0 && count < 1 ? 'below 1' : rateText(Math.round(count));
}

/** Whether a capacity was found, and no longer probe near it held. */
export function isUnconfirmed({
  sustainablePerSecond: { best },
  search,
}: Pick<CapacityResult, 'sustainablePerSecond' | 'search'>): boolean {
  return best > 0 && search?.confirmationsHeld === 0;
}

/** The datacenters of which this machine was the limit. */
export function limitedByGenerator(capacities: readonly CapacityResult[]): string[] {
  return capacities.filter(({ limitedBy }) => limitedBy === 'generator').map(({ datacenter }) => datacenter);
}

/** What a datacenter carries in requests, as its search's walks took them; none where no walk was seen. */
export function requestsText({ sustainablePerSecond: { low, best, high }, search }: CapacityResult): string {
  const perWalk = search?.requestsPerWalk ?? null;
  if (perWalk === null || best === 0) return '–';
  const text = (rate: number): string => capacityRateText(rate * perWalk);
  return high === null ? `at least ${text(low)}/s` : `${text(best)}/s (${text(low)} to ${text(high)})`;
}

/** Said in the place of a rate, or of a latency, that nobody knows. */
export const notMeasured = 'not measured';

/** What a datacenter carries: `97/s`, or `at least 40/s`; and of that its interval, and whether no longer probe held there. */
export function sustainableWords(capacity: CapacityResult): { readonly rate: string; readonly of: string } {
  const { low, best, high } = capacity.sustainablePerSecond;
  const doubt = isUnconfirmed(capacity) ? ['not confirmed'] : [];
  if (high !== null) {
    return {
      rate: perSecondText(best),
      of: [`${capacityRateText(low)} to ${capacityRateText(high)}`, ...doubt].join(', '),
    };
  }
  return best === 0 ? { rate: notMeasured, of: '' } : { rate: `at least ${perSecondText(low)}`, of: doubt.join() };
}

/** `97/s (95 to 100)`, `at least 40/s (not confirmed)`. */
export function sustainableText(capacity: CapacityResult): string {
  const { rate, of } = sustainableWords(capacity);
  return of === '' ? rate : `${rate} (${of})`;
}

export type Plan = NonNullable<CapacityResult['plan']>;

/** Whether a capacity is enough for its plan. */
export function verdictOf({ verdict, enough }: Plan): RateVerdict {
  return verdict ?? (enough ? 'yes' : 'no');
}

/** What is said of a datacenter: whether it is enough for its plan, or what it carries. */
function foundText(capacity: CapacityResult): string {
  const { plan } = capacity;
  const carried = sustainableText(capacity);
  if (plan !== null) return `${enoughText(plan)}: ${carried}`;
  return carried === notMeasured ? `was ${notMeasured}` : `carries ${carried.replace('/s', ' respondents a second')}`;
}

/** The peak as it was asked for first, then what is wanted above it, where that is answered otherwise or both hold. */
function enoughText(plan: Plan): string {
  const { peakVerdict, peakPerSecond, headroom } = plan;
  const verdict = verdictOf(plan);
  if (peakVerdict === undefined) return `${enough[verdict]} for ${perSecondText(neededOf(plan))}`;
  const peak = `${enough[peakVerdict]} for ${perSecondText(peakPerSecond)}`;
  if (headroom === 0 || (verdict === peakVerdict && verdict !== 'yes')) return peak;
  return `${peak}, ${alsoEnough[verdict]} for ${shareText(headroom)} more (${perSecondText(neededOf(plan))})`;
}

const alsoEnough = { yes: 'and', no: 'not', likely: 'and it seems', unclear: 'and may be' } as const;

const worstFirst = ['no', 'unclear', 'likely', 'yes'] as const;

function place({ plan }: CapacityResult): number {
  return plan === null ? worstFirst.length : worstFirst.indexOf(verdictOf(plan));
}

const enough = {
  yes: 'is enough',
  no: 'is not enough',
  likely: 'seems enough',
  unclear: 'may or may not be enough',
} as const;

/** What a capacity run found, in a line: each datacenter, and with a plan whether it is enough, what is not first. */
export function capacityHeadline(capacities: readonly CapacityResult[]): string {
  if (capacities.length === 0) return 'No capacity was found.';
  const said = capacities
    .toSorted((a, b) => place(a) - place(b))
    .map((capacity) => `${capacity.datacenter} ${foundText(capacity)}`)
    .join('; ');
  // Of what is enough all the same it is no matter.
  const bound = limitedByGenerator(capacities.filter(({ plan }) => plan === null || verdictOf(plan) !== 'yes'));
  return `${bound.length === 0 ? '' : `This machine was the limit of ${bound.join(', ')}. `}${said}.`;
}

/** What a search's tables of requests pool, after their titles; nothing of other runs. */
export function pooledText({ kind, target }: Pick<RunResult, 'kind' | 'target'>): string {
  return kind === 'capacity' ? `, all probes of ${target.datacenter || 'the search'} together` : '';
}
