import type { ClauseId } from '../contract/clause.ts';
import { type SectionId, sections } from '../contract/clause.ts';
import { clauseIds } from '../judging/allClauses.ts';
import { isGating } from '../judging/identity.ts';
import type { FaultOutcome, VariantOutcome } from './testFault.ts';

/** What the self-test found: how many faults were noticed, and what was noticed where there was none. */
export interface SelftestSummary {
  readonly passed: boolean;
  readonly killed: number;
  readonly faults: number;
  readonly falseAlarms: number;
  readonly variants: number;
  /** For people: a table by area, then every miss and every false alarm. */
  readonly text: string;
  /** Clauses that can fail a run and that no noticed fault breaks. */
  readonly withoutFault: readonly ClauseId[];
}

/**
 * Sums outcomes up: passed means every fault noticed, no false alarm, no open question misread, and, when the whole
 * self-test was run, a fault for every clause that can fail a run.
 *
 * @param brokenByMembers the clauses that tell wrong members of recorded answers; `null` for a part of the self-test.
 */
export function summarize(
  faults: readonly FaultOutcome[],
  variants: readonly VariantOutcome[],
  brokenByMembers: readonly string[] | null,
): SelftestSummary {
  const missed = faults.filter(({ killed }) => !killed);
  const alarmed = variants.filter((outcome) => findingsOf(outcome).length > 0);
  const broken = new Set<string>(faults.flatMap(({ killed, breaks }) => (killed ? breaks : [])));
  for (const clause of brokenByMembers ?? []) broken.add(clause);
  const withoutFault = brokenByMembers === null ? [] : clauseIds.filter((id) => isGating(id) && !broken.has(id));
  const byArea = Map.groupBy(faults, ({ area }) => area);
  const areas = (Object.keys(sections) as SectionId[]).filter((area) => byArea.has(area));
  const width = Math.max(10, ...areas.map((area) => sections[area].length));
  const lines = [
    `${'Area'.padEnd(width)}  faults  noticed  kill rate`,
    ...areas.map((area) => {
      const own = byArea.get(area) ?? [];
      const noticed = own.filter(({ killed }) => killed).length;
      const rate = percent(noticed, own.length);
      return `${sections[area].padEnd(width)}  ${cell(own.length, 6)}  ${cell(noticed, 7)}  ${rate.padStart(9)}`;
    }),
    '',
    `Faults noticed  ${faults.length - missed.length} of ${faults.length} (${percent(faults.length - missed.length, faults.length)}),`,
    `                of these ${faults.filter(({ verdict }) => verdict === 'DEVIATES').length} by DEVIATES: they contradict a sample only, and ${faults.filter(({ verdict }) => verdict === 'ODD').length} as odd`,
    `False alarms    ${alarmed.length} of ${variants.length} services that keep the document (${percent(alarmed.length, variants.length)})`,
    ...missed.map(({ id, description, detail }) => `MISSED       ${id}: ${description} (${detail.trim()})`),
    ...withoutFault.map((id) => `NO FAULT     ${id}: no injected fault makes it fail`),
    ...alarmed.map((outcome) => `FALSE ALARM  ${outcome.id}: ${findingsOf(outcome).join('; ')}`),
  ];
  return {
    passed: missed.length === 0 && alarmed.length === 0 && withoutFault.length === 0,
    killed: faults.length - missed.length,
    faults: faults.length,
    falseAlarms: alarmed.length,
    variants: variants.length,
    text: `${lines.join('\n')}\n`,
    withoutFault,
  };
}

function findingsOf({ alarms, misread, harnessErrors }: VariantOutcome): string[] {
  return [...alarms, ...misread, ...harnessErrors];
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;
}

function cell(value: number, width: number): string {
  return String(value).padStart(width);
}
