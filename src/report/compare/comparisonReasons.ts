import type { DuetSide } from '../../result/duetResult.ts';
import { listed } from '../../result/reasonWords.ts';
import { countText } from '../quantities.ts';
import type { PercentileOf } from './latencyShifts.ts';
import type { reasonOf } from './promises.ts';
import type { Shift } from './shift.ts';

type MovedPercentile = Pick<PercentileOf & Shift, 'endpoint' | 'share' | 'shift' | 'low' | 'high'>;

/** Violations and differences by id, that are one reason together. */
export type NamesCode = NonNullable<ReturnType<typeof reasonOf>> | 'differences' | 'expired';

/** Why a comparison came out as it did, as data; `comparisonReasonWords` says each in a sentence. */
export type ComparisonReason =
  | {
      /** `run-left-out`: others of its side have a speed that can be believed. */
      readonly code: 'side-invalid' | 'run-left-out';
      readonly side: DuetSide;
      readonly run: string;
      readonly reasons: readonly string[];
    }
  /** A part of the generator of twins ended before its time, or stood still: both sides lack its share. */
  | { readonly code: 'part-lost' | 'part-lost-allowed' | 'generator-away'; readonly why: string }
  | { readonly code: 'nothing-compared' }
  | { readonly code: 'interrupted'; readonly afterSeconds: number }
  | { readonly code: NamesCode; readonly names: readonly string[] }
  | ({ readonly code: 'moved' } & MovedPercentile)
  | { readonly code: 'nothing-moved'; readonly percentiles: number }
  | { readonly code: 'unsure'; readonly untold: number; readonly percentiles: number }
  | { readonly code: 'too-few-requests' }
  | { readonly code: 'speed-not-judged' }
  | { readonly code: 'generator-late'; readonly percentOfTime: number }
  /** Times of runs apart that are upper bounds. */
  | { readonly code: 'times-hindered'; readonly runs: number; readonly of: number; readonly why: string };

/** In words they are longer than by id. */
const mostNamed = 3;

const ofNames: Readonly<Record<NamesCode, string>> = {
  regressions: 'kept by the base and broken by the candidate',
  changed: 'broken by both, by the candidate otherwise or elsewhere',
  tolerated: 'new, and no reason to fail',
  mended: 'broken by the base and kept by the candidate',
  differences: 'twins were answered differently',
  expired: 'expected no longer, their day has passed',
};

/** @param wordsOf what a violation or a difference is called, by its id */
export function comparisonReasonWords(reason: ComparisonReason, wordsOf: (id: string) => string): string {
  switch (reason.code) {
    case 'side-invalid':
      return `${reason.side}, run ${reason.run}: ${reason.reasons[0] ?? 'its own report says why it proves nothing'}`;
    case 'run-left-out':
      return `${reason.side}, run ${reason.run}: its speed is left out, for it is INVALID: ${reason.reasons[0] ?? 'its own report says why'}`;
    case 'part-lost':
    case 'part-lost-allowed':
    case 'generator-away':
      return reason.why;
    case 'nothing-compared':
      return 'no two answers could be set side by side';
    case 'interrupted':
      return `the duet was interrupted after ${Math.round(reason.afterSeconds)} s`;
    case 'moved':
      return movedText(reason);
    case 'nothing-moved':
      return `none of ${reason.percentiles} percentiles moved by as much as matters, as far as can be told`;
    case 'unsure':
      return `${reason.untold} of ${reason.percentiles} percentiles ${reason.untold === 1 ? 'is' : 'are'} too noisy to tell`;
    case 'too-few-requests':
      return 'no endpoint had enough requests on both sides';
    case 'speed-not-judged':
      return 'speed is not judged: conform sends probes, and no load';
    case 'generator-late':
      return `the generator ran late by 50 ms or more (${reason.percentOfTime} % of the time): what answers waited for it, they waited on both sides alike, so shifts are rather larger than they look`;
    case 'times-hindered':
      return `the times of ${reason.runs} of ${reason.of} runs are upper bounds (${reason.why}): a side with such times may be faster than it looks`;
    default:
      return `${ofNames[reason.code]}: ${listed([...new Set(reason.names.map(wordsOf))], mostNamed, '; ')}`;
  }
}

/** `take p95 is slower by 9.8 % (+4.1 % to +16.0 %)` */
function movedText({ endpoint, share, shift, low, high }: MovedPercentile): string {
  const size = shiftText(Math.abs(shift));
  const by = size.startsWith('×') ? `a factor of ${size.slice(1)}` : size.slice(1);
  return `${endpoint} ${percentileName(share)} is ${shift > 0 ? 'slower' : 'faster'} by ${by} (${shiftText(low)} to ${shiftText(high)})`;
}

/** `+9.8 %`, `−3.1 %`; from ten times on as a factor: `×28.8`. */
export function shiftText(share: number): string {
  if (share >= 9) return `×${countText(1 + share)}`;
  return `${share < 0 ? '−' : '+'}${Math.abs(share * 100).toFixed(1)} %`;
}

/** `p50`, `p95`, `p99`. */
export function percentileName(share: number): string {
  return `p${Number((share * 100).toFixed(3))}`;
}
