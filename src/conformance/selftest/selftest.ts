import { type ClauseId, clauses } from '../../contract/clauses/catalogue.ts';
import type { SectionId } from '../../contract/sections.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Evidence } from '../ledger/evidence.ts';
import { probes } from '../probes/catalogue.ts';
import type { Probe } from '../probes/scene.ts';
import { conform, isGating } from '../run/conform.ts';
import type { AllowedSubject, FaultySubject, RunningSubject } from './subject.ts';

/** What became of one planted fault. */
export interface FaultOutcome {
  readonly id: string;
  readonly area: SectionId;
  readonly description: string;
  readonly killed: boolean;
  /** The clauses that noticed before the run was stopped; where none of them gates, the fault breaks a sample only. */
  readonly clauses: readonly ClauseId[];
  readonly verdict: 'VIOLATES' | 'DEVIATES' | 'SILENT';
  readonly detail: string;
}

/** What a service that keeps the document was wrongly accused of. */
export interface VariantOutcome {
  readonly id: string;
  readonly alarms: readonly string[];
  /** Open questions that were observed otherwise than the service answers them. */
  readonly misread: readonly string[];
  readonly harnessErrors: readonly string[];
}

export interface SelftestOptions {
  readonly profile: Profile;
  readonly respondents: number;
  /** Subjects that are tested at once. */
  readonly concurrency: number;
  readonly onOutcome: (line: string) => void;
}

/** Runs conformance against every faulty subject until it notices. */
export function testFaults(subjects: readonly FaultySubject[], options: SelftestOptions): Promise<FaultOutcome[]> {
  return sideBySide(subjects, options.concurrency, async (subject) => {
    const outcome = await testFault(subject, options);
    options.onOutcome(
      `${outcome.killed ? 'killed' : 'MISSED'} ${subject.id}: ${outcome.clauses.join(', ') || outcome.detail}`,
    );
    return outcome;
  });
}

/** Runs conformance against every allowed subject, to the end. */
export function testVariants(subjects: readonly AllowedSubject[], options: SelftestOptions): Promise<VariantOutcome[]> {
  return sideBySide(subjects, options.concurrency, async (subject) => {
    const outcome = await testVariant(subject, options);
    const findings = [...outcome.alarms, ...outcome.misread, ...outcome.harnessErrors];
    options.onOutcome(
      findings.length === 0 ? `silent ${subject.id}` : `FALSE ALARM ${subject.id}: ${findings.join('; ')}`,
    );
    return outcome;
  });
}

async function testFault(subject: FaultySubject, options: SelftestOptions): Promise<FaultOutcome> {
  const noticed = (evidence: Evidence): boolean => wanted(subject, gatingFailures(evidence));
  const { ground } = await examine(await subject.start(), options, nearestFirst(subject.area), noticed);
  const gating = gatingFailures(ground.evidence);
  const found = gating.length > 0 ? gating : failures(ground.evidence);
  const verdict = gating.length > 0 ? 'VIOLATES' : found.length > 0 ? 'DEVIATES' : 'SILENT';
  const killed = wanted(subject, found);
  const errors = ground.evidence.probeErrors;
  const { id, area, description } = subject;
  const detail = killed ? '' : `found ${found.join(', ') || 'nothing'} ${errors.join('; ')}`;
  return { id, area, description, killed, clauses: found, verdict, detail };
}

/** Whether what was found is what the subject breaks. */
function wanted(subject: FaultySubject, found: readonly ClauseId[]): boolean {
  return subject.clauses.length === 0 ? found.length > 0 : subject.clauses.some((clause) => found.includes(clause));
}

async function testVariant(subject: AllowedSubject, options: SelftestOptions): Promise<VariantOutcome> {
  const { ground } = await examine(await subject.start(), options, probes, () => false);
  const { evidence } = ground;
  const alarms = evidence.failures
    .filter(({ clause }) => isGating(clause))
    .map(({ clause, expected, actual }) => `${clause}: expected ${expected}, actual ${actual}`);
  const misread = subject.answers.flatMap(({ question, value }) => misreading(evidence, question, value));
  return { id: subject.id, alarms, misread, harnessErrors: evidence.probeErrors };
}

/** Answers that look like another one from outside: `question=value` to what is observed instead. */
const alike: Readonly<Record<string, string>> = {
  // No walk happened to stand still.
  'Q-PROGRESS-ORDER=never-falls': 'grows',
  'Q-PROGRESS-ORDER=may-fall': 'grows',
  // The keys of the page before are ignored, and the required answers of this one are missing.
  'Q-DOUBLE-SUBMIT=success-next': 'validation_errors',
  // The standard body has no message that tells the two apart.
  'Q-PREVIOUS-NO-SESSION=no-previous': 'standard-400',
};

/** An open question that was observed, though never as the service answers it. */
function misreading(evidence: Evidence, question: string, value: string): string[] {
  const seen = evidence.answersOf(question).map((answer) => answer.value);
  const lookalike = alike[`${question}=${value}`];
  if (lookalike !== undefined && seen.includes(lookalike)) return [];
  return seen.length === 0 || seen.includes(value) ? [] : [`${question} is ${value}, observed ${seen.join(' | ')}`];
}

async function examine(
  service: RunningSubject,
  options: SelftestOptions,
  order: readonly Probe[],
  isOver: (evidence: Evidence) => boolean,
) {
  try {
    return await conform({
      profile: options.profile,
      baseUrl: service.baseUrl,
      probes: order,
      respondents: options.respondents,
      seed: options.profile.seed,
      isOver,
      onExchange: () => {},
      onProbe: () => {},
    });
  } finally {
    await service.close();
  }
}

function failures(evidence: Evidence): ClauseId[] {
  return [...new Set(evidence.failures.map(({ clause }) => clause))];
}

function gatingFailures(evidence: Evidence): ClauseId[] {
  return failures(evidence).filter(isGating);
}

/** The probes about a section first: which probes run does not change, only how soon. */
function nearestFirst(area: SectionId): readonly Probe[] {
  const near = (probe: Probe): boolean =>
    probe.area === area || probe.clauses.some((clause) => clauses[clause].section === area);
  return [...probes.filter(near), ...probes.filter((probe) => !near(probe))];
}

/** Applies `act` to all, at most `atOnce` at a time; results in the order of the items. */
async function sideBySide<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++;
      const item = items[index];
      if (item !== undefined) results[index] = await act(item);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
