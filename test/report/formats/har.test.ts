import { describe, expect, it } from 'vitest';
import { harOfViolations } from '../../../src/report/formats/har.ts';
import { failingResult } from '../../support/sampleResults.ts';
import { tracedResult, traceId } from '../../support/tracedResult.ts';

const requestMembers = ['method', 'url', 'httpVersion', 'cookies', 'headers', 'queryString', 'headersSize', 'bodySize'];
const responseMembers = [
  'status',
  'statusText',
  'httpVersion',
  'cookies',
  'headers',
  'content',
  'redirectURL',
  'headersSize',
  'bodySize',
];

describe('the HAR of violations', () => {
  const result = failingResult();
  const har = JSON.parse(JSON.stringify(harOfViolations(result)));

  it('is HTTP Archive 1.2 with every required member', () => {
    expect(har.log.version).toBe('1.2');
    expect(har.log.creator).toEqual({ name: 'canvass', version: '0.1.0' });
    for (const page of har.log.pages)
      expect(Object.keys(page)).toEqual(expect.arrayContaining(['startedDateTime', 'id', 'title', 'pageTimings']));
    for (const entry of har.log.entries) {
      expect(Object.keys(entry)).toEqual(
        expect.arrayContaining(['startedDateTime', 'time', 'request', 'response', 'cache', 'timings']),
      );
      expect(Object.keys(entry.request)).toEqual(expect.arrayContaining(requestMembers));
      expect(Object.keys(entry.response)).toEqual(expect.arrayContaining(responseMembers));
      expect(Number.isNaN(Date.parse(entry.startedDateTime))).toBe(false);
    }
  });

  it('has a page for each violation and an entry for each step, in order', () => {
    expect(har.log.pages.map((page: { id: string }) => page.id)).toEqual(result.violations.map((v) => v.id));
    expect(har.log.entries).toHaveLength(result.violations.reduce((sum, v) => sum + v.witness.steps.length, 0));
    const times = har.log.entries.map((entry: { startedDateTime: string }) => entry.startedDateTime);
    expect(times).toEqual([...times].sort());
  });

  it('holds placeholders where secrets stood', () => {
    const headers = har.log.entries.flatMap(
      (entry: { request: { headers: { name: string; value: string }[] } }) => entry.request.headers,
    );
    expect(
      headers
        .filter((h: { name: string }) => h.name === 'api-key')
        .every((h: { value: string }) => h.value === '$CANVASS_API_KEY'),
    ).toBe(true);
  });

  it('names the trace that each step was sent in', () => {
    const traced = JSON.parse(JSON.stringify(harOfViolations(tracedResult('https://tempo.example/{traceId}'))));
    const [first, second] = traced.log.entries;
    expect([first._traceId, second._traceId]).toEqual([traceId('0'), traceId('1')]);
    expect(second.comment).toContain(`trace ${traceId('1')}`);
    expect(har.log.entries[0].comment).not.toContain('trace');
  });
});
