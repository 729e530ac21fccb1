import type { RunResult } from '../../result/runResult.ts';
import type { Violation, Witness, WitnessStep } from '../../result/verdict.ts';
import { brokenText, stepNotes } from '../content/witnessText.ts';

/**
 * The witnesses of a result's violations as HTTP Archive 1.2, which browsers' developer tools open: a page for each
 * violation, an entry for each step. Witnesses keep no instants, so steps stand a second apart in the order in which
 * they were sent; secrets were replaced when the witness was made.
 */
export function harOfViolations(result: RunResult): unknown {
  const { target } = result;
  const baseUrl = `${target.baseUrl.replace(/\/+$/, '')}${target.way?.basePath ?? ''}`;
  const begin = Date.parse(result.run.startedAt);
  const started = result.violations.map((violation, i) => ({ violation, startMs: begin + i * 60_000 }));
  return {
    log: {
      version: '1.2',
      creator: { name: 'canvass', version: result.tool.version },
      comment: 'Steps are in their order; their times are not those of the run.',
      pages: started.map(({ violation, startMs }) => ({
        startedDateTime: new Date(startMs).toISOString(),
        id: violation.id,
        title: `${violation.id} ${violation.clause}: ${brokenText(violation)}`,
        pageTimings: { onContentLoad: -1, onLoad: -1 },
      })),
      entries: started.flatMap(({ violation, startMs }) => entries(violation, startMs, baseUrl)),
    },
  };
}

function entries(violation: Violation, startMs: number, baseUrl: string): unknown[] {
  return violation.witness.steps.map((step, i) => entry(violation, step, i, startMs + i * 1000, baseUrl));
}

function entry({ id, witness }: Violation, step: WitnessStep, i: number, startMs: number, baseUrl: string): unknown {
  const url = `${baseUrl}${step.path}`;
  const mimeType = step.headers['content-type'] ?? 'application/json';
  return {
    pageref: id,
    startedDateTime: new Date(startMs).toISOString(),
    time: 0,
    request: {
      method: step.method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(Object.entries(step.headers)),
      queryString: pairs(new URLSearchParams(url.split('?')[1] ?? '')),
      ...(step.body === null ? {} : { postData: { mimeType, text: step.body } }),
      headersSize: -1,
      bodySize: step.body === null ? 0 : Buffer.byteLength(step.body),
    },
    response: {
      status: step.response.httpStatus,
      statusText: step.response.failure ?? '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: [],
      content: {
        size: Buffer.byteLength(step.response.body),
        mimeType: 'application/json',
        text: step.response.body,
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: Buffer.byteLength(step.response.body),
    },
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
    ...(step.traceId === undefined ? {} : { _traceId: step.traceId }),
    comment: commentOf(witness, step, i),
  };
}

function commentOf(witness: Witness, step: WitnessStep, i: number): string {
  return [
    `step ${i + 1} of ${witness.steps.length}`,
    ...stepNotes(step),
    ...(step.traceId === undefined ? [] : [`trace ${step.traceId}`]),
    ...(i === witness.failingStep ? ['shows the violation'] : []),
  ].join('; ');
}

function pairs(entries: Iterable<[string, string]>): unknown[] {
  return Array.from(entries, ([name, value]) => ({ name, value }));
}
