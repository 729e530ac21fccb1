import type { ClauseId } from '../../contract/clause.ts';
import { isRecord } from '../../contract/jsonShape.ts';
import type { Evidence } from '../../judging/evidence/evidence.ts';
import { judgeExchange } from '../../judging/exchangeJudge.ts';
import { Findings } from '../../judging/findings.ts';
import { isGating } from '../../judging/identity.ts';
import { AnswerReader } from '../../judging/reading/answer.ts';
import { tokensIn } from '../../judging/tokens.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { Injected } from '../faults/injection.ts';
import { selftestKeys } from '../selftestSubjects.ts';
import { simulate } from '../simulation/simulate.ts';
import { type MemberFault, memberFaults, nameOf, withMember } from './memberFaults.ts';

/** What became of one generated fault. */
export interface GeneratedOutcome {
  /** What is wrong, without where: `member: null`. */
  readonly kind: string;
  /** Where: `take success 1001 [101, 102], response.questions.0.json.id`. */
  readonly place: string;
  /** Clauses that failed, those that gate first, and where none does, what is odd. */
  readonly clauses: readonly string[];
  readonly gates: boolean;
}

type Situations = ReadonlyMap<string, Exchange>;

/** What a clean run has learnt, and its situations. */
interface RecordedRun {
  readonly evidence: Evidence;
  readonly situations: Situations;
}

/** By seed: a run takes seconds, and gives the same each time. */
const recorded = new Map<number, Promise<RecordedRun>>();

/** One answer of each situation in a clean run: endpoint, status, survey and page. */
export async function recordSituations(seed: number): Promise<Situations> {
  return (await (recorded.get(seed) ?? recordRun(seed))).situations;
}

/** A clean run. @param noting what looks on in its service, and changes nothing */
export function recordRun(seed: number, noting: readonly Injected[] = []): Promise<RecordedRun> {
  const run = recordAnew(seed, noting);
  recorded.set(seed, run);
  return run;
}

async function recordAnew(seed: number, noting: readonly Injected[]): Promise<RecordedRun> {
  const situations = new Map<string, Exchange>();
  const service = { options: { injected: noting }, latency: () => 1, seed };
  const evidence = await simulate(service, undefined, (exchange) => {
    // What bad luck has cut off is no answer.
    if (exchange.failure !== null) return;
    const situation = situationOf(exchange);
    const known = situations.get(situation);
    if (known === undefined || isShort(known)) situations.set(situation, exchange);
  });
  return { evidence, situations };
}

/** A list of one, whose item may be of another kind than others are, or of none. */
function isShort({ json }: Exchange): boolean {
  return isRecord(json) && Array.isArray(json.response) && json.response.length < 2;
}

const reader = new AnswerReader();

function situationOf(exchange: Exchange): string {
  const { endpoint, httpStatus, path, json } = exchange;
  const { page, status, reading } = reader.read(exchange);
  const survey = /\/surveys\/(-?\d+)/.exec(path)?.[1] ?? '';
  const questions = page === null ? '' : ` [${page.identity}]`;
  const marked = JSON.stringify(json).includes('\\"selected\\":true') ? ' marked' : '';
  return `${endpoint} ${httpStatus} ${status || reading.kind} ${survey}${questions}${marked}`;
}

/** An answer with one member wrong. */
interface WrongAnswer {
  readonly situation: string;
  readonly fault: MemberFault;
  readonly exchange: Exchange;
}

/** Every member of every recorded answer, wrong in every way. */
export function* wrongAnswers(situations: Situations): Generator<WrongAnswer> {
  const all = [...situations];
  for (const [situation, exchange] of all) {
    if (failing(exchange).length > 0) continue;
    const other = all.find(([name, each]) => name !== situation && isAlike(exchange, each))?.[1] ?? null;
    for (const fault of memberFaults(exchange, other)) {
      const json = withMember(exchange.json, fault.path, fault.value);
      yield { situation, fault, exchange: { ...exchange, json, bodyText: JSON.stringify(json), repeat: null } };
    }
  }
}

/** Wrong answers before the judge alone: what follows from each by itself. */
export function* judgeMemberFaults(situations: Situations): Generator<GeneratedOutcome> {
  for (const wrong of wrongAnswers(situations)) yield outcomeOf(wrong);
}

/** The same kind of answer about another survey: a page for a page. */
function isAlike(one: Exchange, other: Exchange): boolean {
  const isSameKind = one.endpoint === other.endpoint && one.httpStatus === other.httpStatus;
  return isSameKind && one.path !== other.path && reader.read(one).status === reader.read(other).status;
}

function outcomeOf({ situation, exchange, fault: { path, change } }: WrongAnswer): GeneratedOutcome {
  const clauses = failing(exchange);
  const gating = clauses.filter(isGating);
  return {
    kind: `member ${change}`,
    place: `${situation}, ${nameOf(path)}`,
    clauses: [...gating, ...clauses.filter((clause) => !isGating(clause))],
    gates: gating.length > 0,
  };
}

const circumstances = {
  basePath: '',
  isContractual: true,
  mayFail: false,
  token: '',
  keys: selftestKeys.valid,
  sessionIds: [],
};

/** Judges an answer by itself, as one to whoever's text is in it. */
export function judgeAlone(findings: Findings, exchange: Exchange): void {
  const [token = ''] = tokensIn(exchange.bodyText);
  judgeExchange(findings, reader.read(exchange), { ...circumstances, token });
}

/** The clauses that an answer breaks by itself. */
export function failing(exchange: Exchange): string[] {
  const failed = new Set<string>();
  const findings = new (class extends Findings {
    pass(): void {}
    fail(clause: ClauseId): void {
      failed.add(clause);
    }
  })();
  judgeAlone(findings, exchange);
  return [...failed];
}
