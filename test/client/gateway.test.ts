import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTransport } from '../../src/client/httpTransport.ts';
import { targetOptionsOf } from '../../src/client/target.ts';
import type { Transport } from '../../src/client/transport.ts';
import { resolveProfile } from '../../src/profile/resolveProfile.ts';
import { standardLimits } from '../../src/profile/schema/block.ts';
import { cookieOriginOf } from '../../src/respondent/session/cookies.ts';
import { Session } from '../../src/respondent/session/session.ts';
import { type Exchange, headerOf } from '../../src/result/exchange.ts';
import { type RunningService, startService } from '../../src/service/service.ts';
import { type ConnectProxy, startConnectProxy } from '../support/connectProxy.ts';
import { type Gateway, gatewayHeader, gatewayName, gatewayPath, startGateway } from '../support/gateway.ts';
import { keyFile, strangerFile, trustedFile } from '../support/tlsFront.ts';

let nodes: RunningService[];
let gateway: Gateway;
let proxy: ConnectProxy;
beforeAll(async () => {
  nodes = await Promise.all([startService(), startService()]);
  gateway = await startGateway(nodes.map(({ baseUrl }) => baseUrl));
  proxy = await startConnectProxy('ada:pass word');
});
afterAll(async () => {
  await Promise.all([gateway.close(), proxy.close(), ...nodes.map((node) => node.close())]);
});

const transports: Transport[] = [];
afterEach(async () => {
  for (const transport of transports.splice(0)) {
    await transport.close();
    await expect.poll(() => transport.sockets).toBe(0);
  }
});

/** The keys of `target` that the gateway needs, over one of its ports. */
function keys(scheme: 'http' | 'https', port: number, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    baseUrl: `${scheme}://${gatewayName}`,
    basePath: gatewayPath,
    headers: { 'X-Gateway': gatewayHeader.value },
    connectTo: `127.0.0.1:${port}`,
    tls: { caFile: trustedFile },
    ...changes,
  };
}

function transportTo(target: Record<string, unknown>): Transport {
  const profile = resolveProfile({ target });
  const baseUrl = profile.target.baseUrl + profile.target.basePath;
  const transport = createTransport(targetOptionsOf(profile, baseUrl, { mode: 'shared', max: 4 }, 5000));
  transports.push(transport);
  return transport;
}

/** Takes a survey, and answers its first page in the session that came of it. */
async function takeAndSubmit(transport: Transport): Promise<Exchange[]> {
  const session = new Session(
    { strategy: 'auto', origin: cookieOriginOf(`http://${gatewayName}${gatewayPath}`, standardLimits) },
    'canvass-key',
  );
  const send = (method: 'GET' | 'POST', path: string, body: string | null): Promise<Exchange> =>
    new Promise((resolve) => {
      const headers = session.headersFor(path, body !== null);
      const request = { endpoint: body === null ? 'take' : 'submit-page', method, path, headers, body } as const;
      transport.send(
        { ...request, intendedMs: performance.now() },
        {
          onExchange: (exchange) => {
            session.absorb(exchange);
            resolve(exchange);
          },
        },
      );
    });
  const taken = await send('GET', '/a/api/v2/surveys/1001/take', null);
  if (taken.failure !== null) return [taken];
  return [taken, await send('POST', '/a/api/v2/surveys/1001/submit-page', '{"u_101":"10101","m_102":["10201"]}')];
}

const page = { failure: null, httpStatus: 200, json: { response: { status: 'success' } } };

describe.each([
  ['HTTP/1.1', 'http', false, '1.1'],
  ['HTTP/1.1 over TLS', 'https', false, '1.1'],
  ['HTTP/2', 'https', true, '2.0'],
] as const)('%s', (_, scheme, http2, version) => {
  const port = (): number => (scheme === 'http' ? gateway.plain : gateway.secure);

  test('a new node is reached by its address, under its name, with prefix, header and sticky cookie', async () => {
    const transport = transportTo(keys(scheme, port(), { http2 }));
    for (let walk = 0; walk < 4; walk++) {
      const [taken, submitted] = await takeAndSubmit(transport);
      expect(taken).toMatchObject(page);
      expect(submitted).toMatchObject(page);
      expect(headerOf(taken as Exchange, 'x-seen-version')).toBe(version);
    }
  });

  test('the gateway refuses what comes without its header or its prefix', async () => {
    const [bare] = await takeAndSubmit(transportTo(keys(scheme, port(), { http2, headers: {} })));
    expect(bare).toMatchObject({ httpStatus: 403 });
    const [elsewhere] = await takeAndSubmit(transportTo(keys(scheme, port(), { http2, basePath: '/other' })));
    expect(elsewhere).toMatchObject({ httpStatus: 404 });
  });

  test('a proxy is asked for the way, and learns nothing else', async () => {
    const from = proxy.asked.length;
    const by = `http://ada:pass%20word@127.0.0.1:${proxy.port}`;
    const [taken, submitted] = await takeAndSubmit(transportTo(keys(scheme, port(), { http2, proxy: by })));
    expect(taken).toMatchObject(page);
    expect(submitted).toMatchObject(page);
    expect(headerOf(taken as Exchange, 'x-seen-version')).toBe(version);
    const asked = proxy.asked.slice(from);
    expect(asked.map(({ authority }) => authority)).toEqual([`127.0.0.1:${port()}`]);
    expect(JSON.stringify(asked)).not.toMatch(/x-gateway|open-sesame|api-key|canvass-key|cookie/i);
  });

  test('a proxy that lets nobody through, or is not there, is told apart from the service', async () => {
    for (const by of [`http://ada:wrong@127.0.0.1:${proxy.port}`, 'http://127.0.0.1:1']) {
      const [taken] = await takeAndSubmit(transportTo(keys(scheme, port(), { http2, proxy: by })));
      expect(taken).toMatchObject({ failure: 'proxy', httpStatus: 0 });
    }
  });

  if (scheme === 'http') return;

  test('a gateway that asks for a certificate is shown it, and takes no other', async () => {
    const { mutual } = gateway;
    const tls = { caFile: trustedFile, certFile: trustedFile, keyFile };
    const [taken] = await takeAndSubmit(transportTo(keys(scheme, mutual, { http2, tls })));
    expect(taken).toMatchObject(page);
    const [bare] = await takeAndSubmit(transportTo(keys(scheme, mutual, { http2 })));
    expect(bare).toMatchObject({ failure: 'tls', httpStatus: 0 });
  });

  test('the certificate must hold the name of the service, or the one that the profile gives', async () => {
    const baseUrl = 'https://127.0.0.2';
    const named = (serverName: string | null): Record<string, unknown> =>
      keys(scheme, port(), { http2, baseUrl, tls: { caFile: trustedFile, serverName } });
    expect(await takeAndSubmit(transportTo(named(null)))).toMatchObject([{ failure: 'tls' }]);
    expect(await takeAndSubmit(transportTo(named('survey.localhost')))).toMatchObject([{ failure: 'tls' }]);
    // The name in TLS is right now; `Host` is still the address, and the gateway says so.
    expect(await takeAndSubmit(transportTo(named(gatewayName)))).toMatchObject([
      { failure: 'not-json', httpStatus: 421 },
    ]);
  });
});

test('files that are no certificate, or belong to another key, are one clear error', () => {
  const failing = (tls: Record<string, unknown>) => () => transportTo(keys('https', gateway.secure, { tls }));
  const here = new URL(import.meta.url).pathname;
  expect(failing({ certFile: here })).toThrow(/^target\.tls\.certFile .* cannot be read as certificates \(PEM\)\.$/);
  expect(failing({ certFile: strangerFile, keyFile })).toThrow(/^target\.tls\.keyFile .* does not hold the key/);
  expect(failing({ certFile: trustedFile })).toThrow(/^target\.tls\.certFile .* does not hold the key/);
});
