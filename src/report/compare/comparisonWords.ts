import type { DuetDifference } from '../../result/duetResult.ts';
import type { RefusalResult } from '../../result/refusal.ts';
import type { RunResult } from '../../result/runResult.ts';
import { gates } from '../../result/tally/violationTally.ts';
import type { NextStep } from '../content/content.ts';
import { differencePlace, sidesSaid } from '../content/differencePlace.ts';
import { cut } from '../plainText.ts';
import { countOf, roughDurationText } from '../quantities.ts';
import { type ComparisonReason, percentileName, shiftText } from './comparisonReasons.ts';
import { type ComparedPromise, reasonOf } from './promises.ts';
import type { ComparedShift, SpeedVerdict } from './speed.ts';

/** What an estimator has found of two sides, that sentences rest on too. */
export interface FoundFacts {
  readonly method: 'runs' | 'twins';
  readonly differences: readonly DuetDifference[];
  /** Pairs of respondents whose answers were compared; 0 of runs. */
  readonly pairsWalked: number;
  /** Questions that refuse answers of the candidate's respondents only. */
  readonly refused: readonly Pick<RefusalResult, 'surveyId' | 'questionId' | 'said'>[];
  /** Circumstances that differ and make the sides hard to compare: `duration`, `Node`. */
  readonly unlike: readonly string[];
  /** The command that performs a violation of the candidate again. */
  readonly repeatCommand: (violation: string) => string;
}

/** What the sentences of a comparison rest on. */
export interface ComparisonFacts extends FoundFacts {
  readonly verdict: RunResult['verdict'];
  readonly latency: SpeedVerdict;
  readonly promises: readonly ComparedPromise[];
  readonly shifts: readonly ComparedShift[];
  /** The shift that decides whether anything can be told of speed. */
  readonly deciding: ComparedShift | undefined;
  readonly reasonCodes: readonly ComparisonReason[];
  /** Known violations of the candidate. */
  readonly tolerated: number;
  /** Runs of the side that has fewer. */
  readonly fewestRuns: number;
}

/** What the service said is quoted up to so many characters. */
const longestSaid = 80;

const untrusted = { runs: 'a run among these proves nothing', twins: 'this duet cannot be trusted' } as const;

/** What is new first, in words; then the verdict in one sentence: promises, behaviour, speed. */
export function headlineOf(facts: ComparisonFacts): string {
  const { method, verdict, latency, differences, pairsWalked, tolerated } = facts;
  if (verdict === 'INVALID') return `Nothing can be said of the candidate: ${untrusted[method]}.`;
  const unwanted = differences.filter(isUnwanted).length;
  const isDifferent = differences.some(({ standing }) => standing.kind === 'EXPECTED');
  const behaviour =
    unwanted > 0
      ? `behaves differently in ${countOf(unwanted, 'way', 'ways')} that nobody expects`
      : isDifferent
        ? 'differs only as expected'
        : `showed no difference in behaviour to ${countOf(pairsWalked, 'respondent')}`;
  const parts = [
    ...promisesSaid(facts),
    ...(method === 'twins' ? [behaviour] : []),
    ...(latency === 'NOT JUDGED' ? [] : [speedSaid(facts)]),
  ];
  const last = parts.pop();
  const said = parts.length === 0 ? last : `${parts.join(', ')}, and ${last}`;
  const known = tolerated > 0 ? `, with ${countOf(tolerated, 'known violation')} tolerated` : '';
  return `${newSaid(facts)}The candidate ${said}${known}.${latency === 'NOT JUDGED' ? ' Speed is not judged.' : ''}`;
}

/** What is new is said up to so many characters. */
const longestNew = 200;

/** The first promise that only the candidate breaks, or else the first difference that nobody expects: `New: … .` */
function newSaid({ promises, differences }: ComparisonFacts): string {
  const broken = promises.find(({ gating }) => gating);
  const different = differences.find(isUnwanted);
  if (broken !== undefined) {
    const { standing, title, clause } = broken;
    const what = title.replace(/\.$/, '');
    return `${standing === 'CHANGED' ? 'Broken otherwise' : 'New'}: ${cut(what || clause, longestNew)}. `;
  }
  if (different === undefined) return '';
  const { base, candidate } = sidesSaid(different);
  return `New: ${cut(`${placeSaid(different)}: ${base} → ${candidate}`, longestNew)}. `;
}

/** Where twins were answered differently: `submit-page of survey 1101, third page`. */
export function placeSaid(difference: DuetDifference): string {
  const place = differencePlace(difference);
  return `${difference.endpoints.join(', ')}${place === '' ? '' : ` of ${place}`}`;
}

function promisesSaid({ promises, latency }: ComparisonFacts): string[] {
  const { regressions, changed, common, mended } = brokenIn(promises);
  const kept = mended > 0 ? [`keeps ${countOf(mended, 'promise')} that the base breaks`] : [];
  const broken = [
    ...(regressions > 0 ? [`${countOf(regressions, 'promise')} that the base keeps`] : []),
    ...(changed > 0 ? [`${countOf(changed, 'promise')} otherwise than the base`] : []),
  ];
  if (broken.length > 0) return [`breaks ${broken.join(' and ')}`, ...kept];
  if (common > 0) return [...kept, `breaks ${countOf(common, 'promise')} as the base does`];
  if (kept.length > 0) return kept;
  return latency === 'NOT JUDGED' ? ['keeps the promises that the base keeps'] : [];
}

/** How many promises the candidate breaks, by what the base does; each may be broken in several ways. */
export function brokenIn(promises: readonly ComparedPromise[]) {
  const clausesOf = (holds: (promise: ComparedPromise) => boolean): Set<string> =>
    new Set(promises.filter(holds).flatMap(({ clauses }) => clauses));
  const clauses = (holds: (promise: ComparedPromise) => boolean): number => clausesOf(holds).size;
  const broken = clausesOf(({ standing }) => standing !== 'MENDED');
  const mended = clausesOf(({ standing, violation }) => standing === 'MENDED' && gates(violation));
  return {
    regressions: clauses((promise) => reasonOf(promise) === 'regressions'),
    changed: clauses((promise) => reasonOf(promise) === 'changed'),
    common: clauses(({ standing, violation }) => standing === 'COMMON' && gates(violation)),
    /** What is mended in one place may be broken in another. */
    mended: [...mended].filter((clause) => !broken.has(clause)).length,
  };
}

/** Whether nobody expects a difference, or nobody any longer. */
export function isUnwanted({ standing: { kind } }: DuetDifference): boolean {
  return kind === 'UNEXPECTED' || kind === 'EXPIRED';
}

function speedSaid({ latency, shifts }: ComparisonFacts): string {
  if (latency === 'SAME') return 'is as fast';
  const isTold = latency === 'SLOWER' || latency === 'FASTER';
  const found = shifts.filter(({ verdict }) => verdict === (isTold ? latency : 'FASTER'));
  const [most] = found.toSorted((a, b) => Math.abs(b.shift) - Math.abs(a.shift));
  const how = most && ` (${most.endpoint} ${percentileName(most.share)} ${shiftText(most.shift)})`;
  if (isTold) return `is ${latency.toLowerCase()}${how ?? ''}`;
  const elsewhere = how === undefined ? '' : `is faster in one place${how}, and elsewhere `;
  return `${elsewhere}may be faster or slower, which cannot be told yet`;
}

/** What to do next, the first thing first; never nothing. */
export function nextOf(facts: ComparisonFacts): NextStep[] {
  const { method, differences, latency, verdict, fewestRuns, unlike } = facts;
  const isVoid = voidRemedies(facts);
  const next: NextStep[] = [...isVoid, ...lookAtPromises(facts)];
  next.push(...toAsk(facts));
  if (unlike.length > 0)
    next.push(`Make the sides alike (${unlike.join(', ')}: see Circumstances), or the difference may be theirs.`);
  const [unwanted] = differences.filter(isUnwanted);
  if (unwanted !== undefined)
    next.push(
      `Look at both exchanges of ${unwanted.id}; what is meant to differ goes into duet.expected, with a reason and a day.`,
    );
  if (latency === "CAN'T TELL" && verdict !== 'INVALID' && isVoid.length === 0) next.push(toKnowMore(facts));
  if (method === 'runs' && fewestRuns === 1 && latency !== 'NOT JUDGED' && isVoid.length === 0)
    next.push(
      'With a single run on a side, how much runs differ is assumed, not measured: three runs each are better.',
    );
  if (latency === 'SLOWER') next.push('Look in the reports of both sides where the time goes.');
  if (next.length === 0)
    next.push(
      method === 'runs'
        ? 'Nothing: keep these runs as the next base.'
        : 'Nothing, as far as walks tell: conform looks at what they do not reach.',
    );
  return next;
}

function voidRemedies({ method, reasonCodes }: ComparisonFacts): string[] {
  const has = (code: ComparisonReason['code']): boolean => reasonCodes.some((reason) => reason.code === code);
  if (has('interrupted')) return ['Run it again, and let it end by itself.'];
  if (has('part-lost'))
    return ['Run it again with all of its threads and workers: twins that were lost are missing on both sides.'];
  if (has('generator-away')) return ['Run it again where nothing stops canvass, or puts its machine to sleep.'];
  if (!has('side-invalid') && !has('nothing-compared')) return [];
  return method === 'runs'
    ? ['Replace the INVALID runs: their reports say what made them so.']
    : ['Make both sides carry the load: lower load.stages, or look at the reports in base/ and candidate/.'];
}

function lookAtPromises({ promises, repeatCommand }: ComparisonFacts): NextStep[] {
  const failing = promises.find(({ gating }) => gating);
  if (failing === undefined) return [];
  const { id } = failing.violation;
  return [{ text: 'Repeat the first regression:', command: repeatCommand(id) }];
}

/** What of the candidate is new, fails nothing, and may be a defect all the same. */
function toAsk({ promises, refused }: ComparisonFacts): string[] {
  const owner = 'Ask the owner of the candidate';
  const deviating = promises.find((promise) => reasonOf(promise) === 'tolerated' && !promise.violation.gating);
  if (deviating !== undefined && deviating.title !== '')
    return [`${owner}: “${deviating.title}”, which the base does not show.`];
  const [first] = refused;
  if (first === undefined) return [];
  const said = first.said === '' ? '' : ` (“${cut(first.said, longestSaid)}”)`;
  return [
    `${owner}: question ${first.questionId} of survey ${first.surveyId} refuses answers${said}, and that of the base refuses none.`,
  ];
}

function toKnowMore({ method, deciding }: ComparisonFacts): string {
  if (deciding === undefined)
    return `Let more respondents arrive, or walk for longer: too few ${method === 'runs' ? 'requests' : 'pairs'} were compared.`;
  if ('moreRuns' in deciding) {
    const { moreRuns } = deciding;
    if (moreRuns === 0) return 'Run both sides again where nothing else runs: these times are upper bounds.';
    return moreRuns === null
      ? 'More than 50 further runs would be needed: make the runs longer, or the machine quieter.'
      : `Run each side ${moreRuns === 1 ? 'once' : `${moreRuns} times`} more, as far as can be foreseen.`;
  }
  const { moreSeconds } = deciding;
  return moreSeconds === null
    ? 'No length of run would tell: the shift is too near to duet.minimumEffect, or the machine too restless.'
    : `Walk for about ${roughDurationText(moreSeconds)} more to tell faster from slower, or use --until-sure.`;
}

/** What it would take to tell a shift; nothing where it is told. */
export function toTell(shift: ComparedShift): string | undefined {
  if (shift.verdict !== "CAN'T TELL") return undefined;
  if ('moreRuns' in shift && shift.moreRuns === 0) return 'these times are upper bounds';
  if ('moreRuns' in shift)
    return shift.moreRuns === null ? 'even with 50 more runs' : `without ${countOf(shift.moreRuns, 'more run')} each`;
  return shift.moreSeconds === null ? 'however long' : `without about ${roughDurationText(shift.moreSeconds)} more`;
}
