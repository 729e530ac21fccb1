import { join } from 'node:path';
import type { DuetDifference, DuetPromise, DuetReason } from '../../result/duetResult.ts';
import type { RunResult } from '../../result/runResult.ts';
import { movedText, percentileName, shiftText } from '../compare/comparisonWords.ts';
import type { PairedShift } from '../compare/pairedShifts.ts';
import type { ShiftVerdict } from '../compare/shift.ts';
import { replayCommand } from '../content/commands.ts';
import type { NextStep } from '../content/content.ts';
import { countOf, roughDurationText } from '../quantities.ts';

/** What the sentences of a duet rest on. */
interface DuetFacts {
  readonly verdict: RunResult['verdict'];
  readonly latency: ShiftVerdict;
  readonly differences: readonly DuetDifference[];
  readonly promises: readonly DuetPromise[];
  readonly shifts: readonly PairedShift[];
  /** The shift that decides whether anything can be told of speed. */
  readonly deciding: PairedShift | undefined;
  readonly reasonCodes: readonly DuetReason[];
  /** Of the duet, as the shell is given it; `null` where it is not known. */
  readonly directory: string | null;
}

/** The verdict in one sentence: promises, behaviour, speed. */
export function duetHeadline({ verdict, latency, differences, promises, shifts }: DuetFacts): string {
  if (verdict === 'INVALID') return 'Nothing can be said of the candidate: this duet cannot be trusted.';
  const broken = brokenBy(promises);
  const unwanted = differences.filter(({ standing }) => isUnwanted(standing)).length;
  const wanted = differences.filter(({ standing }) => standing.kind === 'EXPECTED').length;
  const behaviour =
    unwanted > 0
      ? `behaves differently in ${countOf(unwanted, 'way', 'ways')} that nobody expects`
      : wanted > 0
        ? 'differs only as expected'
        : 'behaves the same';
  const parts = [
    ...(broken > 0 ? [`breaks ${countOf(broken, 'promise')} that the base keeps`] : []),
    behaviour,
    speedOf(latency, shifts),
  ];
  const last = parts.pop();
  return `The candidate ${parts.join(', ')}, and ${last}.`;
}

/** Promises that the candidate alone breaks, and that fail the duet; each may be broken in several ways. */
export function brokenBy(promises: readonly DuetPromise[]): number {
  return new Set(promises.filter(({ gating }) => gating).map(({ violation }) => violation.clause)).size;
}

export function isUnwanted({ kind }: DuetDifference['standing']): boolean {
  return kind === 'UNEXPECTED' || kind === 'EXPIRED';
}

function speedOf(latency: ShiftVerdict, shifts: readonly PairedShift[]): string {
  switch (latency) {
    case 'SLOWER':
    case 'FASTER': {
      const found = shifts.filter(({ verdict }) => verdict === latency);
      const most = found.toSorted((a, b) => Math.abs(b.shift) - Math.abs(a.shift))[0];
      const word = latency.toLowerCase();
      return most === undefined
        ? `is ${word}`
        : `is ${word} (${most.endpoint} ${percentileName(most.share)} ${shiftText(most.shift)})`;
    }
    case 'SAME':
      return 'is as fast';
    default:
      return 'nothing can be told of its speed yet';
  }
}

const mostListed = 5;

export function duetReasonWords(reason: DuetReason): string {
  switch (reason.code) {
    case 'side-invalid':
      return `${reason.side}: ${reason.reasons[0] ?? 'its own report says why it proves nothing'}`;
    case 'part-lost':
    case 'part-lost-allowed':
    case 'generator-away':
      return reason.why;
    case 'nothing-compared':
      return 'no two answers could be set side by side';
    case 'interrupted':
      return `the duet was interrupted after ${Math.round(reason.afterSeconds)} s`;
    case 'regressions':
      return `kept by the base and broken by the candidate: ${listed(reason.names)}`;
    case 'mended':
      return `broken by the base and kept by the candidate: ${listed(reason.names)}`;
    case 'differences':
      return `twins were answered differently: ${listed(reason.names)}`;
    case 'expired':
      return `expected no longer, their day has passed: ${listed(reason.names)}`;
    case 'moved':
      return movedText(reason);
    case 'generator-late':
      return `the generator ran late by 50 ms or more (${reason.percentOfTime} % of the time): what answers waited for it, they waited on both sides alike, so shifts are rather larger than they look`;
    case 'unsure':
      return `${reason.untold} of ${reason.percentiles} percentiles are too noisy to tell`;
  }
}

function listed(names: readonly string[]): string {
  const more = names.length - mostListed;
  return `${names.slice(0, mostListed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** What to do next, the first thing first; never nothing. */
export function duetNext(facts: DuetFacts): NextStep[] {
  const { differences, promises, latency, deciding, reasonCodes, verdict, directory } = facts;
  const next: NextStep[] = [];
  if (reasonCodes.some(({ code }) => code === 'interrupted')) next.push('Run it again, and let it end by itself.');
  else if (reasonCodes.some(({ code }) => code === 'part-lost'))
    next.push('Run it again with all of its threads and workers: twins that were lost are missing on both sides.');
  else if (reasonCodes.some(({ code }) => code === 'generator-away'))
    next.push('Run it again where nothing stops canvass, or puts its machine to sleep.');
  else if (reasonCodes.some(({ code }) => code === 'side-invalid' || code === 'nothing-compared'))
    next.push('Make both sides carry the load: lower load.stages, or look at the reports in base/ and candidate/.');
  const regression = promises.find(({ gating }) => gating);
  if (regression !== undefined) {
    const candidate = directory === null ? null : join(directory, 'candidate');
    next.push({ text: 'Repeat the first regression:', command: replayCommand(candidate, regression.violation.id) });
  }
  const unwanted = differences.filter(({ standing }) => isUnwanted(standing));
  if (unwanted.length > 0)
    next.push(
      `Look at both exchanges of ${unwanted[0]?.id}; what is meant to differ goes into duet.expected, with a reason and a day.`,
    );
  if (verdict !== 'INVALID' && latency === "CAN'T TELL") next.push(toKnowMore(deciding));
  if (latency === 'SLOWER') next.push('Look where the time goes: base/report.html and candidate/report.html.');
  if (next.length === 0) next.push('Nothing: the candidate can take the place of the base.');
  return next;
}

function toKnowMore(deciding: PairedShift | undefined): string {
  if (deciding === undefined) return 'Let more respondents arrive, or walk for longer: too few pairs were compared.';
  const { moreSeconds } = deciding;
  if (moreSeconds === null)
    return 'No length of run would tell: the shift is too near to duet.minimumEffect, or the machine too restless.';
  return `Walk for about ${roughDurationText(moreSeconds)} more to tell faster from slower, or use --until-sure.`;
}

/** What it would take to tell; nothing where it is told. */
export function toTellByTime({ verdict, moreSeconds }: PairedShift): string | undefined {
  if (verdict !== "CAN'T TELL") return undefined;
  return moreSeconds === null ? 'however long' : `without about ${roughDurationText(moreSeconds)} more`;
}
