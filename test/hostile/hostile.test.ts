import { describe, expect, test } from 'vitest';
import { framingCases } from './framingCases.ts';
import type { HostileCase } from './hostileCase.ts';
import { conformOf, loadOf, runCase } from './hostileRun.ts';
import { jsonCases } from './jsonCases.ts';
import { pageCases } from './pageCases.ts';
import { sizeCases } from './sizeCases.ts';

const cases = [...framingCases, ...sizeCases, ...jsonCases, ...pageCases];

test('there are enough of them, each with a name of its own', () => {
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  expect(cases.length).toBeGreaterThanOrEqual(150);
});

function table(protocol: 'plain' | 'tls' | 'h2'): [string, HostileCase][] {
  return cases.filter(({ over }) => over.includes(protocol)).map((each) => [each.name, each]);
}

/**
 * Load over plain connections tries all: TLS brings the same bytes, HTTP/2 the same bodies in frames of its own, and conform
 * reads answers by the same judge.
 */
const everyNth = 16;
const sampled = (reached: readonly [string, HostileCase][]) => reached.filter((_, at) => at % everyNth === 0);

describe.each(['plain', 'tls', 'h2'] as const)('load over %s against', (protocol) => {
  const all = table(protocol);
  test.each(protocol === 'plain' ? all : sampled(all))('%s', async (_name, each) => {
    const result = await runCase(each, protocol, loadOf);
    const { started, abandoned, stopped, failed, byStatus } = result.respondents;
    const ended = Object.values(byStatus).reduce((sum, count) => sum + count, 0);
    expect(ended + abandoned + stopped + failed).toBe(started);
    judge(each, result);
    const failures = Object.assign({}, ...result.endpoints.map((endpoint) => endpoint.failures));
    if (each.failure === null) expect(failures).toEqual({});
    else if (each.failure !== 'any') expect(Object.keys(failures)).toContain(each.failure);
  });
});

describe('conform against', () => {
  test.each(sampled(table('plain')))('%s', async (_name, each) => {
    judge(each, await runCase(each, 'plain', conformOf));
  });
});

/** Nothing that came was of the service: what it breaks is found, and may be somebody else's. */
const elsewhere =
  /^No answer had a documented form|^No request was granted|^(\d+) of \1 walks of survey \d+ got nowhere|^The target never answered/;

/** The right verdict, for the right reason. */
function judge(
  { service, clause }: HostileCase,
  { verdict, violations, reasons }: Awaited<ReturnType<typeof loadOf>>,
): void {
  const gating = violations
    .filter((violation) => violation.gating)
    .map((violation) => `${violation.clause}: ${violation.actual}`);
  if (service === 'not blamed') expect(gating).toEqual([]);
  else {
    expect(gating).not.toEqual([]);
    expect(verdict).toBe(elsewhere.test(reasons.join(' ')) ? 'INVALID' : 'FAIL');
  }
  if (clause !== null) expect(violations.map((violation) => violation.clause)).toContain(clause);
  if (verdict !== 'PASS') expect(reasons.length).toBeGreaterThan(0);
  expect(reasons.join(' ')).not.toContain('canvass itself failed');
}
