import { hash } from 'node:crypto';
import type { DatabaseSync as Database, StatementSync } from 'node:sqlite';
import type { EntityId } from '../../contract/entityId.ts';
import { cutTokenIn, markerStart, tokenPrefix, tokensIn, tokensOfRun } from '../../judging/tokens.ts';
import { DatabaseSync } from '../../sqlite.ts';
import { type AnswerKind, givenAnswers, needsDifference, readings } from './answerForms.ts';
import { completionsIn, type KeptCompletion, type KeptCompletions, type KeptQuestion } from './completionLedger.ts';
import type { AuditedRecord } from './recordSource.ts';

/** The three ways to read a record (service.md#list-responses, service.md#filter-responses, service.md#fetch-response). */
export type Way = 'list' | 'filter' | 'fetch';

/**
 * `reading` is what a record held when it was read; read again, or in another way, and the same, it is the same one.
 * `mention`: the respondents whose tokens it carries. `cut`: what is left of a token where none is whole. Questions are
 * `''` where they are not known. `kept`: all that a record has of a question whose answers are numbers or dates. `choices` are the ids of all chosen answers, sorted. All is one transaction that never ends: each commit would write to the file.
 */
const schema = `
  PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536;
  CREATE TABLE completion (id INTEGER PRIMARY KEY, token TEXT, at REAL, indeterminate INTEGER, nameless INTEGER,
    certain INTEGER, choices TEXT, walk TEXT, seen_at REAL, absent_at REAL);
  CREATE INDEX completion_of_token ON completion (token) WHERE NOT nameless;
  CREATE INDEX completion_of_choices ON completion (choices);
  CREATE TABLE given (completion INTEGER, kind TEXT, question, id, value TEXT, certain INTEGER,
    PRIMARY KEY (completion, kind, question, id, value)) WITHOUT ROWID;
  CREATE TABLE reading (id INTEGER PRIMARY KEY, response, content TEXT, choices TEXT, cut TEXT, strange INTEGER,
    completion INTEGER);
  CREATE INDEX reading_of_response ON reading (response);
  CREATE INDEX reading_of_completion ON reading (completion);
  CREATE TABLE seen (response, way TEXT, reading INTEGER, PRIMARY KEY (response, way)) WITHOUT ROWID;
  CREATE INDEX seen_of_reading ON seen (reading);
  CREATE TABLE mention (reading INTEGER, completion INTEGER, PRIMARY KEY (reading, completion)) WITHOUT ROWID;
  CREATE TRIGGER reading_gone DELETE ON reading BEGIN
    DELETE FROM mention WHERE reading = old.id; DELETE FROM stored WHERE reading = old.id;
    DELETE FROM kept WHERE reading = old.id; END;
  CREATE INDEX mention_of_completion ON mention (completion);
  CREATE TABLE stored (reading INTEGER, kind TEXT, question, id, place TEXT, value TEXT, nth INTEGER,
    PRIMARY KEY (reading, kind, question, id, place, nth)) WITHOUT ROWID;
  CREATE TABLE kept (reading INTEGER, question, content TEXT, PRIMARY KEY (reading, question)) WITHOUT ROWID;
  CREATE VIEW found AS SELECT r.*, way FROM reading r JOIN seen ON seen.reading = r.id;
  BEGIN;
`;

/** What respondents of one survey completed, and what its records hold: in memory, and on disk where it becomes much. */
export class AuditStore {
  readonly database: Database;
  /** The questions of the survey that were shown. */
  readonly #questions = new Map<EntityId, KeptQuestion>();
  /** Those that are answered with numbers or dates. */
  readonly #numeric = new Set<EntityId>();
  /** What answers with an id are: those of options and boxes, and those of questions where keys have these. */
  readonly #kinds = new Map<EntityId, Set<AnswerKind>>();
  readonly #runTag: string;
  readonly #surveyId: EntityId;
  readonly #statements = new Map<string, StatementSync>();
  /** Completions whose final submission was answered, and those whose was not, of all surveys. */
  readonly counts = { completed: 0, indeterminate: 0 };
  readonly otherSurveys = new Set<EntityId>();
  /** Records with a token of the run that completed no survey, as far as the run knows. */
  readonly unaccepted = new Set<EntityId>();

  /** @param runTag of the run whose tokens are looked for */
  constructor(ledgers: readonly KeptCompletions[], runTag: string, surveyId: EntityId) {
    this.#runTag = runTag;
    this.#surveyId = surveyId;
    // A database without a name: SQLite has it in memory, and what does not fit its cache in a file that it removes.
    this.database = new DatabaseSync('');
    this.database.exec(schema);
    for (const ledger of ledgers) for (const completion of completionsIn(ledger)) this.#complete(completion);
  }

  /** The one row of a query; `undefined` where there is none. */
  row(sql: string, ...values: readonly (string | number)[]): Record<string, unknown> | undefined {
    return this.#prepared(sql).get(...values);
  }

  /** How many rows there are: of `reading`, or of `reading WHERE cut IS NULL`. */
  count(from: string): number {
    return Number(this.row(`SELECT count(*) AS n FROM ${from}`)?.n);
  }

  rows(sql: string, ...values: readonly (string | number)[]): Record<string, unknown>[] {
    return this.#prepared(sql).all(...values);
  }

  /** As `rows`, one at a time. */
  each(sql: string): NodeJS.Iterator<Record<string, unknown>> {
    return this.#prepared(sql).iterate();
  }

  run(sql: string, ...values: readonly (string | number | null)[]): number {
    return Number(this.#prepared(sql).run(...values).lastInsertRowid);
  }

  /** Enters records as they were read in one way, at `nowMs` since the epoch. */
  enter(records: readonly AuditedRecord[], way: Way, nowMs: number): void {
    for (const record of records) this.#enter(record, way, nowMs);
  }

  /** The walk of a respondent. */
  walkOf(token: string): KeptCompletion | null {
    const walk = this.row('SELECT walk FROM completion WHERE token = ? ORDER BY nameless', token)?.walk;
    return typeof walk === 'string' ? (JSON.parse(walk) as KeptCompletion) : null;
  }

  /** The questions whose answers are stored otherwise than the respondent gave them. */
  differingFor(token: string): ReadonlySet<unknown> {
    const differing = 'SELECT question FROM difference d JOIN completion c ON c.id = d.completion WHERE c.token = ?';
    return new Set(this.rows(differing, token).map(({ question }) => question));
  }

  close(): void {
    this.database.close();
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql) ?? this.database.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }

  #complete(completion: KeptCompletion): void {
    const { surveyId, token, atMs, indeterminate, pages } = completion;
    this.counts[indeterminate ? 'indeterminate' : 'completed']++;
    if (surveyId !== this.#surveyId) {
      this.otherSurveys.add(surveyId);
      return;
    }
    const given = pages.flatMap((page) => givenAnswers(page).map((answer) => ({ ...answer, certain: page.certain })));
    for (const { id, kind } of given) this.#kinds.set(id, (this.#kinds.get(id) ?? new Set()).add(kind));
    for (const { questionId, kind } of given)
      if (questionId !== null && needsDifference(kind)) this.#numeric.add(questionId);
    for (const question of pages.flatMap(({ questions }) => questions)) this.#questions.set(question.id, question);
    // Texts that the profile gives, numbers and dates are without the token.
    const isNamed = given.some(({ value }) => value.includes(token));
    const row = this.run(
      `INSERT INTO completion (token, at, indeterminate, nameless, certain, choices, walk) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ...[token, atMs, Number(indeterminate), Number(!isNamed), Number(pages.every(({ certain }) => certain))],
      ...[choicesOf(given.filter(({ kind }) => kind === 'choice')), JSON.stringify(completion)],
    );
    for (const { questionId, id, kind, value, certain } of given) {
      const values = [row, kind, questionId ?? '', id, value, Number(certain)];
      this.run('INSERT OR IGNORE INTO given VALUES (?, ?, ?, ?, ?, ?)', ...values);
    }
  }

  #enter(record: AuditedRecord, way: Way, nowMs: number): void {
    const { responseID: response, responseSet } = record;
    const content = hash('sha256', JSON.stringify(responseSet), 'base64');
    const known = this.row('SELECT id FROM reading WHERE response = ? AND content = ?', response, content)?.id;
    const reading = known === undefined ? this.#read(record, content, nowMs) : Number(known);
    if (reading === null) return;
    const before = this.row('SELECT reading FROM seen WHERE response = ? AND way = ?', response, way)?.reading;
    this.run('INSERT OR REPLACE INTO seen VALUES (?, ?, ?)', response, way, reading);
    // What stands nowhere any more, as that of a store that was late, says nothing against it.
    const isGone =
      before !== undefined && this.row('SELECT 1 FROM seen WHERE reading = ?', Number(before)) === undefined;
    if (isGone) this.run('DELETE FROM reading WHERE id = ?', Number(before));
  }

  /** Enters what a record holds; `null` where it is of nobody whom the audit looks for. */
  #read(record: AuditedRecord, content: string, nowMs: number): number | null {
    const { responseSet } = record;
    const text = JSON.stringify(record);
    const tokens = [...new Set(tokensIn(text))];
    const ofToken = 'SELECT id FROM completion WHERE token = ? AND NOT nameless';
    // One that was read before, and has lost its token since, is still the record of that respondent.
    const before = 'SELECT DISTINCT completion AS id FROM reading WHERE response = ? AND completion IS NOT NULL';
    const named = tokens.map((token) => this.row(ofToken, token)).filter((found) => found !== undefined);
    const own = (named.length > 0 ? named : this.rows(before, record.responseID)).map(({ id }) => Number(id));
    const answers = this.#answersIn(record);
    const cut = own.length > 0 || tokens.length > 0 ? null : this.#cutIn(text, answers);
    if (tokensOfRun(text, this.#runTag).length > 0 && own.length === 0) this.unaccepted.add(record.responseID);
    if (own.length === 0 && cut === null) return null;
    const choices = choicesOf(answers.filter(({ kinds }) => kinds.has('choice')));
    const [owner = null] = own;
    const insert =
      'INSERT INTO reading (response, content, choices, cut, strange, completion) VALUES (?, ?, ?, ?, ?, ?)';
    const reading = this.run(insert, record.responseID, content, choices, cut, Number(tokens.length > 1), owner);
    for (const completion of own) {
      this.run('INSERT INTO mention VALUES (?, ?)', reading, completion);
      this.run('UPDATE completion SET seen_at = coalesce(seen_at, ?) WHERE id = ?', nowMs, completion);
    }
    for (const [nth, answer] of answers.entries()) {
      for (const [kind, place, value] of storedAs(answer)) {
        const values = [reading, kind, answer.questionId, answer.id, place, value, nth];
        this.run('INSERT INTO stored VALUES (?, ?, ?, ?, ?, ?, ?)', ...values);
      }
    }
    for (const id of this.#numeric) {
      const content = JSON.stringify(responseSet.filter(({ questionID }) => questionID === id));
      this.run('INSERT INTO kept VALUES (?, ?, ?)', reading, id, content);
    }
    return reading;
  }

  /** What is left of a token that was cut, or of texts that are gone altogether; `null` for the record of somebody else. */
  #cutIn(text: string, answers: readonly StoredAnswer[]): string | null {
    for (const { members } of answers) {
      for (const value of Object.values(members)) {
        const cut = typeof value === 'string' ? cutTokenIn(value, this.#runTag) : null;
        if (cut !== null) return cut;
      }
    }
    if (text.includes(tokenPrefix) || text.includes(markerStart)) return null;
    const texts = answers.filter(({ kinds }) => kinds.has('text'));
    return texts.length > 0 && texts.every(({ members: { text } }) => text === '') ? '' : null;
  }

  #answersIn({ responseSet }: AuditedRecord): StoredAnswer[] {
    return responseSet.flatMap(({ questionID, answerValues }) => {
      const question = this.#questions.get(questionID);
      if (question === undefined && this.#questions.size > 0) return [];
      const ids = new Set(answerValues.map(({ answerID }) => answerID));
      const { answers = [] } = question ?? {};
      // A record may list every option, with a member that tells those that were chosen from the others.
      const isWhole = ids.size > 1 && ids.size === answers.length && answers.every(({ id }) => ids.has(id));
      return answerValues.map(({ answerID, answerText, value }) => {
        const id = this.#kinds.has(answerID) || !this.#kinds.has(questionID) ? answerID : questionID;
        const kinds: ReadonlySet<AnswerKind> = this.#kinds.get(id) ?? new Set(['choice']);
        const members = { ...(answerText === undefined ? {} : { answerText }), ...value };
        return { questionId: question === undefined ? '' : questionID, id, kinds, members, isWhole };
      });
    });
  }
}

interface StoredAnswer {
  readonly questionId: EntityId;
  readonly id: EntityId;
  readonly kinds: ReadonlySet<AnswerKind>;
  readonly members: Readonly<Record<string, unknown>>;
  /** Whether its question has an answer for every option. */
  readonly isWhole: boolean;
}

/** Where an answer may be stored, by kind and place, and what stands there. */
function* storedAs({ kinds, members, isWhole }: StoredAnswer): Generator<[AnswerKind, string, string]> {
  for (const kind of kinds) {
    if (kind !== 'choice') for (const [place, value] of readings(kind, members)) yield [kind, place, value];
    else {
      yield [kind, 'answerID', ''];
      if (isWhole) for (const [name, value] of Object.entries(members)) yield [kind, `${name} ${String(value)}`, ''];
    }
  }
}

function choicesOf(answers: readonly { readonly id: EntityId }[]): string {
  return answers
    .map(({ id }) => String(id))
    .sort()
    .join();
}
