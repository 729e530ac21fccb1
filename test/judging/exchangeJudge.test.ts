import { expect, test } from 'vitest';
import type { ClauseId } from '../../src/contract/clause.ts';
import { clauseIds } from '../../src/judging/allClauses.ts';
import { type AnswerRule, type Rules, rules } from '../../src/judging/allRules.ts';
import { ClauseTally, EvidenceGroup, EvidenceRecorder } from '../../src/judging/evidence/clauseTally.ts';
import { type Where, whereOf } from '../../src/judging/evidence/where.ts';
import { ExchangeJudge, judgeExchange } from '../../src/judging/exchangeJudge.ts';
import { Findings } from '../../src/judging/findings.ts';
import { AnswerReader } from '../../src/judging/reading/answer.ts';
import type { QuestionReading } from '../../src/judging/reading/questionView.ts';
import { kept } from '../support/judging.ts';
import { type Altered, AlteredStream } from './alteredStream.ts';

/** Exchanges that the law is held against: what was broken on purpose showed within 300, or by a rule that is added below. */
const exchanges = 2000;

/** What was found about one answer, or several: how often each clause was checked and failed, with which words, and what was observed. */
class Found extends Findings {
  readonly counts: Record<string, number> = {};
  readonly failed: unknown[] = [];

  count(name: string, times = 1): void {
    this.counts[name] = (this.counts[name] ?? 0) + times;
  }

  pass(clause: ClauseId): void {
    this.count(clause);
  }

  fail(...[clause, expected, actual, path = '']: Parameters<Findings['fail']>): void {
    this.count(clause);
    this.failed.push({ clause, path, ...kept(expected, actual, path) });
  }

  override observe(...[question, value, situation = '']: Parameters<Findings['observe']>): void {
    this.count(`${question}, ${situation}: ${value}`);
  }

  override inconclusive(clause: ClauseId): void {
    this.count(`${clause} cannot be told`);
  }
}

/** Rule by rule, by nothing that was seen before. */
function foundByWhole({ exchange, circumstances }: Altered, judgedBy: Rules): Found {
  const found = new Found();
  const { bodyText, failure } = exchange;
  const json: unknown = failure === null ? JSON.parse(bodyText) : undefined;
  const answer = new AnswerReader().read({ ...exchange, json, repeat: null });
  new ExchangeJudge(null, judgedBy).judge(found, answer, circumstances);
  return found;
}

/** The judge of walks, and what it is known to have found. */
class Fast {
  readonly #reader = new AnswerReader();
  readonly #tally = new ClauseTally();
  readonly #judge: ExchangeJudge;

  constructor(judgedBy: Rules) {
    this.#judge = new ExchangeJudge({ tally: this.#tally, isPlain: () => true }, judgedBy);
  }

  found({ exchange, circumstances }: Altered): Found {
    const found = new Found();
    this.#judge.judge(found, this.#reader.read(exchange), circumstances);
    const { checked, observed } = this.#tally.takeCounts();
    for (const [clause, times] of Object.entries(checked)) found.count(clause, times);
    for (const { question, situation, value, count } of observed)
      found.count(`${question}, ${situation}: ${value}`, count);
    return found;
  }
}

/** The first exchange that is not judged alike, of so many; `null` where there is none. */
function firstDifference(times: number, fastBy: Rules, wholeBy: Rules, seed: number): object | null {
  const stream = new AlteredStream(seed);
  const fast = new Fast(fastBy);
  for (let time = 0; time < times; time++) {
    const altered = stream.next();
    const [found, due] = [fast.found(altered), foundByWhole(altered, wholeBy)];
    if (!isSame(found, due)) return { time, altered, found, due };
  }
  return null;
}

function isSame(found: Found, due: Found): boolean {
  const names = Object.keys(due.counts);
  if (names.length !== Object.keys(found.counts).length) return false;
  if (names.some((name) => found.counts[name] !== due.counts[name])) return false;
  return due.failed.length === found.failed.length && JSON.stringify(sorted(found)) === JSON.stringify(sorted(due));
}

function sorted({ failed }: Found): string[] {
  return failed.map((each) => JSON.stringify(each)).sort();
}

test('whatever comes, the judge with a memory finds and counts what the judge without one does', () => {
  expect(firstDifference(exchanges, rules, rules, 1)).toBeNull();
});

test('the judge with a memory has looked where the judge without one has', () => {
  const stream = new AlteredStream(3);
  const [fast, whole] = [new ClauseTally(), new ClauseTally()];
  const judge = new ExchangeJudge({ tally: fast, isPlain: () => true });
  const reader = new AnswerReader();
  const firstPages = [null, reader.read(stream.next().exchange).page];
  for (let time = 0; time < 3000; time++) {
    const { exchange, circumstances } = stream.next();
    const answer = reader.read(exchange);
    const where = whereOf(answer, firstPages[time % 2]);
    fast.at(where);
    judge.judge(new Counted(fast, where), answer, circumstances);
    whole.at(where);
    judgeExchange(new Counted(whole, where), answer, circumstances);
  }
  const [found, due] = [fast.takeCounts(), whole.takeCounts()];
  expect(found.checked).toEqual(due.checked);
  expect(found.places).toEqual(due.places);
  expect(Object.keys(due.places).length).toBeGreaterThan(500);
});

/** Counts what is found where it is found, as walks do. */
class Counted extends Findings {
  readonly #tally: ClauseTally;
  readonly #where: Where;

  constructor(tally: ClauseTally, where: Where) {
    super();
    this.#tally = tally;
    this.#where = where;
  }

  pass(clause: ClauseId): void {
    this.#tally.passed(clause);
  }

  fail(clause: ClauseId): void {
    this.#tally.failed(clause);
  }

  override ofQuestion(question: QuestionReading | null): void {
    this.#tally.at(question === null ? this.#where : this.#where.ofQuestion(question));
  }
}

test('the law sees each rule that is left out', () => {
  const without: Rules[] = [
    ...rules.answer.map((rule) => ({ ...rules, answer: rules.answer.filter((each) => each !== rule) })),
    ...rules.question.map((rule) => ({ ...rules, question: rules.question.filter((each) => each !== rule) })),
  ];
  for (const judgedBy of without) expect(firstDifference(3000, judgedBy, rules, 2)).not.toBeNull();
});

const clause: ClauseId = clauseIds[0] as ClauseId;
/** Rules as somebody may add them, each about something else that an answer may have. */
const added: Readonly<Record<string, AnswerRule>> = {
  'the last letter of the id': (findings, { exchange: { json } }) => {
    const id = String((json as { requestID?: unknown } | undefined)?.requestID);
    findings.expect(clause, !id.endsWith('7'), 'no 7', () => id);
  },
  'the id as it was read': (findings, { reading }) => {
    const id = JSON.stringify('body' in reading ? reading.body : null);
    findings.expect(clause, !id.includes('7"'), 'no 7', () => id);
  },
  'an error as it was read': (findings, { reading }) => {
    const code = reading.kind === 'session-error' ? reading.error.code : null;
    findings.expect(clause, code !== 1003, 'no 1003', () => String(code));
  },
  'the status alone': (findings, { status }) => {
    findings.expect(clause, status !== 'survey_paused', 'no pause', () => status);
  },
  'a header': (findings, { exchange: { headers } }) => {
    findings.expect(clause, !String(headers).includes('7 GMT'), 'no 7', () => headers.join());
  },
  'the text': (findings, { exchange: { bodyText } }) => {
    findings.expect(clause, !/7"/.test(bodyText), 'no 7', () => bodyText);
  },
  'an instant': (findings, { exchange: { sentMs } }) => {
    findings.expect(clause, sentMs % 7 > 0, 'no 7', () => `${sentMs}`);
  },
  'the connection': (findings, { exchange: { connectionIdleMs } }) => {
    findings.expect(clause, connectionIdleMs === 0, 'no 7', () => `${connectionIdleMs}`);
  },
  'the respondent': (findings, _answer, { token, sessionIds }) => {
    findings.expect(clause, sessionIds.length > 1 && !token.includes('-2-'), 'no 7', () => token);
  },
  'the target': (findings, { exchange }, { basePath, mayFail }) => {
    findings.expect(clause, basePath === '' && !mayFail, 'no 7', () => exchange.path);
  },
  'the form': (findings, { status, exchange: { endpoint, httpStatus } }) => {
    findings.expect(clause, status !== 'success' && endpoint !== 'take' && httpStatus < 404, 'no 7', () => status);
  },
};

test.each(Object.entries(added))(
  'a rule that is added is looked at everywhere, whatever it reads: %s',
  (_what, rule) => {
    const more = { ...rules, answer: [...rules.answer, rule] };
    expect(firstDifference(700, more, more, 3)).toBeNull();
    expect(firstDifference(700, rules, more, 3)).not.toBeNull();
  },
);

test('most of what comes again is not looked at again', () => {
  let looks = 0;
  const counting: AnswerRule = (_findings, { status }) => void (status === 'success' && looks++);
  const fast = new Fast({ answer: [counting], question: [] });
  const stream = new AlteredStream(4);
  let shown = 0;
  for (let time = 0; time < 3000; time++) {
    const altered = stream.next();
    fast.found(altered);
    if (new AnswerReader().read(altered.exchange).status === 'success') shown++;
  }
  expect(shown).toBeGreaterThan(400);
  expect(looks).toBeLessThan(shown / 2);
});

test('what a group is evidence for is counted each time, and answers in each situation', () => {
  const tally = new ClauseTally();
  const heard = new EvidenceRecorder();
  heard.pass('PAGE-STATUS-01');
  heard.pass('PAGE-STATUS-01');
  heard.observe('Q-HTTP-LIST', '200', 'list-responses');
  heard.observe('Q-HTTP-LIST', '200', 'fetch-response');
  const group = new EvidenceGroup(heard);
  for (let time = 0; time < 3; time++) tally.again(group);
  expect(tally.takeCounts()).toEqual({
    places: {},
    checked: { 'PAGE-STATUS-01': 6 },
    failed: {},
    observed: ['list-responses', 'fetch-response'].map((situation) => ({
      question: 'Q-HTTP-LIST',
      value: '200',
      situation,
      count: 3,
    })),
  });
  expect(tally.takeCounts()).toEqual({ checked: {}, failed: {}, observed: [], places: {} });
});
