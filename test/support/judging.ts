import { type EndpointId, endpoints } from '../../src/contract/endpoints.ts';
import { clauseOf } from '../../src/judging/allClauses.ts';
import { type Findings, keptFinding } from '../../src/judging/findings.ts';
import { judgeExchange } from '../../src/judging/judgeExchange.ts';
import { type Answer, AnswerReader, type Circumstances } from '../../src/judging/reading/answer.ts';
import type { Exchange } from '../../src/result/exchange.ts';
import type { Symptom } from '../../src/result/symptom.ts';
import type { Witness } from '../../src/result/verdict.ts';

/** The clauses that `judge` fails, in their order; each must be one of the catalogue. */
export function failing(judge: (findings: Findings) => void): readonly string[] {
  const failed = new Set<string>();
  const findings: Findings = {
    pass: (clause) => void clauseOf(clause),
    fail: (clause) => void failed.add(clauseOf(clause) && clause),
    expect(clause, holds, _expected, actual) {
      if (!holds) this.fail(clause, '', actual());
      else this.pass(clause);
      return holds;
    },
    observe() {},
    inconclusive: (clause) => void clauseOf(clause),
  };
  judge(findings);
  return [...failed].sort();
}

/** An answer of the service as rules see it; `body` is an object, or its text. */
export function answerOf(endpoint: EndpointId, path: string, body: unknown, httpStatus = 200): Answer {
  const bodyText = typeof body === 'string' ? body : JSON.stringify(body);
  return new AnswerReader().read({
    endpoint,
    method: endpoints[endpoint].method,
    path: `/a/api/v2${path}`,
    requestBody: null,
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

/** Findings that keep what failed. */
export function collected(): Findings & { readonly failed: Failure[] } {
  const failed: Failure[] = [];
  return {
    failed,
    pass: (clause) => void clauseOf(clause),
    fail: (clause, expected, actual, path = '') =>
      void failed.push({ clause, path, ...keptFinding(expected, actual, path, (text) => text) }),
    expect(clause, holds, expected, actual, path) {
      if (!holds) this.fail(clause, expected, actual(), path);
      return holds;
    },
    observe() {},
    inconclusive() {},
  };
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
