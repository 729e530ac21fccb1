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

/** That cannot be made a text of, of other prototypes, and lists in lists. */
const odd = ['{"toString":1,"valueOf":1}', '{"__proto__":{"toString":null},"constructor":null}', '[[[[[[]]]]]]'];

/** Every second answer has another member in another shape. */
function withOddMember(body: string, number: number): string {
  if (body.includes('"navigation"') || number % 2 === 0) return body;
  const found = [...body.matchAll(member)];
  const turn = Math.floor(number / 2);
  const chosen = found[Math.floor(turn / odd.length) % found.length];
  if (chosen === undefined) return body;
  const after = chosen.index + chosen[0].length;
  return `${body.slice(0, chosen.index)}"${chosen[1]}":${odd[turn % odd.length]}${body.slice(after)}`;
}

test('members of odd shapes fail no probe of conform', async () => {
  const front = await startRecordingFront(service.baseUrl, withOddMember);
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
