import Type from 'typebox';
import { Compile } from 'typebox/schema';
import { EntityId } from '../../contract/entityId.ts';
import { type CapacityResult, capacityRateText, neededOf } from '../../result/capacityResult.ts';
import type { RunResult } from '../../result/runResult.ts';
import { durationText, shareText } from '../quantities.ts';
import { equalRatesTable, planningTable, whatIfTable } from './capacityContent.ts';
import type { List, Part, Table } from './content.ts';

const hourSeconds = 3600;
const daySeconds = 86_400;

/** So many respondents, three digits that count: `210,000`, `5.04 million`. */
function volumeText(count: number): string {
  return count >= 1e6
    ? `${Number((count / 1e6).toPrecision(3)).toLocaleString('en-GB')} million`
    : Number(count.toPrecision(3)).toLocaleString('en-GB');
}

/** What the rates come to in an hour and in a day, at the cautious end of each interval. */
function volumesTable(capacities: readonly CapacityResult[]): Table {
  const planned = capacities.some(({ plan }) => plan !== null);
  const volumes = (perSecond: number | null, least = ''): string[] =>
    [hourSeconds, daySeconds].map((seconds) =>
      perSecond === null || perSecond === 0 ? '–' : `${least}${volumeText(perSecond * seconds)}`,
    );
  return {
    kind: 'table',
    id: 'volumes',
    title: 'In an hour and in a day',
    note: 'Respondents, were the rate kept up all the time; what is carried at the lower end of its interval.',
    headings: [
      'Datacenter',
      '#Carried an hour (lower end)',
      '#Carried a day (lower end)',
      ...(planned ? ['#Needed an hour', '#Needed a day'] : []),
    ],
    rows: capacities.map(({ datacenter, sustainablePerSecond, plan }) => [
      datacenter,
      ...volumes(sustainablePerSecond.low, sustainablePerSecond.high === null ? 'at least ' : ''),
      ...(planned ? volumes(plan === null ? null : neededOf(plan)) : []),
    ]),
  };
}

const Walked = Compile(
  Type.Object({
    surveys: Type.Object({ walk: Type.Array(Type.Object({ id: EntityId, weight: Type.Number() })) }),
  }),
);

/** Which surveys respondents walked, by share, and how many requests a walk took; null where the profile does not say. */
function mixText({ profile, capacity }: RunResult): string | null {
  if (!Walked.Check(profile)) return null;
  const { walk } = profile.surveys;
  const total = walk.reduce((sum, { weight }) => sum + weight, 0);
  const shares = walk.map(({ id, weight }) => `${id} (${shareText(weight / total)})`).join(', ');
  const perWalk = capacity.flatMap(({ search }) => search?.requestsPerWalk ?? []);
  const requests = perWalk.length === 0 ? '' : `; ${spanText(perWalk)} requests each`;
  return `Respondents walk ${walk.length === 1 ? 'survey' : 'surveys'} ${shares}${requests}.`;
}

function spanText(values: readonly number[]): string {
  const texts = [Math.min(...values), Math.max(...values)].map((value) => capacityRateText(value));
  return texts[0] === texts[1] ? `${texts[0]}` : texts.join(' to ');
}

/** What the figures rest on: objective, plan, mix, day and length of the search. */
function basis(result: RunResult): List {
  const { capacity, run, target, tool } = result;
  const slos = [...new Set(capacity.map(({ slo }) => slo.join(' and ')))];
  const plans = Map.groupBy(
    capacity.flatMap(({ datacenter, plan }) => (plan === null ? [] : [{ datacenter, plan }])),
    ({ plan }) =>
      `a peak of ${capacityRateText(plan.peakPerSecond)} respondents a second and ${shareText(plan.headroom)} above it`,
  );
  const mix = mixText(result);
  const searched = capacity.flatMap(({ search }) => search?.seconds ?? []);
  const length = searched.length === 0 ? '' : `, ${durationText(Math.max(...searched))} a datacenter`;
  const release = target.release === '' ? '' : `, release ${target.release}`;
  const confidence = Math.min(...capacity.map((each) => each.confidence));
  return {
    kind: 'list',
    id: 'basis',
    title: 'What this rests on',
    items: [
      `Objective: ${slos.join('; ')}.`,
      ...[...plans].map(
        ([peak, of]) =>
          `Plan: ${peak}, for ${capacity.length > 1 && of.length === capacity.length ? 'each of ' : ''}${of.map(({ datacenter }) => datacenter).join(' and ')}.`,
      ),
      ...(mix === null ? [] : [mix]),
      `Measured on ${run.startedAt.slice(0, 16).replace('T', ' at ')} UTC${length}${release}, by canvass ${tool.version}.`,
      ...(capacity.some(({ sustainablePerSecond: { high } }) => high !== null)
        ? [`Intervals hold the capacity with ${shareText(confidence)} credibility.`]
        : []),
    ],
  };
}

/** What the figures cannot say, and what to know of each datacenter. */
function caveats({ capacity, verdict, run }: RunResult): List {
  const own = capacity.flatMap(({ datacenter, limitedBy, reasons }) =>
    limitedBy === 'service' ? [] : [`${datacenter}: ${reasons[0] ?? 'the service was not the limit.'}`],
  );
  return {
    kind: 'list',
    id: 'caveats',
    title: 'What to bear in mind',
    items: [
      ...(verdict === 'INVALID' ? ['This run is INVALID: it does not settle every datacenter.'] : []),
      ...(run.interrupted ? ['The search was interrupted.'] : []),
      ...own,
      ...saidOnce(capacity.flatMap(({ forecastLimits }) => forecastLimits ?? [])),
    ],
  };
}

/** Sentences that differ in their figures only once, with the largest. */
function saidOnce(sentences: readonly string[]): string[] {
  const alike = Map.groupBy(sentences, (sentence) => sentence.replaceAll(/\d+/g, ''));
  const byFigures = new Intl.Collator('en', { numeric: true });
  return [...alike.values()].flatMap((group) => group.toSorted(byFigures.compare).at(-1) ?? []);
}

/** One sheet for a planner: what is needed and carried, in a second, an hour and a day, on what that rests, and its limits. */
export function planningParts(result: RunResult): Part[] {
  const { capacity } = result;
  if (capacity.length === 0) return [];
  return [
    planningTable(capacity),
    whatIfTable(capacity),
    volumesTable(capacity),
    equalRatesTable(capacity),
    basis(result),
    caveats(result),
  ];
}
