import { ToolError } from '../errors.ts';
import { suggestion } from '../misspelt.ts';
import { faults } from '../selftest/faults/faults.ts';
import { type GeneratedOutcome, judgeMemberFaults, recordSituations } from '../selftest/generated/recordedAnswers.ts';
import { sequenceFaults } from '../selftest/generated/sequenceFaults.ts';
import { isMistaken } from '../selftest/scriptTrial.ts';
import { type OnOutcome, runSelftestPool } from '../selftest/selftestPool.ts';
import { summarize } from '../selftest/selftestReport.ts';
import { allowedSubjects } from '../selftest/selftestSubjects.ts';
import type { SelftestJob } from '../selftest/selftestThread.ts';
import {
  generatedTable,
  honestText,
  isAlarmed,
  isNoticed,
  scriptsText,
} from '../selftest/simulation/simulationReport.ts';

export interface SelftestOptions {
  /** Ids of the faults to inject; empty for the variants alone, null for everything. */
  readonly faults: readonly string[] | null;
  /** Random combinations of what the document allows, beside those that cover every alternative. */
  readonly randomVariants: number;
  /** 0 takes as many as there are cores. */
  readonly threads: number;
  readonly seed: number;
}

/**
 * Has conformance judge services with an injected fault, and services that keep the document in every way it allows.
 *
 * @returns what came of it, as a whole and subject by subject
 * @throws ToolError USAGE for a fault that does not exist
 */
export async function selftest({ faults, randomVariants, threads, seed }: SelftestOptions, onOutcome: OnOutcome) {
  const jobs = jobsOf(faults, randomVariants, seed);
  const outcomes = await runSelftestPool({ threads, plan: { seed, randomVariants }, jobs, onOutcome });
  const members = faults === null ? await wrongMembers(seed) : null;
  const broken = members?.flatMap(({ clauses }) => clauses) ?? null;
  return { summary: summarize(outcomes.faults, outcomes.variants, broken), outcomes };
}

/** Every member of every recorded answer, wrong in every way, before the judge. */
async function wrongMembers(seed: number): Promise<readonly GeneratedOutcome[]> {
  return [...judgeMemberFaults(await recordSituations(seed))];
}

function jobsOf(named: readonly string[] | null, randomVariants: number, seed: number): SelftestJob[] {
  const known = faults.map(({ id }) => id);
  const unknown = (named ?? []).filter((id) => !known.includes(id));
  if (unknown.length > 0) {
    const names = unknown.map((id) => `"${id}"${suggestion(id, known)}`).join(', ');
    throw new ToolError('USAGE', `there is no fault ${names}; canvass serve --list-faults shows all`);
  }
  const variants = allowedSubjects(randomVariants, seed).map((_, index): SelftestJob => ({ kind: 'variant', index }));
  if (named?.length === 0) return variants;
  const faulty = known.flatMap((id, index): SelftestJob[] =>
    named === null || named.includes(id) ? [{ kind: 'fault', index }] : [],
  );
  // The long jobs first, so that no thread is left with one at the end.
  return named === null ? [...variants, ...faulty] : faulty;
}

/**
 * Has conformance find each fault, and tries the script of each clause that it breaks on the faulty service and on one
 * without the fault.
 *
 * @throws ToolError USAGE for a fault that does not exist
 */
export async function scriptsSelftest(
  { faults, threads, seed }: Omit<SelftestOptions, 'randomVariants'>,
  onOutcome: OnOutcome,
) {
  const jobs = jobsOf(faults, 0, seed).flatMap(({ kind, index }): SelftestJob[] =>
    kind === 'fault' ? [{ kind: 'scripts', index }] : [],
  );
  const { scripts } = await runSelftestPool({ threads, plan: { seed, randomVariants: 0 }, jobs, onOutcome });
  return { passed: !scripts.some(isMistaken), text: scriptsText(scripts), scripts };
}

export interface SimulationOptions {
  /** Combinations of what the document allows. */
  readonly honest: number;
  /** Whole runs of generated faults, spread evenly over all; with any, every member of every answer is tried too. */
  readonly generated: number;
  /** 0 takes as many as there are cores. */
  readonly threads: number;
  readonly seed: number;
}

/** Has conformance judge honest services and generated faults in this process's threads, without sockets. */
export async function simulatedSelftest({ honest, generated, threads, seed }: SimulationOptions, onOutcome: OnOutcome) {
  const faults = generated === 0 ? 0 : (await sequenceFaults(seed)).length;
  const tried = Math.min(generated, faults);
  const jobs = [
    ...jobsOfKind('honest', honest, (at) => (seed * 1_000_000 + at) % 2 ** 32),
    ...jobsOfKind('generated', tried, (at) => (Math.floor((at * faults) / tried) + seed) % faults),
  ];
  const outcomes = await runSelftestPool({ threads, plan: { seed, randomVariants: 0 }, jobs, onOutcome });
  const members = generated === 0 ? [] : await wrongMembers(seed);
  for (const outcome of members)
    if (!isNoticed(outcome)) onOutcome({ kind: 'generated', outcome }, jobs.length, jobs.length);
  const all = [...outcomes.generated, ...members];
  return {
    passed: !outcomes.honest.some(isAlarmed) && all.filter(isNoticed).length >= noticedShare * all.length,
    /** For people: tables and sums. */
    text: `${honest === 0 ? '' : honestText(outcomes.honest)}${generated === 0 ? '' : generatedTable(all)}`,
    honest: outcomes.honest,
    generated: all,
  };
}

function jobsOfKind(kind: SelftestJob['kind'], count: number, indexOf: (at: number) => number): SelftestJob[] {
  return Array.from({ length: count }, (_, at) => ({ kind, index: indexOf(at) }));
}

/** What may stay unnoticed is listed in docs/conformance.md, with the reason. */
const noticedShare = 0.99;
