import { join } from 'node:path';
import { expect, test } from 'vitest';
import { arrivalsCsv, instantOfLine, loggedArrivals } from '../../src/runs/arrivals.ts';
import { folderOf } from '../support/folder.ts';

const take = 'GET /a/api/v2/surveys/1001/take HTTP/1.1';
const combined = (time: string, request = take) => `10.0.0.7 - - [${time}] "${request}" 200 512 "-" "curl/8"`;

test.each([
  ['combined', combined('23/Nov/2026:10:00:01 +0100')],
  ['nginx with milliseconds', `{"time":"2026-11-23T09:00:01+00:00","request":"${take}"}`],
  ['JSON with seconds since 1970', `{"ts":1795424401.000,"uri":"/a/api/v2/surveys/1001/take"}`],
  ['W3C', '2026-11-23\t09:00:01\tGET\t/a/api/v2/surveys/1001/take\t-\t200'],
  [
    'a load balancer',
    `https 2026-11-23T09:00:01.000000Z app/x 10.0.0.7:1 "GET https://h:443/a/api/v2/surveys/1001/take HTTP/1.1"`,
  ],
  ['HAProxy', `haproxy[1]: 10.0.0.7:1 [23/Nov/2026:09:00:01.000] in out/s1 0/0/1 200 "${take}"`],
])('the time of a line: %s', (_, line) => {
  expect(instantOfLine(line)).toBe(Date.parse('2026-11-23T09:00:01Z'));
});

const log = [
  combined('23/Nov/2026:09:00:01 +0000'),
  combined('23/Nov/2026:09:00:02 +0000', 'POST /a/api/v2/surveys/1001/submit-page HTTP/1.1'),
  combined('23/Nov/2026:09:00:59 +0000', 'GET /a/api/v2/surveys/1002/take HTTP/2.0'),
  combined('23/Nov/2026:09:00:59 +0000', 'OPTIONS /a/api/v2/surveys/1002/take HTTP/2.0'),
  `no time "${take}"`,
  combined('23/Nov/2026:09:02:00 +0000'),
].join('\n');

async function arrivals(text: string, options: { survey?: string; match?: string } = {}) {
  const folder = folderOf({ 'access.log': text });
  return await loggedArrivals({ logs: [join(folder, 'access.log')], survey: null, match: null, ...options });
}

test('takes are arrivals; other calls, and lines without a time, are not', async () => {
  const found = await arrivals(log);
  expect(found).toMatchObject({ lines: 6, timeless: { lines: 1, first: expect.stringMatching(/access\.log:5$/) } });
  expect(arrivalsCsv(found.instants, false)).toBe('minute,arrivals\n2026-11-23T09:00Z,2\n2026-11-23T09:02Z,1\n');
  expect(arrivalsCsv(found.instants, true)).toContain('instant\n2026-11-23T09:00:01.000Z\n2026-11-23T09:00:59.000Z\n');
});

test('of one survey, or of lines that match', async () => {
  expect((await arrivals(log, { survey: '1002' })).instants).toHaveLength(1);
  expect((await arrivals(log, { match: 'submit-page' })).instants).toHaveLength(1);
});

test('a log in which nobody arrives is refused in a line', async () => {
  await expect(arrivals('hello\n')).rejects.toThrow(/access\.log: of 1 lines none is a take of a survey/);
  await expect(arrivals(`"${take}"\n`)).rejects.toThrow(
    /none of the 1 arrivals has a time \(the first is .*access\.log:1\)/,
  );
});
