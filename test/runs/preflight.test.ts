import { createServer, type RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { resolveProfile } from '../../src/profile/resolveProfile.ts';
import { loadConflicts } from '../../src/runs/preflight/plannedLimits.ts';
import { type Preflown, preflight } from '../../src/runs/preflight/preflight.ts';
import { type RunningService, startService } from '../../src/service/service.ts';
import { folderOf } from '../support/folder.ts';
import { freePort, listening } from '../support/freePort.ts';
import { httpResponse, startTcpServer } from '../support/rawServer.ts';
import { sampleResult } from '../support/sampleResults.ts';
import { startTlsFront } from '../support/tlsFront.ts';

let service: RunningService;
const closing: (() => unknown)[] = [];
beforeAll(async () => {
  const keys = { valid: ['canvass-key', 'canvass-key-2'], forbidden: ['canvass-forbidden-key'] };
  service = await startService({ keys });
  closing.push(() => service.close());
});
afterAll(async () => {
  for (const close of closing) await close();
});

async function target(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  const port = await listening(server);
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${port}`;
}

const forbidden = JSON.stringify({
  response: {
    error: {
      docs: 'https://service.example/errors',
      name: 'FORBIDDEN',
      httpStatusCode: 403,
      id: '1013',
      message: 'The user does not have permission to access the resource',
      resourceUrl: '/a/api/v2/surveys/999999/take',
    },
  },
  requestID: 'r',
});

interface Wanted {
  /** The folder of earlier runs. */
  readonly reports?: string;
  readonly baseUrl?: string;
  readonly keys?: readonly string[];
  readonly surveys?: object;
  readonly command?: Preflown;
  readonly other?: { readonly target?: object; readonly [key: string]: object | undefined };
}

/** Of nobody who has run before. */
const noReports = '/nowhere/reports';

/** What preflight throws, `null` for nothing. */
async function foundBy(wanted: Wanted) {
  const { baseUrl = service.baseUrl, keys, surveys = {}, command = 'load', other = {}, reports = noReports } = wanted;
  const { target = {}, ...rest } = other;
  const profile = resolveProfile({
    target: { baseUrl, apiKeys: [...(keys ?? ['canvass-key'])], ...target },
    surveys: { walk: [{ id: 1001 }], ...surveys },
    ...rest,
  });
  return await preflight(profile, baseUrl, command, reports).then(
    (notices) => (notices.length === 0 ? null : notices),
    (error: unknown) => error,
  );
}

describe('before a run', () => {
  it('nothing is found where everything is in order', async () => {
    const surveys = {
      walk: [{ id: 1001 }, { id: 1002 }],
      noBack: 1003,
      closed: 1004,
      quotaFull: 1005,
      missing: 999_999,
    };
    const target = { forbiddenApiKey: 'canvass-forbidden-key', session: 'cookie' };
    const other = { target, admin: { organizationId: 1, surveyId: 1001 } };
    expect(await foundBy({ surveys, other, command: 'conform' })).toBeNull();
    expect(await foundBy({})).toBeNull();
  });

  it('a survey that does not exist may be answered as one that may not be seen', async () => {
    const upstream = service.baseUrl;
    const baseUrl = await target(async (request, response) => {
      const isMissing = request.url?.includes('/999999/') === true;
      if (isMissing) response.writeHead(403, { 'content-type': 'application/json' }).end(forbidden);
      else {
        const answer = await fetch(`${upstream}${request.url}`, { headers: { 'api-key': 'canvass-key' } });
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
      }
    });
    expect(await foundBy({ baseUrl, surveys: { missing: 999_999 }, command: 'conform' })).toBeNull();
  });

  it('of a survey with several pages, and of one that is not walked, no first page can tell', async () => {
    expect(await foundBy({ surveys: { required: { 1001: [9999], 1013: [9999] } } })).toBeNull();
  });

  it('a wrong base path is a remedy where nothing of the service is found below it', async () => {
    const profile = resolveProfile({
      target: { baseUrl: service.baseUrl, basePath: '/wrong', apiKeys: ['canvass-key'] },
      surveys: { walk: [{ id: 1001 }] },
    });
    await expect(preflight(profile, `${service.baseUrl}/wrong`, 'load', noReports)).rejects.toThrow(
      ', or target.basePath',
    );
  });

  it('of a key that is none it is said which run had it replaced', async () => {
    const sample = sampleResult();
    const [endpoint] = sample.endpoints;
    if (endpoint === undefined) throw new Error('the sample has endpoints');
    const result = (replaced: number) => ({
      ...sample,
      target: { ...sample.target, baseUrl: service.baseUrl },
      endpoints: [{ ...endpoint, endpoint: 'regenerate-key', httpStatuses: { '200': replaced, '401': 3 } }],
    });
    const reports = folderOf({
      'one/result.json': JSON.stringify(result(1)),
      'two/result.json': JSON.stringify(result(0)),
    });
    const said = `; the run in ${reports}/one had the key of this place replaced (admin.regenerateKey): is it that one?`;
    expect(String(await foundBy({ keys: ['wrong'], reports }))).toContain(said);
    expect(String(await foundBy({ keys: ['canvass-key', 'wrong'], reports }))).not.toContain('replaced');
    expect(await foundBy({ reports })).toBeNull();
  });

  it.each<[string, Wanted, RegExp]>([
    ['a key that is none', { keys: ['wrong'] }, /target\.apiKeys\[0\] \(SURVEY_KEY\) is no key of .*\(HTTP 401\)/],
    [
      'one key of several',
      { keys: ['canvass-key', 'wrong'] },
      /^target\.apiKeys\[1\] \(SURVEY_KEY\) is no key of \S+ \(HTTP 401\): set it to one that is/,
    ],
    [
      'a survey that is not there',
      { surveys: { walk: [{ id: 9999 }] } },
      /^survey 9999 does not exist at .*: correct surveys\.walk/,
    ],
    [
      'a required question that is not on the only page',
      { surveys: { walk: [{ id: 1001 }, { id: 1013 }], required: { 1013: [101] } } },
      /^survey 1013 has no question 101 on its only page: correct surveys\.required\n/,
    ],
    [
      'a prepared answer to a question that is not on the only page',
      { surveys: { walk: [{ id: 1013 }] }, other: { respondent: { answers: { 1013: { 9999: 'yes' } } } } },
      /^survey 1013 has no question 9999 on its only page: correct respondent\.answers\n/,
    ],
    [
      'a survey that lets nobody in',
      { surveys: { walk: [{ id: 1004 }] } },
      /^survey 1004 answers `survey_closed`.*surveys\.closed/,
    ],
    [
      'a role that is not played',
      { surveys: { closed: 1002 }, command: 'conform' },
      /^survey 1002 is open.*correct surveys\.closed/,
    ],
    [
      'another role',
      { surveys: { closed: 1006 }, command: 'conform' },
      /survey 1006 answers `survey_paused` \(surveys\.paused\)/,
    ],
    ['a missing survey that exists', { surveys: { missing: 1001 }, command: 'conform' }, /^survey 1001 exists/],
    [
      'an organization that is not there',
      { other: { admin: { organizationId: 77 } }, command: 'conform' },
      /^organization 77 does not exist at .*: correct admin\.organizationId/,
    ],
    [
      'a datapad that is not there',
      { other: { admin: { surveyId: 1001, datapadId: 77, mutate: true } }, command: 'conform' },
      /^survey \d+ has no datapad 77 at .*: correct admin\.datapadId/,
    ],
    [
      'a key without permission that is no key',
      { other: { target: { forbiddenApiKey: 'mistyped' }, admin: { organizationId: 1 } }, command: 'conform' },
      /^target\.forbiddenApiKey is no key of .*\(HTTP 401\)/,
    ],
    [
      'a session that is carried otherwise',
      { other: { target: { session: 'token' } } },
      /by the cookie JSESSIONID, and not by the header x-survey-token: set target\.session to cookie, or auto/,
    ],
    [
      'a survey that goes back',
      { surveys: { noBack: 1002 }, command: 'conform' },
      /^survey 1002 goes back .*: correct surveys\.noBack\n/,
    ],
    [
      'a survey that goes back, where another was meant',
      { surveys: { walk: [{ id: 1001 }, { id: 1003 }], noBack: 1002, closed: 1004 }, command: 'conform' },
      /correct surveys\.noBack \(survey 1003 does not go back\)/,
    ],
  ])('the mistake is named, with what to change: %s', async (_, wanted, sentence) => {
    vi.stubEnv('SURVEY_KEY', 'wrong');
    const found = await foundBy(wanted);
    vi.unstubAllEnvs();
    expect(found).toMatchObject({ exitCode: 2, message: expect.stringMatching(sentence) });
  });

  it('a role that is not played may be the service where others are: it is told, and judged by the run', async () => {
    const surveys = { closed: 1004, quotaFull: 1002 };
    expect(await foundBy({ surveys, command: 'conform' })).toEqual([
      expect.stringMatching(/^survey 1002 is open, .*correct surveys\.quotaFull, unless the service is wrong/),
    ]);
    expect(await foundBy({ surveys: { closed: 1004, noBack: 1002 }, command: 'conform' })).toEqual([
      expect.stringMatching(/^survey 1002 goes back to its first page, .*, unless the service is wrong/),
    ]);
  });

  it('a key without permission that is refused nothing is told: the service may let everybody in', async () => {
    const target = { forbiddenApiKey: 'canvass-key-2' };
    expect(await foundBy({ keys: ['canvass-key'], other: { target }, command: 'conform' })).toEqual([
      expect.stringMatching(/^target\.forbiddenApiKey is refused nothing .*, unless the service lets everybody in$/),
    ]);
  });

  it.each<[string, object]>([
    ['two that were mixed up', { closed: 1005, quotaFull: 1004, paused: 1006 }],
    ['a survey that is walked', { walk: [{ id: 1001 }, { id: 1002 }], closed: 1001, paused: 1006 }],
    ['one with two roles', { closed: 1006, paused: 1006, quotaFull: 1005 }],
  ])('roles are a mistake of the profile: %s', async (_, surveys) => {
    expect(await foundBy({ surveys, command: 'conform' })).toMatchObject({ exitCode: 2 });
  });

  it('roles that a load does not walk are left to conform', async () => {
    expect(await foundBy({ surveys: { closed: 1002 } })).toBeNull();
  });

  it.each<[string, RequestListener, number, RegExp]>([
    [
      'is compressed all the same',
      (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{}')),
      3,
      /content coding.*Accept-Encoding: identity/,
    ],
    ['a gateway without a service', (_, response) => response.writeHead(503).end('<html>'), 5, /gateway.*HTTP 503/],
    ['a web site', (_, response) => response.end('<html>Hello'), 5, /is target\.baseUrl the survey service/i],
    ['another path', (_, response) => response.writeHead(404).end('no such page'), 2, /target\.baseUrl/],
    [
      'a redirect',
      (_, response) => response.writeHead(302, { location: 'https://other.example/' }).end(),
      2,
      /HTTP 302 to https:\/\/other\.example/,
    ],
    ['silence', () => {}, 5, /no answer came within 2 s.*--no-preflight/],
  ])('somebody else answers: %s', async (_, listener, exitCode, sentence) => {
    const found = await foundBy({ baseUrl: await target(listener) });
    expect(found).toMatchObject({ exitCode, message: expect.stringMatching(sentence) });
  });

  it('nobody listens, or not as the scheme says', async () => {
    const nobody = `http://127.0.0.1:${await freePort()}`;
    expect(await foundBy({ baseUrl: nobody })).toMatchObject({
      exitCode: 5,
      message: expect.stringContaining('nothing is listening'),
    });
    const plain = service.baseUrl.replace('http:', 'https:');
    expect(await foundBy({ baseUrl: plain })).toMatchObject({
      exitCode: 5,
      message: `${plain}: this port speaks no TLS. Correct target.baseUrl: ${service.baseUrl}, or the port.`,
    });
  });

  it('a port of TLS is told from one without, by whoever waits for the rest of what it does not understand too', async () => {
    const front = await startTlsFront(service.baseUrl, 'http/1.1');
    const deaf = await startTcpServer((socket) => {
      // It answers at the end of a line, of which the first bytes of TLS have none.
      socket.on('data', (bytes) => {
        if (bytes.toString('latin1').startsWith('GET ')) socket.end(httpResponse(401, '{}'));
      });
    });
    closing.push(
      () => front.close(),
      () => deaf.close(),
    );
    const asPlain = front.baseUrl.replace('https:', 'http:');
    const asSecure = deaf.baseUrl.replace('http:', 'https:');
    expect(await foundBy({ baseUrl: asPlain })).toMatchObject({
      message: `${asPlain}: this port speaks TLS only. Correct target.baseUrl: ${front.baseUrl}, or the port.`,
    });
    expect(await foundBy({ baseUrl: asSecure })).toMatchObject({
      message: expect.stringContaining('this port speaks no TLS'),
    });
    expect(await foundBy({ baseUrl: front.baseUrl })).toMatchObject({
      message: expect.stringContaining('is not trusted'),
    });
  });

  it('a limiter is left to the run, which waits for it', async () => {
    expect(await foundBy({ baseUrl: await target((_, response) => response.writeHead(429).end()) })).toBeNull();
  });

  it('what the service does wrong is left to the run', async () => {
    const failing = await target((_, response) => {
      response.writeHead(500, { 'content-type': 'application/json' }).end('{"response":{"error":{"id":1026}}}');
    });
    expect(await foundBy({ baseUrl: failing })).toBeNull();
  });
});

describe('before anything is sent', () => {
  const roomy = { openFiles: 4096, openNow: 24, localPorts: 28_000 };
  const conflicts = (changes: { readonly target?: object; readonly load?: object }, machine = roomy) =>
    loadConflicts(
      resolveProfile({
        target: {
          baseUrl: 'http://127.0.0.1:1',
          apiKeys: ['k'],
          rateBudget: null,
          ...changes.target,
        },
        surveys: { walk: [{ id: 1001 }] },
        load: { stages: [{ durationSeconds: 10, arrivalsPerSecond: 20 }], ...changes.load },
      }),
      machine,
    );

  it('what cannot work is told with a value that would', () => {
    expect(conflicts({})).toEqual([]);
    const target = { rateBudget: { perKeyPerMinute: 300, perOrganizationPerMinute: 2400 } };
    expect(conflicts({ target })).toEqual([expect.stringContaining('at most 2.5 respondents arrive a second')]);
    expect(conflicts({ target, load: { stages: [{ durationSeconds: 10, arrivalsPerSecond: 2.5 }] } })).toEqual([]);
    expect(conflicts({ load: { warmupSeconds: 10 } })).toEqual([expect.stringContaining('at most 5, or 0')]);
  });

  it('connections fit into the files and ports of the machine', () => {
    const small = { ...roomy, openFiles: 64 };
    const [tooMany = ''] = conflicts({}, small);
    const most = Number(/lower load\.connections\.max to (\d+)/.exec(tooMany)?.[1]);
    expect(conflicts({ load: { connections: { max: most } } }, small)).toEqual([]);
    expect(conflicts({ load: { connections: { max: most + 1 } } }, small)).toHaveLength(1);
    const crowd = {
      model: 'closed',
      stages: [{ durationSeconds: 5, respondents: 3000 }],
      connections: { mode: 'perRespondent' },
    };
    const ports = { ...roomy, openFiles: 100_000, localPorts: 2000 };
    expect(conflicts({ load: crowd }, ports)).toEqual([expect.stringContaining('this machine has 2000')]);
  });
});
