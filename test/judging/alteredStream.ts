import { BodyReader } from '../../src/client/bodyReader.ts';
import { type EndpointId, endpoints } from '../../src/contract/endpoints.ts';
import type { Circumstances } from '../../src/judging/reading/answer.ts';
import { tokenOf } from '../../src/judging/tokens.ts';
import { Random } from '../../src/respondent/random.ts';
import type { Exchange } from '../../src/result/exchange.ts';
import { changed } from '../support/judging.ts';
import { complete, page, path, question, rejected, serverError, session, standard } from './sampleAnswers.ts';

/** One exchange of the stream, as a transport makes it, and what is known of its respondent. */
export interface Altered {
  readonly exchange: Exchange;
  readonly circumstances: Circumstances;
}

/** An answer that comes again and again, with another id, head and respondent each time. */
interface Recurring {
  readonly endpoint: EndpointId;
  readonly path: string;
  readonly httpStatus: number;
  /** JSON with `requestId` in the place of an id, and marks in those of values that vary; or any text. */
  readonly text: string;
  readonly contentType: string | null;
}

const requestId = 'REQUEST-ID';
const keys = ['key-4711-of-canvass'];
const tokens = [1, 2].map((index) => tokenOf('abcdef12', index));
const sessionIds = ['0123456789ABCDEF0123456789ABCDEF', 'eyJhbGciOiJIUzI1NiJ9.e30'];
const trace = 'Traceback (most recent call last):\n  File "a.py", line 1';
const password = 'postgres://survey:secret@db.internal/surveys';

/** What stands in the place of a value that is another one each time, and the values: some right, some wrong. */
const varying = {
  progress: ['"VARYING-PROGRESS"', ['42', '-7', '13', '-3', '57', '20']],
  code: ['"VARYING-CODE"', ['1002', '1003', '1004']],
  link: ['VARYING-LINK', [`${path}/previous-page`, `${path.replace('1', '7')}/previous-page`, `${path}/previous-wage`]],
  style: [
    'VARYING-STYLE',
    [
      sessionIds[0] ?? '',
      '0123456789ABCDEF0123456789ABCDEE',
      'x'.repeat(32),
      `https://h.example/${tokens[1]}`.slice(-32),
    ],
  ],
  docs: ['VARYING-DOCS', ['NullPointerException', 'https://h.example/10', 'https://h.example/11']],
  status: [
    'VARYING-STATUS',
    ['survey_closed', 'survey_paused', 'survey_opened', 'survey_locked', 'survey_hidden', 'survey_lapsed'],
  ],
  html: ['VARYING-HTML', ['<b>1</b>', '12345678', '<b>2</b>']],
  own: [
    'VARYING-OWN',
    [
      '',
      ...tokens,
      `${tokens[0]} \\\\ &#38; ü`,
      `${tokens[1]} &#60;cvs-mark&#62;`,
      `${tokens[0]} <cvs-mark>`,
      `cvs-</textarea><cvs-mark>`,
      password,
      'Not mine',
    ],
  ],
  marked: ['VARYING-MARKED', ['true', 'false', 'null', '1', 'true,\\"note\\":\\"x\\"']],
  input: [
    'VARYING-INPUT',
    [
      `${tokens[0]} one`,
      `${tokens[0]} two`,
      `${tokens[1]} &#34;three&#34;`,
      `${tokens[0]}\\" name=\\"u_9`,
      `${tokens[0]} <cvs-mark>`,
      '',
    ],
  ],
} as const satisfies Readonly<Record<string, readonly [mark: string, values: readonly string[]]>>;

const later = changed(page, 'response.navigation.previousPageUrl', `${path}/previous-page`);
const pageOfTwo = changed(later, 'response.questions', [
  ...page.response.questions,
  { html: '<textarea name="t_1021"></textarea>', json: JSON.stringify(textQuestion()) },
]);
const marked = changed(later, 'response.questions', [
  { html: '', json: JSON.stringify({ ...question, answers: [{ id: 1011, text: 'One', selected: true }] }) },
]);
const inputs = '<label>One</label><input type="text" name="t_1011" value="VARYING-INPUT"><i title=x>';
const gone = changed(later, 'response.questions', [
  {
    html: inputs,
    json: JSON.stringify({ ...question, answers: [{ id: 1011, text: 'One', selected: 'MARKED' }] }).replace(
      '"MARKED"',
      'VARYING-MARKED',
    ),
  },
  { html: '<textarea name="t_1021">VARYING-OWN</textarea>', json: JSON.stringify(textQuestion()) },
]);
const department = { departmentID: 1, organizationID: 2, name: 'Zoo', primaryAccountID: 0 };

function textQuestion(): object {
  const formParam = { paramPrefix: 't_', paramIdType: 'answerId' };
  return { id: 102, type: 'T', text: 'Why?', answers: [{ id: 1021 }], formParam };
}

const samples: readonly (readonly [endpoint: EndpointId, body: unknown, httpStatus?: number])[] = [
  ['take', page],
  ['submit-page', later],
  ['submit-page', changed(later, 'response.meta.progressPercentage', 'VARYING-PROGRESS')],
  ['take', changed(later, 'response.navigation.previousPageUrl', 'VARYING-LINK')],
  ['take', changed(later, 'response.themeConfig.cssUrls', ['VARYING-STYLE'])],
  ['submit-page', changed(later, 'response.questions', [{ ...later.response.questions[0], html: 'VARYING-HTML' }])],
  ['submit-page', { response: { status: 'VARYING-STATUS', debug: 'd'.repeat(70) }, requestID: 'r' }],
  ['submit-page', changed(session, 'error.code', 'VARYING-CODE'), 400],
  ['take', { ...changed(standard, 'response.error.docs', 'VARYING-DOCS'), requestID: 'r' }, 400],
  ['submit-page', pageOfTwo],
  ['previous-page', marked],
  ['previous-page', gone],
  ['submit-page', rejected],
  ['submit-page', complete],
  ['submit-page', session, 400],
  ['take', standard, 400],
  ['take', serverError, 500],
  ['take', { response: { status: 'survey_closed' }, requestID: 'r' }],
  ['create-department', { response: department, requestID: 'r' }],
];

/** Values that make a member wrong, or strange, or a leak. */
const values: readonly unknown[] = [
  null, '', 0, -1, 101, 1.5, true, [], {}, 'x', 'https://h.example/x', '/a/api/v3/x', 'validation_errors', 'success',
  { debug: trace }, { dsn: password }, ...keys, ...tokens, ...sessionIds, '<cvs-mark>', [{ questionId: 7 }], 'null',
]; // biome-ignore format: a list

/** What may stand where the id stands. */
const ids: readonly string[] = [
  ...keys, ...tokens, ...sessionIds, '', 'java.lang.IllegalStateException', 'SQLException', password, 'ü', 'a"b',
  'a b', `\n    at f (x.js:1:2)`, '<html>', 'cvs-', 'x'.repeat(200),
]; // biome-ignore format: a list

/** Draws exchanges without end: most are as some were before, some are altered at a random place. */
export class AlteredStream {
  readonly #random: Random;
  readonly #bodies = new BodyReader();
  readonly #recurring: Recurring[];
  #count = 0;

  constructor(seed: number) {
    this.#random = new Random(seed, 0);
    this.#recurring = samples.map(([endpoint, body, httpStatus = 200]) => recurringOf(endpoint, body, httpStatus));
  }

  next(): Altered {
    const random = this.#random;
    if (random.chance(0.06)) {
      const fresh = this.#altered(this.#pick(this.#recurring));
      if (this.#recurring.length < 40) this.#recurring.push(fresh);
      // The samples themselves stay.
      else this.#recurring[random.between(samples.length, this.#recurring.length - 1)] = fresh;
    }
    return this.#exchanged(this.#pick(this.#recurring));
  }

  #pick<Of>(of: readonly Of[]): Of {
    return of[this.#random.below(of.length)] as Of;
  }

  /** The answer with one thing of it changed for good. */
  #altered(from: Recurring): Recurring {
    const random = this.#random;
    const { text } = from;
    const at = random.below(text.length + 1);
    switch (random.below(8)) {
      case 0:
        return { ...from, httpStatus: this.#pick([200, 201, 204, 302, 400, 401, 404, 422, 429, 500, 502, 501]) };
      case 1:
        return {
          ...from,
          contentType: this.#pick([null, 'text/html', 'application/json; charset=utf-8', 'text/json']),
        };
      case 2: {
        const endpoint = this.#pick(Object.keys(endpoints) as EndpointId[]);
        return { ...from, endpoint, path: `${path}/${endpoint}` };
      }
      case 3:
        return { ...from, path: from.path.replace('1001', this.#pick(['1002', 'x', '1001'])) };
      case 4:
        // Another letter, one less, or more of them: mostly no JSON any more.
        return {
          ...from,
          text: text.slice(0, at) + this.#pick(['', 'x', '"', '<script>', 'ü', trace]) + text.slice(at + 1),
        };
      default:
        return { ...from, text: this.#withMember(text) };
    }
  }

  /** JSON with one member, at any depth and in the JSON of questions too, changed, taken away, doubled or moved. */
  #withMember(text: string): string {
    try {
      const body: unknown = JSON.parse(text);
      return JSON.stringify(this.#changedIn(body), null, this.#pick([undefined, undefined, 1]));
    } catch {
      return text;
    }
  }

  #changedIn(value: unknown): unknown {
    const random = this.#random;
    if (typeof value === 'string' && value.startsWith('{') && random.chance(0.9)) return this.#withMember(value);
    const isInner = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
    if (!isInner || random.chance(0.04)) return this.#pick(values);
    if (Array.isArray(value)) {
      const at = random.below(value.length);
      if (random.chance(0.1)) return [...value, value[at]];
      return random.chance(0.1) ? value.toSpliced(at, 1) : value.with(at, this.#changedIn(value[at]));
    }
    const members = Object.entries(value);
    const at = random.below(members.length);
    const [name, member] = members[at] as [string, unknown];
    if (random.chance(0.1)) return Object.fromEntries([...members.slice(at), ...members.slice(0, at)]);
    if (random.chance(0.1)) return Object.fromEntries([...members, ['debug', this.#pick(values)]]);
    if (random.chance(0.12)) return Object.fromEntries(members.toSpliced(at, 1));
    return Object.fromEntries(members.with(at, [name, this.#changedIn(member)]));
  }

  #exchanged({ endpoint, path: requestPath, httpStatus, text, contentType }: Recurring): Altered {
    const random = this.#random;
    const id = random.chance(0.05) ? this.#pick(ids) : `r-${String(++this.#count).padStart(9, '0')}`;
    const varied = Object.values(varying).reduce(
      (to, [mark, values]) => to.replace(mark, this.#pick<string>(values)),
      text,
    );
    const bytes = Buffer.from(varied.replace(requestId, JSON.stringify(id).slice(1, -1)));
    const isCut = random.chance(0.01);
    const whole = this.#bodies.read(bytes);
    const body = isCut ? { text: whole.text.slice(0, 30), json: undefined, repeat: null, varied: null } : whole;
    const failure =
      body.json === undefined ? (isCut ? this.#pick(['truncated', 'reset', 'refused'] as const) : 'not-json') : null;
    const exchange: Exchange = {
      endpoint,
      method: endpoints[endpoint].method,
      path: requestPath,
      requestBody: null,
      intendedMs: 0,
      sentMs: this.#count,
      firstByteMs: 1,
      endMs: 1,
      failure,
      httpStatus: failure === 'refused' ? 0 : httpStatus,
      headers: this.#headers(contentType),
      bodyText: body.text,
      json: body.json,
      repeat: body.repeat,
      varied: body.varied,
      connectionIdleMs: this.#pick([0, 1000]),
    };
    return { exchange, circumstances: this.#circumstances() };
  }

  #headers(contentType: string | null): string[] {
    const headers = ['date', `Tue, 24 Nov 2026 00:00:${this.#random.between(10, 59)} GMT`];
    if (contentType !== null) headers.push('content-type', contentType);
    if (this.#random.chance(0.02)) headers.push('x-debug', this.#pick([...keys, ...tokens, ...sessionIds, trace]));
    if (this.#random.chance(0.01)) headers.push('content-encoding', 'gzip');
    return headers;
  }

  #circumstances(): Circumstances {
    const random = this.#random;
    return {
      basePath: random.chance(0.05) ? '/base' : '',
      isContractual: !random.chance(0.05),
      mayFail: random.chance(0.05),
      token: this.#pick(tokens),
      keys: random.chance(0.9) ? keys : [],
      sessionIds: random.chance(0.9) ? sessionIds : [this.#pick(sessionIds)],
    };
  }
}

function recurringOf(endpoint: EndpointId, body: unknown, httpStatus: number): Recurring {
  const text = JSON.stringify(isWithId(body) ? { ...body, requestID: requestId } : body);
  return { endpoint, path: `${path}/${endpoint}`, httpStatus, text, contentType: 'application/json' };
}

function isWithId(body: unknown): body is object {
  return typeof body === 'object' && body !== null && 'requestID' in body;
}
