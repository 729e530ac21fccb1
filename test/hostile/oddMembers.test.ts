import { afterAll, beforeAll, expect, test } from 'vitest';
import { probes } from '../../src/conformance/probes/allProbes.ts';
import { conform } from '../../src/conformance/run/exerciseClauses.ts';
import { resolveProfile } from '../../src/profile/resolveProfile.ts';
import { type RunningService, startService } from '../../src/service/service.ts';
import { startRecordingFront } from '../support/recordingFront.ts';

let service: RunningService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** Plain members of an answer of administration: ids, names, numbers of pages. */
const member = /"(\w+)":("(?:[^"\\]|\\.)*"|\d+|true|false|null)/g;

/** Every second answer has another member in another shape. */
function withOddMember(body: string, number: number, odd: string): string {
  if (body.includes('"navigation"') || number % 2 === 0) return body;
  const found = [...body.matchAll(member)];
  const chosen = found[Math.floor(number / 2) % found.length];
  if (chosen === undefined) return body;
  return `${body.slice(0, chosen.index)}"${chosen[1]}":${odd}${body.slice(chosen.index + chosen[0].length)}`;
}

test.each([
  ['objects that cannot be made a text of', '{"toString":1,"valueOf":1}'],
  ['lists in lists', '[[[[[[]]]]]]'],
  ['objects of other prototypes', '{"__proto__":{"toString":null},"constructor":null}'],
])('members that are %s fail no probe of conform', async (_, odd) => {
  const front = await startRecordingFront(service.baseUrl, (body, number) => withOddMember(body, number, odd));
  const profile = resolveProfile({
    target: { baseUrl: front.baseUrl, apiKeys: ['canvass-key'], forbiddenApiKey: 'canvass-forbidden-key' },
    surveys: { walk: [{ id: 1001 }] },
    admin: { organizationId: 1, primaryAccountId: 7, surveyId: 1001, datapadId: 5, mutate: true },
    respondent: { thinkTimeMs: { distribution: 'none' } },
    audit: { settleSeconds: 0.2 },
  });
  const administering = probes.filter(({ id }) => /department|template|datapad|record|filter/.test(id));
  expect(administering.length).toBeGreaterThan(5);
  const { environment } = await conform({
    ...{ profile, baseUrl: front.baseUrl, probes: administering, respondents: 1, seed: 3 },
    isOver: () => false,
    onExchange: () => {},
    onProbe: () => {},
  });
  await front.close();
  expect(environment.evidence.probeErrors).toEqual([]);
});
