import { hostOf, isHostNamed, isLoopbackHost, namedPlaces, placeOf, proxyOf } from './address.ts';
import type { KeyPath } from './profileProblem.ts';
import type { CompleteProfile } from './schema.ts';
import { redactedText } from './secret.ts';

type Target = CompleteProfile['target'];
export type Report = (path: KeyPath, message: string, because?: KeyPath) => void;

/** Rules between the keys that say which way requests take, and who must have allowed it. */
export function checkWay(target: Target, report: Report): void {
  const { baseUrl, basePath, connectTo, proxy, tls } = target;
  if (connectTo !== null && placeOf(connectTo) === null) report(['target', 'connectTo'], portForm);
  if (proxy !== null && proxy !== 'auto' && proxyOf(proxy) === null) report(['target', 'proxy'], portForm);
  if (baseUrl === 'embedded') {
    for (const [key, isGiven] of [
      ['basePath', basePath.replace('/', '') !== ''],
      ['connectTo', connectTo !== null],
      ['proxy', proxy !== 'auto' && proxy !== null],
    ] as const) {
      if (isGiven) report(['target', key], 'is for a service of your own: the embedded one is reached directly');
    }
  }
  if (tls.keyFile !== null && tls.certFile === null) {
    report(['target', 'tls', 'keyFile'], 'needs `target.tls.certFile`: the certificate that the key belongs to');
  }
  checkHeaders(target, report);
  checkAuthorization(target, report);
}

const portForm = 'names no port from 1 to 65535';

/** Headers that canvass sends itself, or that frame a message. */
const ownHeaders: Readonly<Record<string, string>> = {
  host: 'is the name in `target.baseUrl`; `target.connectTo` says where it is',
  'api-key': 'carries `target.apiKeys`',
  cookie: 'carries the cookies that the service sets',
  'x-survey-token': 'carries the session of each respondent',
  accept: "is canvass's own",
  'accept-encoding': "is canvass's own",
  'content-type': "is canvass's own",
  'content-length': 'frames the message',
  'transfer-encoding': 'frames the message',
  connection: 'frames the message',
  'keep-alive': 'frames the message',
  upgrade: 'frames the message',
  expect: 'frames the message',
  te: 'frames the message',
  trailer: 'frames the message',
};

function checkHeaders({ headers, traceparent }: Target, report: Report): void {
  const seen = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    const path = ['target', 'headers', name];
    const lower = name.toLowerCase();
    const own = Object.hasOwn(ownHeaders, lower) ? ownHeaders[lower] : undefined;
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) report(path, 'is no name that a header can have');
    else if (own !== undefined) report(path, `${own}: leave it out`);
    else if (seen.has(lower)) report(path, 'is named twice, in other letters');
    else if (traceparent && lower === 'traceparent')
      report(path, 'is sent by `target.traceparent`: leave one of them out');
    else if (value === redactedText) {
      report(path, `was a secret, which no result keeps: give it again, --set target.headers.${name}='\${NAME}'`);
    }
    seen.add(lower);
  }
}

/** Every host that requests go to or by must be this machine, or be allowed. */
function checkAuthorization(target: Target, report: Report): void {
  const { authorization, baseUrl } = target;
  const foreign = namedPlaces(target).filter(({ host }) => !isLoopbackHost(host));
  if (foreign.length > 0 && authorization === null) {
    const hosts = [...new Set(foreign.map(({ host }) => host))].join(', ');
    const message = `is required for ${hosts}, which is not loopback: say who allowed this test, as { by: a ticket or a name, hosts: [${hosts}] }`;
    report(['target', 'authorization'], message, ['target', foreign[0]?.key ?? 'baseUrl']);
    return;
  }
  if (authorization === null) return;
  const hosts = typeof authorization === 'string' ? [hostOf(baseUrl)] : authorization.hosts;
  for (const { key, host } of foreign) {
    if (hosts.some((pattern) => isHostNamed(pattern, host))) continue;
    const of = key === 'baseUrl' ? '' : ` of \`target.${key}\``;
    const what = `not for ${host}${of}`;
    if (typeof authorization === 'string') {
      const all = [...hosts, ...foreign.map((each) => each.host)].filter((each, at, list) => list.indexOf(each) === at);
      const message = `holds for ${hosts[0]} only, ${what}: where that is allowed too, write { by: …, hosts: [${all.join(', ')}] }`;
      report(['target', 'authorization'], message);
    } else {
      report(
        ['target', 'authorization', 'hosts'],
        `holds for ${hosts.join(', ')}, ${what}: add it where that is allowed`,
      );
    }
  }
}
