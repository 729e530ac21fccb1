import type { ClauseId } from '../../src/contract/clause.ts';
import { type EndpointId, endpoints } from '../../src/contract/endpoints.ts';
import { clauseOf } from '../../src/judging/allClauses.ts';
import { noWay } from '../../src/judging/classifyAnswer.ts';
import { judgeExchange } from '../../src/judging/exchangeJudge.ts';
import { Findings } from '../../src/judging/findings.ts';
import { type Actual, type Expected, mismatch } from '../../src/judging/mismatch.ts';
import { type Answer, AnswerReader, type Circumstances } from '../../src/judging/reading/answer.ts';
import type { Exchange } from '../../src/result/exchange.ts';
import type { Symptom } from '../../src/result/symptom.ts';
import type { Witness } from '../../src/result/verdict.ts';

/** The clauses that `judge` fails, in their order; each must be one of the catalogue. */
export function failing(judge: (findings: Findings) => void): readonly string[] {
  const findings = new Collected();
  judge(findings);
  return [...new Set(findings.failed.map(({ clause }) => clause))].sort();
}

/** An answer of the service as rules see it; `body` is an object, or its text. */
export function answerOf(
  endpoint: EndpointId,
  path: string,
  body: unknown,
  httpStatus = 200,
  sent: unknown = undefined,
): Answer {
  const bodyText = typeof body === 'string' ? body : JSON.stringify(body);
  return new AnswerReader().read({
    endpoint,
    method: endpoints[endpoint].method,
    path: `/a/api/v2${path}`,
    requestBody: sent === undefined ? null : JSON.stringify(sent),
    intendedMs: 0,
    sentMs: 0,
    firstByteMs: 1,
    endMs: 1,
    failure: null,
    httpStatus,
    headers: ['content-type', 'application/json'],
    bodyText,
    json: JSON.parse(bodyText),
  });
}

/** What rules found broken, with its words. */
export interface Failure {
  readonly clause: string;
  readonly expected: string;
  readonly actual: string;
  readonly path: string;
  readonly symptom?: Symptom;
}

/** A mismatch of no walk as results keep it. */
export function kept(expected: Expected, actual: Actual, path: string, redact?: (text: string) => string) {
  return mismatch(expected, actual, path, () => noWay, redact);
}

/** Findings that keep what failed; each clause must be one of the catalogue. */
export class Collected extends Findings {
  readonly failed: Failure[] = [];
  readonly passed: string[] = [];
  readonly observed: (readonly [question: string, value: string])[] = [];
  readonly unknown: string[] = [];

  pass(clause: ClauseId): void {
    clauseOf(clause);
    this.passed.push(clause);
  }

  fail(clause: ClauseId, expected: Expected, actual: Actual, path = ''): void {
    clauseOf(clause);
    this.failed.push({ clause, path, ...kept(expected, actual, path) });
  }

  override observe(question: string, value: string): void {
    this.observed.push([question, value]);
  }

  override inconclusive(clause: ClauseId): void {
    clauseOf(clause);
    this.unknown.push(clause);
  }
}

/** A request that a client of the contract sends, to a target without a prefix. */
export const flowCircumstances: Circumstances = {
  basePath: '',
  isContractual: true,
  mayFail: false,
  token: '',
  keys: [],
  sessionIds: [],
};

/** The clauses that one answer breaks by itself, whoever asked. */
export function failingAlone(answer: Answer, circumstances: Partial<Circumstances> = {}): readonly string[] {
  const all = { ...flowCircumstances, ...circumstances };
  return failing((findings) => judgeExchange(findings, answer, all));
}

/** An answer that came otherwise: with another HTTP status or headers, cut off, or not at all. */
export function reread({ exchange }: Answer, changes: Partial<Exchange>): Answer {
  return new AnswerReader().read({ ...exchange, ...changes });
}

/** Stands for a member that is not there. */
export const absent = Symbol('absent');

/** A copy of a body with one member, at a path of dots, changed or taken away. */
export function changed<Body>(body: Body, path: string, value: unknown): Body {
  const copy = structuredClone(body);
  const names = path.split('.');
  const last = names.pop() ?? '';
  // biome-ignore lint/suspicious/noExplicitAny: any body may be changed anywhere.
  const owner = names.reduce<any>((object, name) => object[name], copy);
  if (value === absent) delete owner[last];
  else owner[last] = value;
  return copy;
}

/** The witness of what one answer shows. */
export function witnessOf({ exchange }: Answer): Witness {
  const { endpoint, path, httpStatus, failure, bodyText } = exchange;
  const step = {
    ...{ session: 0, endpoint, method: 'GET', path, headers: {}, body: null, concurrent: 0 },
    sessionTransport: 'keep' as const,
    response: { httpStatus, failure, body: bodyText },
  };
  return { steps: [step], failingStep: 0, curl: '' };
}
