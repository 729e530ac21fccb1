import type { ClauseId } from '../../contract/clause.ts';
import { isRecord } from '../../contract/jsonShape.ts';
import { judgeExchange } from '../../judging/exchangeJudge.ts';
import { Findings } from '../../judging/findings.ts';
import { isGating } from '../../judging/identity.ts';
import { AnswerReader } from '../../judging/reading/answer.ts';
import { tokensIn } from '../../judging/tokens.ts';
import type { Exchange } from '../../result/exchange.ts';
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

/** By seed: a run takes seconds, and gives the same each time. */
const recorded = new Map<number, Promise<Situations>>();

/** One answer of each situation in a clean run: endpoint, status, survey and page. */
export function recordSituations(seed: number): Promise<Situations> {
  const known = recorded.get(seed) ?? recordOnce(seed);
  recorded.set(seed, known);
  return known;
}

async function recordOnce(seed: number): Promise<Situations> {
  const situations = new Map<string, Exchange>();
  await simulate({ options: {}, latency: () => 1, seed }, undefined, (exchange) => {
    // What bad luck has cut off is no answer.
    if (exchange.failure !== null) return;
    const situation = situationOf(exchange);
    const known = situations.get(situation);
    if (known === undefined || isShort(known)) situations.set(situation, exchange);
  });
  return situations;
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

/** Every member of every recorded answer, wrong in every way, before the judge alone: what follows from one answer. */
export function* judgeMemberFaults(situations: Situations): Generator<GeneratedOutcome> {
  const all = [...situations];
  for (const [situation, exchange] of all) {
    if (failing(exchange).length > 0) continue;
    const other = all.find(([name, each]) => name !== situation && isAlike(exchange, each))?.[1] ?? null;
    for (const fault of memberFaults(exchange, other)) yield outcomeOf(situation, exchange, fault);
  }
}

/** The same kind of answer about another survey: a page for a page. */
function isAlike(one: Exchange, other: Exchange): boolean {
  const isSameKind = one.endpoint === other.endpoint && one.httpStatus === other.httpStatus;
  return isSameKind && one.path !== other.path && reader.read(one).status === reader.read(other).status;
}

function outcomeOf(situation: string, exchange: Exchange, { path, change, value }: MemberFault): GeneratedOutcome {
  const json = withMember(exchange.json, path, value);
  const clauses = failing({ ...exchange, json, bodyText: JSON.stringify(json), repeat: null });
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

/** The clauses that an answer breaks by itself. */
export function failing(exchange: Exchange): string[] {
  const failed = new Set<string>();
  const findings = new (class extends Findings {
    pass(): void {}
    fail(clause: ClauseId): void {
      failed.add(clause);
    }
  })();
  const [token = ''] = tokensIn(exchange.bodyText);
  judgeExchange(findings, reader.read(exchange), { ...circumstances, token });
  return [...failed];
}
