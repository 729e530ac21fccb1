import { isRecord } from '../../contract/jsonShape.ts';
import {
  type CapacityResult,
  capacityRateText,
  type LatencyForecast,
  limitText,
  neededOf,
  perSecondText,
} from '../../result/capacityResult.ts';
import type { RunResult } from '../../result/runResult.ts';
import { latencyText, orDash } from '../quantities.ts';
import {
  atOnceText,
  isUnconfirmed,
  limitedByGenerator,
  notMeasured,
  type Plan,
  requestsText,
  sustainableText,
  verdictOf,
} from './capacityWords.ts';
import { againCommand, combineCommand } from './commands.ts';
import { type Column, isEmpty, type List, type NextStep, type Part, type Table, tableOf } from './content.ts';

const verdicts = { yes: 'yes', no: 'no', likely: 'it seems, not confirmed', unclear: "can't tell" } as const;

/** What is carried above what is needed, as far as it is known: `−0.5 to +3.1/s`, `at least +22.9/s`, `not known`. */
export function marginText({ sustainablePerSecond: { low, high } }: CapacityResult, plan: Plan): string {
  const needed = neededOf(plan);
  const above = (rate: number): string => {
    const text = capacityRateText(Math.abs(rate - needed));
    return text === '0' ? text : `${rate < needed ? '−' : '+'}${text}`;
  };
  if (high !== null) return `${above(low)} to ${above(high)}/s`;
  return low >= needed ? `at least ${above(low)}/s` : 'not known';
}

/** A latency (µs) to expect at a rate, told apart from what was measured; where there is none, whether the rate fails or was never reached. */
export function forecastText(
  { sustainablePerSecond: { high } }: CapacityResult,
  { ratePerSecond, measured }: Pick<LatencyForecast, 'ratePerSecond' | 'measured'>,
  us: number | null,
): string {
  if (us !== null) return `${measured === true ? '' : '≈ '}${latencyText(us)}`;
  return high !== null && ratePerSecond > high ? 'does not hold' : notMeasured;
}

function limitedByText(capacity: CapacityResult): string {
  if (sustainableText(capacity) === notMeasured) return '–';
  return `${limitText(capacity)}${capacity.sustainablePerSecond.high === null ? ' (at least)' : ''}`;
}

/** One row a datacenter: the table that goes into a planning document. */
export function planningTable(capacities: readonly CapacityResult[]): Table {
  const ofPlan = (heading: string, text: (plan: Plan, capacity: CapacityResult) => string): Column<CapacityResult> => [
    heading,
    (capacity) => (capacity.plan === null ? '–' : text(capacity.plan, capacity)),
  ];
  return tableOf({ id: 'datacenters', title: 'Capacity by datacenter' }, capacities, [
    ['Datacenter', ({ datacenter }) => datacenter],
    ['#Respondents a second', sustainableText],
    ['#Requests a second', requestsText],
    ['#At once', ({ atOnce }) => (atOnce === 0 ? '–' : atOnceText(atOnce))],
    ['Limited by', limitedByText],
    ['#Knee', ({ fit }) => orDash(fit?.kneePerSecond, perSecondText)],
    ...(capacities.some(({ plan }) => plan !== null)
      ? [
          ofPlan('#Needed', (plan) => perSecondText(neededOf(plan))),
          ofPlan('#Margin', (plan, capacity) => marginText(capacity, plan)),
          ofPlan('Enough', (plan) => verdicts[verdictOf(plan)]),
        ]
      : []),
  ]);
}

/** Rows that compare: a name, then what is said of each datacenter. */
function acrossTable(
  about: Pick<Table, 'id' | 'title' | 'note'>,
  [first, mark]: readonly [heading: string, mark: '#' | ''],
  capacities: readonly Pick<CapacityResult, 'datacenter'>[],
  rows: Table['rows'],
): Table {
  const headings = [first, ...capacities.map(({ datacenter }) => `${mark}${datacenter}`)];
  return { kind: 'table', ...about, headings, rows };
}

/** 99th percentile of latency at equal rates; no row where none is known. */
export function equalRatesTable(capacities: readonly CapacityResult[]): Table {
  const rates = [...new Set(capacities.flatMap(({ forecast = [] }) => forecast.map((f) => f.ratePerSecond)))];
  const rows = rates
    .sort((a, b) => a - b)
    .map((rate) => [
      perSecondText(rate),
      ...capacities.map((capacity) => {
        const { forecast = [] } = capacity;
        const known = forecast.find((f) => f.ratePerSecond === rate) ?? { ratePerSecond: rate, p99: null };
        return forecastText(capacity, known, known.p99);
      }),
    ])
    .filter(([, ...cells]) => cells.some((cell) => cell !== notMeasured));
  const note = 'As it was measured; with ≈, read between two rates that were.';
  const about = { id: 'equal-rates', title: '99th percentile at equal rates', note };
  return acrossTable(about, ['Respondents a second', '#'], capacities, rows);
}

const held = { yes: 'holds', no: 'misses', likely: 'seems to hold', unclear: "can't tell" } as const;

/** Where of the peak each misses its objective, and what holds at so many times the peak, and without another one. */
export function whatIfTable(capacities: readonly CapacityResult[]): Table {
  const planned = capacities.flatMap(({ plan, whatIf = [], ...rest }) =>
    plan === null || whatIf.length === 0 ? [] : [{ ...rest, plan, whatIf }],
  );
  const scales = [...new Set(planned.flatMap(({ whatIf }) => whatIf.flatMap(({ scale }) => scale ?? [])))];
  const losses = [...new Set(planned.flatMap(({ whatIf }) => whatIf.flatMap(({ lost }) => lost ?? [])))];
  const row = (name: string, has: (each: { scale: number | null; lost: string | null }) => boolean): string[] => [
    name,
    ...planned.map(({ whatIf }) => {
      const found = whatIf.find(has);
      return found === undefined ? 'lost' : `${held[found.verdict]} (${perSecondText(found.ratePerSecond)})`;
    }),
  ];
  const about = {
    id: 'what-if',
    title: losses.length === 0 ? 'What if more come' : 'What if more come, or a datacenter is lost',
    note: `Times the peak that is expected of each datacenter, without the headroom.${losses.length > 0 ? ' Who would have gone to the one that is lost goes to the others, in equal parts.' : ''}`,
  };
  const rows = [
    ['misses beyond', ...planned.map(missesBeyond)],
    ...scales.map((scale) => row(`${scale} ×`, (each) => each.scale === scale)),
    ...losses.map((lost) => row(`${lost} is lost`, (each) => each.lost === lost)),
  ];
  return acrossTable(about, ['Of the peak', ''], planned, planned.length === 0 ? [] : rows);
}

/** As `1.9 to 2.1 ×`: where of the peak the objective is missed, by the interval of the answer. */
function missesBeyond(
  capacity: Pick<CapacityResult, 'sustainablePerSecond' | 'search'> & { readonly plan: Plan },
): string {
  const { low, high } = capacity.sustainablePerSecond;
  const times = (rate: number): string => capacityRateText(rate / capacity.plan.peakPerSecond);
  if (high !== null) return `${times(low)} to ${times(high)} ×${isUnconfirmed(capacity) ? ', not confirmed' : ''}`;
  return low > 0 && !isUnconfirmed(capacity) ? `not known; not below ${times(low)} ×` : 'not known';
}

const notSeen = 'not seen';

/** Open questions that the datacenters answer differently; no row where they agree, or there is only one. */
export function differencesTable(capacities: readonly CapacityResult[]): Table {
  const questions = [...new Set(capacities.flatMap(({ behaviour = {} }) => Object.keys(behaviour)))].sort();
  const rows = questions
    .map((question) => [
      question,
      ...capacities.map(({ behaviour = {} }) => [...(behaviour[question] ?? [])].sort().join(', ') || notSeen),
    ])
    // What was not seen in one may be the same there.
    .filter(([, ...answers]) => new Set(answers.filter((answer) => answer !== notSeen)).size > 1);
  const about = { id: 'differences', title: 'Where the datacenters behave differently' };
  return acrossTable(about, ['Question', ''], capacities, rows);
}

/** Every table that compares the capacities, those with nothing to say left out. */
export function capacityTables(capacities: readonly CapacityResult[]): Table[] {
  const tables = [planningTable, whatIfTable, equalRatesTable, differencesTable].map((table) => table(capacities));
  return tables.filter((table) => !isEmpty(table));
}

/** What was found of one datacenter, and why. Where the generator was the limit, that comes first: all else rests on it. */
export function findingsOf({ plan, reasons, fit, limitedBy }: CapacityResult): string[] {
  const planned = plan === null ? [] : [plan.reading];
  const curve = fit === null ? [] : [fit.reading];
  return limitedBy === 'generator' ? [...reasons, ...planned, ...curve] : [...planned, ...reasons, ...curve];
}

/** All that is to be said of one datacenter: its SLO, what was found, latency at the peak and what no forecast knows. */
function sentences(capacity: CapacityResult): string[] {
  const { slo, plan, forecast = [], forecastLimits } = capacity;
  const atPeak = forecast.find(({ ratePerSecond }) => ratePerSecond === plan?.peakPerSecond);
  return [
    `Within ${slo.join(' and ')}.`,
    ...findingsOf(capacity),
    ...(atPeak === undefined ? [] : [`At the peak of ${perSecondText(atPeak.ratePerSecond)}: ${atPeak.reading}`]),
    ...(forecastLimits === undefined ? [] : [forecastLimits]),
  ];
}

/** Capacities: the tables that compare them, then why for each datacenter; nothing of none. */
export function capacityParts(capacities: readonly CapacityResult[]): Part[] {
  const details = capacities.map(
    (capacity, i): List => ({
      kind: 'list',
      id: `datacenter-${i}`,
      title: capacity.datacenter,
      items: sentences(capacity),
    }),
  );
  return [...capacityTables(capacities), ...details];
}

/** Whether more time may settle it: no longer probe held, or the time was over before it could be told. */
function hadTooLittleTime(capacity: CapacityResult): boolean {
  const { plan, search } = capacity;
  const isOpen = plan === null ? search?.confirmationsHeld === 0 : !['yes', 'no'].includes(verdictOf(plan));
  return isUnconfirmed(capacity) || (search?.endedBy === 'duration' && isOpen);
}

/** Whether arrivals are spaced by chance. @param profile as the result keeps it */
function isByChance(profile: unknown): boolean {
  const { load } = isRecord(profile) ? profile : {};
  const { arrivals } = isRecord(load) ? load : {};
  return (isRecord(arrivals) ? arrivals.spacing : arrivals) === 'poisson';
}

/** What a planner does with what was found. @param directory of the run, as the shell is given it */
export function capacityNext(result: RunResult, directory: string | null): NextStep[] {
  const { capacity: capacities } = result;
  const bound = limitedByGenerator(capacities);
  const machine =
    bound.length > 0
      ? [
          `This machine was in the way, not ${bound.join(', ')}: search again when nothing else runs here, or from other machines (canvass worker, --nats).`,
        ]
      : [];
  // Where this machine was in the way, time alone tells no more.
  const short = capacities
    .filter((each) => each.limitedBy !== 'generator' && hadTooLittleTime(each))
    .map(({ datacenter }) => datacenter);
  const confirm =
    short.length > 0
      ? [
          `Give the search of ${short.join(', ')} more time to confirm its answer: raise capacity.maxDurationSeconds.`,
          ...(isByChance(result.profile)
            ? [
                'Arrivals come by chance (load.arrivals: poisson), which takes longer and widens the interval: --set load.arrivals=even finds more in the same time.',
              ]
            : []),
        ]
      : [];
  // What proves nothing is neither pasted nor judged.
  if (result.verdict === 'INVALID') {
    return [...machine, ...confirm, { text: 'Search again:', command: againCommand(result) }];
  }
  return capacities.some(({ plan }) => plan !== null)
    ? [...machine, ...confirm, 'Paste planning.md, which lies beside this report, into the planning document.']
    : [...machine, ...confirm, { text: 'Judge it by the peak that you expect:', command: combineCommand(directory) }];
}
