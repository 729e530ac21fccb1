import { probes } from '../conformance/probes/allProbes.ts';
import type { Probe } from '../conformance/probes/probeContext.ts';
import { conform } from '../conformance/run/exerciseClauses.ts';
import type { ClauseId, SectionId } from '../contract/clause.ts';
import { clauseOf, clausesOfProbe } from '../judging/allClauses.ts';
import { departuresOf } from '../judging/evidence/departures.ts';
import type { Evidence } from '../judging/evidence/evidence.ts';
import { isHabitId } from '../judging/evidence/habits.ts';
import { isGating } from '../judging/identity.ts';
import type { Profile } from '../profile/profile.ts';
import type { Fault } from './faults/fault.ts';
import { type AllowedSubject, startSubject } from './selftestSubjects.ts';

/** The most that was said of a fault. */
type Outcome = 'VIOLATES' | 'DEVIATES' | 'ODD' | 'SILENT';

/** What became of one injected fault. */
export interface FaultOutcome {
  readonly id: string;
  readonly area: SectionId;
  readonly description: string;
  readonly killed: boolean;
  /** The clauses that it breaks, and the habits. */
  readonly breaks: readonly ClauseId[];
  /** The clauses that noticed before the run was stopped; where none of them gates, the fault breaks a sample only. */
  readonly clauses: readonly ClauseId[];
  readonly verdict: Outcome;
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

/** Respondents who walk beside the probes: enough for faults that happen now and then, or in a crowd only. */
const respondents = 150;

/** Runs conformance against a faulty service until it notices. */
export async function testFault(fault: Fault, profile: Profile): Promise<FaultOutcome> {
  const { id, section: area, description, clauses: breaks } = fault;
  const due = verdictBy(breaks);
  // Whether nothing gates is known at the end of the run only.
  const noticed = (evidence: Evidence): boolean => due === 'VIOLATES' && trips(fault, evidence.broken);
  const service = await startFaulty(fault);
  const { environment } = await examineFault(service.baseUrl, fault, profile, noticed).finally(() => service.close());
  const found = [...environment.evidence.broken, ...oddIn(environment.evidence)];
  const verdict = verdictBy(found);
  const killed = trips(fault, new Set(found)) && verdict === due;
  const errors = environment.evidence.probeErrors;
  const detail = killed
    ? ''
    : `breaks ${breaks.join(', ')}, found ${found.join(', ') || 'nothing'} ${errors.join('; ')}`;
  return { id, area, description, killed, breaks, clauses: found, verdict, detail };
}

function verdictBy(found: readonly string[]): Outcome {
  const clauses = found.filter((id) => !isHabitId(id));
  if (clauses.some(isGating)) return 'VIOLATES';
  return clauses.length > 0 ? 'DEVIATES' : found.length > 0 ? 'ODD' : 'SILENT';
}

function oddIn({ habits }: Evidence): string[] {
  return departuresOf(habits).map(({ id }) => id);
}

/** Whether everything that a fault breaks was found broken. */
export function trips({ clauses }: Fault, found: ReadonlySet<string>): boolean {
  return clauses.every((clause) => found.has(clause));
}

/** A service with one fault injected, as often as the fault says. */
export function startFaulty(fault: Fault) {
  return startSubject({ faults: [{ fault, everyNth: fault.everyNth }] });
}

/** Runs conformance against a service that the document allows, to the end. */
export async function testVariant(subject: AllowedSubject, profile: Profile): Promise<VariantOutcome> {
  const service = await startSubject(subject.options);
  const { environment } = await examine(service.baseUrl, profile, probes, () => false).finally(() => service.close());
  const { evidence } = environment;
  const alarms = evidence.failures
    .filter(({ clause }) => isGating(clause) || subject.plain)
    .map(({ clause, expected, actual }) => `${clause}: expected ${expected}, actual ${actual}`);
  const misread = subject.answers.flatMap(({ question, value }) => misreading(evidence, question, value));
  const odd = subject.plain ? oddIn(evidence) : [];
  return { id: subject.id, alarms: [...alarms, ...odd], misread, harnessErrors: evidence.probeErrors };
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
  // Where the key is required, a wrong one is refused as well.
  'Q-SUBMIT-WRONG-KEY=ignored': 'refused',
};

/** An open question that was observed, though never as the service answers it. */
function misreading(evidence: Evidence, question: string, value: string): string[] {
  const seen = evidence.answersOf(question).map((answer) => answer.value);
  const lookalike = alike[`${question}=${value}`];
  if (lookalike !== undefined && seen.includes(lookalike)) return [];
  return seen.length === 0 || seen.includes(value) ? [] : [`${question} is ${value}, observed ${seen.join(' | ')}`];
}

/** Has conformance look at a running service for a fault, its section first. @param isOver whether enough is known */
export async function examineFault(
  baseUrl: string,
  { section }: Fault,
  profile: Profile,
  isOver: (evidence: Evidence) => boolean,
) {
  // That completed walks become records is not shown; here it is known, so that losing all of them is a fault.
  const demanding: Profile = { ...profile, audit: { ...profile.audit, enabled: true } };
  return await examine(baseUrl, demanding, nearestFirst(section), isOver);
}

async function examine(
  baseUrl: string,
  profile: Profile,
  order: readonly Probe[],
  isOver: (evidence: Evidence) => boolean,
) {
  return await conform({
    profile,
    baseUrl,
    probes: order,
    respondents,
    seed: profile.seed,
    isOver,
  });
}

/** The probes about a section first: which probes run does not change, only how soon. */
function nearestFirst(area: SectionId): readonly Probe[] {
  const near = (probe: Probe): boolean =>
    probe.area === area || clausesOfProbe(probe.id).some((clause) => clauseOf(clause).section === area);
  return [...probes.filter(near), ...probes.filter((probe) => !near(probe))];
}
