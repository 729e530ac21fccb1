import { byId, type EntityId } from '../../contract/entityId.ts';
import type { AnswerChange } from '../../judging/classifyAnswer.ts';
import type { Difference } from '../../judging/rules/sanity.ts';
import { cutWords, lettersBeside } from '../../judging/textChange.ts';
import { aroundParting } from '../../result/whereTextsPart.ts';
import { type AnswerKind, answerKinds, isNumber, needsDifference } from './answerForms.ts';
import type { AuditStore } from './auditStore.ts';
import { becameOf, cutLength, isAnother, type Pair } from './changedAnswers.ts';

/** What became of one completion. */
export interface CompletionOutcome {
  readonly row: number;
  readonly token: string;
  /** When it was accepted, ms since the epoch. */
  readonly atMs: number;
  /** The final submission got no answer: it may be stored or not. */
  readonly indeterminate: boolean;
  /** No free text was given: nothing in a record can name the respondent. */
  readonly nameless: boolean;
  readonly responseIds: readonly EntityId[];
  readonly isListed: boolean;
  readonly isFiltered: boolean;
  /** It has a record, and answers to text questions that can be looked for there. */
  readonly hasTexts: boolean;
  /** It is known by its choices alone: of its texts nothing is left, not even the token. */
  readonly isTextless: boolean;
  /** What of another respondent its record has, in words; `null`: nothing. */
  readonly foreign: string | null;
  readonly differences: readonly Difference[];
}

/** What is said of a kind of answers, and what of it is told where it was altered. */
const wordsOfKind: Readonly<Record<AnswerKind, { readonly name: string; readonly change: AnswerChange['kind'] }>> = {
  choice: { name: 'choices', change: 'choices' },
  text: { name: 'texts', change: 'texts' },
  other: { name: 'texts of Other options', change: 'other-texts' },
  rank: { name: 'ranks', change: 'numbers' },
  allocation: { name: 'allocations', change: 'numbers' },
  date: { name: 'dates', change: 'dates' },
  'date-time': { name: 'dates with a time', change: 'dates' },
  calendar: { name: 'dates of calendars', change: 'dates' },
  unknown: { name: 'answers of undocumented forms', change: 'other-texts' },
};

/** Where the document says that a kind is stored. */
const documented: Partial<Record<AnswerKind, string>> = { choice: 'answerID', text: 'text' };

/** Answers of a kind that differ, to one question, after which what is the same in all their records is none of them. */
const enoughDifferent = 3;

/** A stored answer that is the given one. */
const isSame = 's.kind = g.kind AND s.question = g.question AND s.id = g.id AND s.value = g.value';
const ofOwner = 'reading r JOIN given g ON g.completion = r.completion AND g.certain';
/** What an answer says: a choice its id, which SQLite keeps as a fraction. */
const saidOf = (row: 'g' | 's'): string =>
  `CASE WHEN ${row}.kind <> 'choice' THEN ${row}.value WHEN typeof(${row}.id) = 'real' THEN CAST(${row}.id AS INTEGER) ELSE ${row}.id END`;

/** What a wholly certain walk did not give, of kinds of which nothing else may be there, or what stands there twice. */
const isExtra = `s.kind IN ('choice', 'text') AND c.certain AND (
  NOT EXISTS (SELECT 1 FROM given g WHERE g.completion = r.completion AND ${isSame})
  OR EXISTS (SELECT 1 FROM stored t WHERE t.reading = s.reading AND t.kind = s.kind AND t.question = s.question
    AND t.id = s.id AND t.place = s.place AND t.value = s.value AND t.nth < s.nth))`;
const extras = `stored s JOIN reading r ON r.id = s.reading JOIN completion c ON c.id = r.completion WHERE ${isExtra}`;

const tables = `
  CREATE TABLE place (kind TEXT PRIMARY KEY, place TEXT) WITHOUT ROWID;
  CREATE TABLE difference (completion INTEGER, reading INTEGER, kind TEXT, question, given TEXT, came TEXT);
  CREATE INDEX difference_of_completion ON difference (completion);
`;

/** Gives records whose token was cut at a length to respondents without any, as many as there are of both. */
const attributeCut = `UPDATE reading SET completion = pair.completion FROM (
  SELECT r.id, c.id AS completion FROM (SELECT id, choices, cut,
      dense_rank() OVER (PARTITION BY choices, cut ORDER BY response) AS nth
    FROM reading WHERE length(cut) = ?1 AND completion IS NULL) r
  JOIN (SELECT id, choices, substr(token, 1, ?1) AS start,
      row_number() OVER (PARTITION BY choices, substr(token, 1, ?1) ORDER BY id) AS nth
    FROM completion c WHERE NOT nameless AND NOT EXISTS (SELECT 1 FROM mention m WHERE m.completion = c.id)
      AND NOT EXISTS (SELECT 1 FROM reading o WHERE o.completion = c.id)) c
  ON c.choices = r.choices AND c.start = r.cut AND c.nth = r.nth) AS pair WHERE pair.id = reading.id`;

/** Compares what was completed with what was read of the records. */
export class Reconciliation {
  readonly #store: AuditStore;
  /** Where each kind of answers is stored; absent where it could not be learnt. */
  readonly places = new Map<AnswerKind, string>();
  /** Of which kinds nothing can be said, and why. */
  readonly unlearnt: string[] = [];
  /** Kinds of which no record holds anything. */
  readonly #untraced: AnswerKind[] = [];

  constructor(store: AuditStore) {
    this.#store = store;
    store.database.exec(tables);
  }

  /**
   * Says whose each record is: of several respondents whom it mentions, the one whose texts it has, else the one most of
   * whose answers it has. A record without a whole token is of somebody without a record who chose the same, and whose
   * token begins as what is left of it.
   *
   * @param areTextlessNew whether records without any text can be of this run
   */
  attribute(areTextlessNew: boolean): void {
    const store = this.#store;
    const same = (where: string): string => `(SELECT count(*) FROM given g JOIN stored s ON ${isSame}
      WHERE g.completion = m.completion AND s.reading = m.reading AND ${where})`;
    store.run(`UPDATE reading SET completion = (SELECT m.completion FROM mention m WHERE m.reading = reading.id
        ORDER BY ${same("g.kind = 'text'")} DESC, ${same('TRUE')} DESC, m.completion LIMIT 1)
      WHERE id IN (SELECT reading FROM mention GROUP BY reading HAVING count(*) > 1)`);
    store.run('UPDATE reading SET completion = NULL WHERE cut IS NOT NULL');
    // The longest first: a short beginning fits many, and must not take the respondent of a longer one.
    const lengths = store.rows(
      `SELECT DISTINCT length(cut) AS length FROM reading WHERE cut <> '' OR (cut = '' AND ?) ORDER BY 1 DESC`,
      Number(areTextlessNew),
    );
    for (const { length } of lengths) store.run(attributeCut, Number(length));
  }

  /**
   * Learns where each kind of answers is stored, and notes all that is stored otherwise than it was given.
   *
   * @param elsewhere where answers of other surveys are stored: numbers whose place these records leave open are compared there
   */
  compare(elsewhere: ReadonlyMap<AnswerKind, string> = new Map()): void {
    const store = this.#store;
    this.#learn(elsewhere);
    store.run('DELETE FROM place');
    for (const [kind, place] of this.places) store.run('INSERT INTO place VALUES (?, ?)', kind, place);
    const came = `(SELECT s.value FROM stored s WHERE s.reading = r.id AND s.kind = g.kind AND s.question = g.question
      AND s.id = g.id AND s.place = p.place)`;
    store.run('DELETE FROM difference');
    store.run(`INSERT INTO difference SELECT g.completion, r.id, g.kind, g.question,
        ${saidOf('g')}, ${came}
      FROM ${ofOwner} JOIN place p ON p.kind = g.kind
      WHERE NOT EXISTS (SELECT 1 FROM stored s WHERE s.reading = r.id AND ${isSame} AND s.place = p.place)`);
    store.run(`INSERT INTO difference SELECT r.completion, r.id, s.kind, s.question, NULL,
        ${saidOf('s')}
      FROM ${extras} AND s.place = (SELECT place FROM place p WHERE p.kind = s.kind)`);
    for (const kind of this.#untraced) {
      const lost = `SELECT g.completion, r.id, g.kind, g.question, g.value, NULL FROM ${ofOwner} WHERE g.kind = ?`;
      store.run(`INSERT INTO difference ${lost}`, kind);
    }
  }

  /** What became of each completion, in the order in which they were accepted. */
  *outcomes(): Generator<CompletionOutcome> {
    const all = this.#store.each(`
      SELECT c.id, c.token, c.at, c.indeterminate, c.nameless, json_group_array(DISTINCT f.response) AS responses,
        max(f.cut) AS cut, max(f.strange) AS strange, max(f.way = 'list') AS listed, max(f.way = 'filter') AS filtered,
        EXISTS (SELECT 1 FROM difference d WHERE d.completion = c.id) AS differs,
        EXISTS (SELECT 1 FROM given g WHERE g.completion = c.id AND g.kind = 'text' AND g.certain) AS texts
      FROM completion c LEFT JOIN found f ON f.completion = c.id GROUP BY c.id ORDER BY c.at, c.id`);
    for (const each of all) {
      const row = Number(each.id);
      const ids = (JSON.parse(String(each.responses)) as (EntityId | null)[]).filter((id) => id !== null);
      const differences = each.differs === 1 ? this.#differencesOf(row) : [];
      yield {
        row,
        token: String(each.token),
        atMs: Number(each.at),
        indeterminate: each.indeterminate === 1,
        nameless: each.nameless === 1,
        responseIds: ids.sort(byId),
        isListed: each.listed === 1,
        isFiltered: each.filtered === 1,
        hasTexts: ids.length > 0 && each.texts === 1,
        isTextless: each.cut === '',
        foreign: this.#foreignIn(row, ids.length > 0, each.strange === 1, differences),
        differences,
      };
    }
  }

  /**
   * After how many characters, or bytes, each text is cut that was altered, in words, and how many completions with a
   * record gave a longer one; `null` where they are cut at several lengths, or too few say it.
   */
  cutTexts(): { readonly words: string; readonly longer: number } | null {
    const cut = cutLength(
      this.#store
        .rows(`SELECT DISTINCT given, came FROM difference WHERE kind IN ('text', 'other') AND given IS NOT NULL`)
        .map(({ given, came }): Pair => [String(given), String(came ?? '')]),
    );
    if (cut === null) return null;
    const { after, unit } = cut;
    const length = unit === 'bytes' ? 'octet_length' : 'length';
    const longer = this.#store.row(
      `SELECT count(DISTINCT g.completion) AS n FROM ${ofOwner} WHERE g.kind IN ('text', 'other') AND ${length}(g.value) > ?`,
      after,
    );
    return { words: `after ${after} ${unit}`, longer: Number(longer?.n) };
  }

  #learn(elsewhere: ReadonlyMap<AnswerKind, string>): void {
    const store = this.#store;
    const given = store.rows(`SELECT g.kind, count(*) AS n FROM ${ofOwner} GROUP BY g.kind`);
    const spare = new Map(
      store
        .rows(`SELECT s.kind || ' ' || s.place AS key, count(*) AS n FROM ${extras} GROUP BY 1`)
        .map(({ key, n }) => [String(key), Number(n)]),
    );
    const fits = store.rows(`SELECT kind, place, sum(n) AS n, max(different) > 1 AS differs FROM (
        SELECT g.kind, s.place, count(*) AS n, count(DISTINCT g.value) AS different
        FROM ${ofOwner} JOIN stored s ON s.reading = r.id AND ${isSame} GROUP BY g.kind, s.place, g.question, g.id)
      GROUP BY kind, place ORDER BY n DESC, place`);
    this.places.clear();
    this.unlearnt.length = 0;
    this.#untraced.length = 0;
    for (const kind of answerKinds) {
      const all = Number(given.find((each) => each.kind === kind)?.n ?? 0);
      if (all === 0) continue;
      const half = fits
        .filter((fit) => fit.kind === kind)
        .map(({ place, n, differs }) => {
          return {
            place: String(place),
            score: Number(n) - (spare.get(`${kind} ${place}`) ?? 0),
            differs: differs === 1,
          };
        })
        .filter(({ score }) => score * 2 >= all)
        .sort((a, b) => b.score - a.score);
      const known = documented[kind];
      const learnt = half.filter(({ differs }) => differs || !needsDifference(kind));
      const best = learnt.find(({ place }) => place === known) ?? learnt[0];
      const place = best?.place ?? known;
      const changed = place ?? this.#changedAt(kind) ?? (isNumber(kind) ? elsewhere.get(kind) : undefined);
      if (changed !== undefined) this.places.set(kind, changed);
      else if (this.#leavesNoTrace(kind)) this.#untraced.push(kind);
      else {
        const why = half.length > 0 ? 'cannot be told from answers that are all the same' : 'was not recognized';
        this.unlearnt.push(`where ${wordsOfKind[kind].name} are stored ${why}: they were not compared`);
      }
    }
  }

  /** Where each answer of a kind has become another one, which no way of writing it gives. */
  #changedAt(kind: AnswerKind): string | undefined {
    const pairs = this.#store.rows(
      `SELECT DISTINCT s.place, g.value AS given, s.value AS came FROM ${ofOwner}
        JOIN stored s ON s.reading = r.id AND s.kind = g.kind AND s.question = g.question AND s.id = g.id
        WHERE g.kind = ?`,
      kind,
    );
    const byPlace = Map.groupBy(pairs, ({ place }) => String(place));
    const inPairs = (rows: typeof pairs) => rows.map(({ given, came }): Pair => [String(given), String(came)]);
    return [...byPlace].find(([place, rows]) => isAnother(kind, place, inPairs(rows)))?.[0];
  }

  /** Whether answers that differ are recorded by the very same, or by nothing, wherever a question has enough of them. */
  #leavesNoTrace(kind: AnswerKind): boolean {
    const answers = `SELECT r.id AS reading, g.question, group_concat(g.id || ' ' || g.value) AS answer
      FROM ${ofOwner} WHERE g.kind = ? GROUP BY r.id, g.question`;
    const found = this.#store.row(
      `SELECT max(contents) AS contents FROM (SELECT count(DISTINCT content) AS contents
        FROM (${answers}) JOIN kept USING (reading, question) GROUP BY question HAVING count(DISTINCT answer) >= ?)`,
      ...[kind, enoughDifferent],
    );
    return found?.contents === 1;
  }

  /** All that differs, in words, one for each kind. */
  #differencesOf(row: number): Difference[] {
    const rows = this.#store.rows(
      'SELECT DISTINCT kind, question, given, came FROM difference WHERE completion = ?',
      row,
    );
    const readings = this.#store.row(
      `SELECT count(DISTINCT id) AS n, count(DISTINCT id) FILTER (WHERE id IN (SELECT reading FROM difference)) AS wrong
        FROM found WHERE completion = ?`,
      row,
    );
    const waysDiffer = Number(readings?.wrong) < Number(readings?.n);
    return [...Map.groupBy(rows, ({ kind }) => String(kind))].map(([kind, all]) => {
      const { name, change } = wordsOfKind[kind as AnswerKind];
      const question = all[0]?.question ?? '';
      const ofQuestion = all.filter((each) => each.question === question);
      // What stands in the place of an answer is told beside it, and not as one more that nobody gave.
      const inPlace = ofQuestion.filter(({ given }) => given !== null);
      const own = inPlace.length > 0 ? inPlace : ofQuestion;
      const where = question === '' ? '' : ` of question ${question}`;
      const more = all.length > ofQuestion.length ? ', and others' : '';
      const became = becameOf(change, all);
      // Of a choice another one stands in its place, by an id of its own.
      const came = own.every((each) => each.came === null) ? ofQuestion : own;
      const said =
        became.at(-1) === 'cut'
          ? cutWords(String(own[0]?.given), String(own[0]?.came ?? ''))
          : becameWords(
              own.map(({ given }) => given),
              came.map((each) => each.came),
            );
      const words = `${name}${where}: ${said}${more}${waysDiffer ? '; list, filter and fetch disagree' : ''}`;
      return { kind: change, became, words };
    });
  }

  /** What of another respondent the record of a completion has, or where its own answers went. */
  #foreignIn(row: number, isStored: boolean, isStrange: boolean, differences: readonly Difference[]): string | null {
    const store = this.#store;
    if (!isStored) {
      const holder = store.row(
        `SELECT o.token FROM mention m JOIN reading r ON r.id = m.reading JOIN completion o ON o.id = r.completion
          WHERE m.completion = ? AND r.completion <> ? LIMIT 1`,
        ...[row, row],
      );
      return holder === undefined ? null : `its answers stand in the record of ${holder.token}`;
    }
    if (differences.some(({ kind }) => kind === 'choices')) {
      // Whose own record is as it should be has given nothing away.
      const owner = store.row(
        `SELECT o.token, EXISTS (SELECT 1 FROM reading back WHERE back.completion = o.id AND back.choices = c.choices) AS swapped
          FROM completion c JOIN reading r ON r.completion = c.id JOIN completion o ON o.choices = r.choices
          WHERE c.id = ? AND r.choices <> c.choices AND r.choices <> '' AND (
            EXISTS (SELECT 1 FROM difference d WHERE d.completion = o.id)
            OR NOT EXISTS (SELECT 1 FROM reading n WHERE n.completion = o.id))
          ORDER BY swapped DESC, o.id LIMIT 1`,
        row,
      );
      if (owner?.swapped === 1) return `its answers and those of ${owner.token} are exchanged`;
      if (owner !== undefined) return `its record has the answers of ${owner.token}`;
    }
    const [where] = differences;
    return isStrange ? `its record has texts of two respondents${where === undefined ? '' : `; ${where.words}`}` : null;
  }
}

/** What was given, and what stands there: of long texts the letters around the first that differ. */
function becameWords(given: readonly unknown[], came: readonly unknown[]): string {
  const [one, other] = [given[0], came[0]];
  if (given.length > 1 || came.length > 1 || typeof one !== 'string' || typeof other !== 'string')
    return `${shown(given)} became ${shown(came)}`;
  const [due, stands] = aroundParting(one, other, lettersBeside, 2 * lettersBeside);
  return `${shown([due])} became ${shown([stands])}`;
}

const longestShown = 120;

function shown(values: readonly unknown[]): string {
  const said = values.filter((value) => value !== null).map((value) => JSON.stringify(value));
  return said.length === 0 ? 'nothing' : said.join(', ').slice(0, longestShown);
}
