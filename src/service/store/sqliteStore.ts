import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { CreateResponseRequest, Department, EmailTemplate } from '../../contract/administrationSchemas.ts';
import { filterNames } from '../../contract/endpoints.ts';
import type { CompletedResponses, Completion } from '../completedResponses.ts';
import { openStoreFile } from './openStoreFile.ts';
import {
  type FilterField,
  fieldValue,
  matches,
  type ReplacedKey,
  type ResponseFilter,
  type ResponseSource,
  type Slice,
  type StoredResponse,
  type Window,
} from './store.ts';

type Row = Record<string, SQLOutputValue>;

const columnOf = (field: FilterField): string => (field === 'extRef' ? 'ext_ref' : field);
const columns = filterNames.map(columnOf).join(', ');

/** A store, or what stands around one. */
export type Store = Pick<SqliteStore, keyof SqliteStore>;

/**
 * Keeps everything in SQLite, in a file or in memory. Ids ascend in the order of arrival, slices are in the order of ids,
 * and nothing is ever removed: so a page once full stays as it is, however much arrives while somebody reads. Each method
 * commits before it returns: what is acknowledged after it survives the end of the process, if the store does.
 */
export class SqliteStore implements CompletedResponses {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  /** How many responses each survey has, which is the position of its next one. */
  readonly #counts = new Map<number, number>();

  /**
   * @param path of the file; without one everything is gone with the process
   * @throws ToolError USAGE when the file cannot be opened, is in use, or is not a store of this version.
   */
  constructor(path = ':memory:') {
    this.#database = openStoreFile(path);
    this.#database.function('matches', { deterministic: true }, (stored, wanted, matching) =>
      matches(String(stored), String(wanted), JSON.parse(String(matching)) as ResponseFilter) ? 1 : 0,
    );
    for (const { survey_id, n } of this.#all('SELECT survey_id, count(*) AS n FROM response GROUP BY survey_id')) {
      this.#counts.set(Number(survey_id), Number(n));
    }
  }

  addDepartment(department: Omit<Department, 'departmentID'>): Department {
    const { organizationID, name, primaryAccountID } = department;
    const departmentID = this.#insert(
      'INSERT INTO department (organization_id, name, primary_account_id) VALUES (?, ?, ?)',
      organizationID,
      name,
      primaryAccountID,
    );
    return { departmentID, ...department };
  }

  departments(organizationId: number, { offset, limit }: Window): Slice<Department> {
    const rows = this.#all(
      'SELECT * FROM department WHERE organization_id = ? ORDER BY id LIMIT ? OFFSET ?',
      organizationId,
      limit,
      offset,
    );
    const items = rows.map((row) => ({
      departmentID: Number(row.id),
      organizationID: Number(row.organization_id),
      name: String(row.name),
      primaryAccountID: Number(row.primary_account_id),
    }));
    return { items, totalItems: this.#count('department WHERE organization_id = ?', organizationId) };
  }

  addTemplate(template: Omit<EmailTemplate, 'emailTemplateID'>): EmailTemplate {
    const emailTemplateID = this.#insert('INSERT INTO template (content) VALUES (?)', JSON.stringify(template));
    return { emailTemplateID, ...template };
  }

  /** The text that a datapad was last given; undefined when it never was. */
  datapadText(surveyId: number, datapadId: number): string | undefined {
    const sql = 'SELECT text FROM datapad WHERE survey_id = ? AND datapad_id = ?';
    const text = this.#statement(sql).get(surveyId, datapadId)?.text;
    return typeof text === 'string' ? text : undefined;
  }

  setDatapadText(surveyId: number, datapadId: number, text: string): void {
    this.#insert('INSERT OR REPLACE INTO datapad VALUES (?, ?, ?)', surveyId, datapadId, text);
  }

  add(completion: Completion): void {
    const sql = 'SELECT 1 FROM response WHERE completion_id = ?';
    if (this.#statement(sql).get(completion.id) !== undefined) return;
    this.#keep(completion.surveyId, completion.endedAtMs, { kind: 'completed', completion }, completion.id);
  }

  addCreated(surveyId: number, request: CreateResponseRequest, storedAtMs: number): StoredResponse {
    return this.#keep(surveyId, storedAtMs, { kind: 'created', request }, null);
  }

  responses(surveyId: number, { offset, limit }: Window): Slice<StoredResponse> {
    const rows = this.#all(
      'SELECT * FROM response WHERE survey_id = ? AND position >= ? AND position < ? ORDER BY position',
      surveyId,
      offset,
      offset + limit,
    );
    return { items: rows.map(stored), totalItems: this.#counts.get(surveyId) ?? 0 };
  }

  matching(surveyId: number, filter: ResponseFilter, window: Window): Slice<StoredResponse> {
    if (filter.conditions.length === 0) return this.responses(surveyId, window);
    const { offset, limit } = window;
    const indexed = filter.match === 'exact' && filter.caseSensitive;
    const each = filter.conditions.map(({ field }) => {
      const column = columnOf(field);
      return indexed ? `${column} = ?` : `${column} IS NOT NULL AND matches(${column}, ?, ?)`;
    });
    const values = filter.conditions.flatMap(({ value }) => (indexed ? [value] : [value, matchingOf(filter)]));
    const condition = `survey_id = ? AND ((${each.join(filter.combine === 'and' ? ') AND (' : ') OR (')}))`;
    const sql = `SELECT * FROM response WHERE ${condition} ORDER BY id LIMIT ? OFFSET ?`;
    const items = this.#all(sql, surveyId, ...values, limit, offset).map(stored);
    return { items, totalItems: this.#count(`response WHERE ${condition}`, surveyId, ...values) };
  }

  response(surveyId: number, responseId: number): StoredResponse | undefined {
    const row = this.#statement('SELECT * FROM response WHERE id = ? AND survey_id = ?').get(responseId, surveyId);
    return row === undefined ? undefined : stored(row);
  }

  /** How many completed walks of a survey are held. */
  completions(surveyId: number): number {
    return this.#count('response WHERE survey_id = ? AND completion_id IS NOT NULL', surveyId);
  }

  /** Remembers that a key has expired, and which one has taken its place. */
  replaceKey({ key, replacement }: ReplacedKey): void {
    this.#insert('INSERT INTO replaced_key (key, replacement) VALUES (?, ?)', key, replacement);
  }

  /** Every replaced key in the order of replacement. */
  replacedKeys(): readonly ReplacedKey[] {
    return this.#all('SELECT key, replacement FROM replaced_key ORDER BY position').map((row) => ({
      key: String(row.key),
      replacement: String(row.replacement),
    }));
  }

  close(): void {
    this.#statements.clear();
    if (this.#database.isOpen) this.#database.close();
  }

  #keep(surveyId: number, storedAtMs: number, source: ResponseSource, completionId: string | null): StoredResponse {
    const position = this.#counts.get(surveyId) ?? 0;
    const filterable = filterNames.map((field) =>
      source.kind === 'created' ? fieldValue(source.request, field) : null,
    );
    const responseId = this.#insert(
      `INSERT INTO response (survey_id, position, stored_at_ms, completion_id, source, ${columns})
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      surveyId,
      position,
      storedAtMs,
      completionId,
      JSON.stringify(source),
      ...filterable,
    );
    this.#counts.set(surveyId, position + 1);
    return { responseId, surveyId, storedAtMs, source };
  }

  #insert(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#statement(sql).run(...values).lastInsertRowid);
  }

  #count(rest: string, ...values: SQLInputValue[]): number {
    return Number(this.#statement(`SELECT count(*) AS n FROM ${rest}`).get(...values)?.n ?? 0);
  }

  #all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#statement(sql).all(...values);
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const prepared = this.#database.prepare(sql);
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

/** How a filter matches, as the SQL function takes it; its conditions are arguments of their own. */
function matchingOf({ combine, match, caseSensitive }: ResponseFilter): string {
  return JSON.stringify({ conditions: [], combine, match, caseSensitive });
}

function stored(row: Row): StoredResponse {
  return {
    responseId: Number(row.id),
    surveyId: Number(row.survey_id),
    storedAtMs: Number(row.stored_at_ms),
    source: JSON.parse(String(row.source)) as ResponseSource,
  };
}
