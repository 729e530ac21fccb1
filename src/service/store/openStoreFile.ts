import type { DatabaseSync as Database } from 'node:sqlite';
import { ToolError, wordsOf } from '../../errors.ts';
import { DatabaseSync } from '../../sqlite.ts';
import { firstIds } from './store.ts';

/** `PRAGMA user_version` of the files that this version reads and writes. */
const schemaVersion = 2;

/** `PRAGMA application_id`: tells a store from any other SQLite file ("CNVS"). */
const applicationId = 0x43_4e_56_53;

/**
 * `position` counts the responses of a survey from 0 without gaps, since nothing is ever removed: a page of the list is
 * then a range of an index, however far it is from the first. The filter columns are null where there is nothing to
 * find, so that completed walks are in none of their indexes.
 */
const schema = `
CREATE TABLE department (
  id INTEGER PRIMARY KEY AUTOINCREMENT, organization_id INTEGER NOT NULL, name TEXT NOT NULL,
  primary_account_id INTEGER NOT NULL
) STRICT;
CREATE INDEX department_by_organization ON department (organization_id, id);
CREATE TABLE template (
  id INTEGER PRIMARY KEY AUTOINCREMENT, content TEXT NOT NULL
) STRICT;
CREATE TABLE datapad (
  survey_id INTEGER NOT NULL, datapad_id INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (survey_id, datapad_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE replaced_key (
  position INTEGER PRIMARY KEY, key TEXT NOT NULL, replacement TEXT NOT NULL
) STRICT;
CREATE TABLE response (
  id INTEGER PRIMARY KEY AUTOINCREMENT, survey_id INTEGER NOT NULL, position INTEGER NOT NULL,
  stored_at_ms INTEGER NOT NULL, completion_id TEXT, source TEXT NOT NULL,
  custom1 TEXT, custom2 TEXT, custom3 TEXT, custom4 TEXT, custom5 TEXT, ext_ref TEXT
) STRICT;
CREATE UNIQUE INDEX response_by_position ON response (survey_id, position);
CREATE UNIQUE INDEX response_by_completion ON response (completion_id) WHERE completion_id IS NOT NULL;
CREATE INDEX response_by_custom1 ON response (survey_id, custom1, id) WHERE custom1 IS NOT NULL;
CREATE INDEX response_by_custom2 ON response (survey_id, custom2, id) WHERE custom2 IS NOT NULL;
CREATE INDEX response_by_custom3 ON response (survey_id, custom3, id) WHERE custom3 IS NOT NULL;
CREATE INDEX response_by_custom4 ON response (survey_id, custom4, id) WHERE custom4 IS NOT NULL;
CREATE INDEX response_by_custom5 ON response (survey_id, custom5, id) WHERE custom5 IS NOT NULL;
CREATE INDEX response_by_ext_ref ON response (survey_id, ext_ref, id) WHERE ext_ref IS NOT NULL;
`;

/**
 * Opens a store file, and makes it when there is none.
 *
 * The file is locked for this process: a second service on it would count positions twice. In WAL mode with
 * `synchronous = NORMAL` a committed transaction survives the end of the process however it ends; against a power
 * failure it would take FULL, which costs ten times as much for each commit.
 *
 * @throws ToolError USAGE when the file cannot be opened, is in use, is damaged, or is not a store of this version.
 */
export function openStoreFile(path: string): Database {
  let database: Database | undefined;
  try {
    database = new DatabaseSync(path);
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    database.exec('BEGIN IMMEDIATE');
    prepareSchema(database, path);
    database.exec('COMMIT');
    return database;
  } catch (cause) {
    database?.close();
    if (cause instanceof ToolError) throw cause;
    const why = wordsOf(cause);
    throw new ToolError('USAGE', `the store ${path} cannot be opened: ${why}. Name another file with --store.`, {
      cause,
    });
  }
}

function prepareSchema(database: Database, path: string): void {
  const version = pragma(database, 'user_version');
  const id = pragma(database, 'application_id');
  if (version === schemaVersion && id === applicationId) {
    demandWhole(database, path);
    return;
  }
  const tables = database.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE type = 'table'").get()?.n;
  if (version !== 0 || id !== 0 || tables !== 0) {
    throw new ToolError('USAGE', `${path} is not a store of this version of canvass. Name another file with --store.`);
  }
  database.exec(schema);
  for (const [table, first] of Object.entries(firstIds)) {
    database.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(table, first - 1);
  }
  database.exec(`PRAGMA user_version = ${schemaVersion}; PRAGMA application_id = ${applicationId}`);
}

/** A response without the completion, or the request, that it was made of. */
const brokenResponse = `SELECT 1 FROM response WHERE 'object' IS NOT CASE WHEN json_valid(source)
  THEN coalesce(json_type(source, '$.completion'), json_type(source, '$.request')) END LIMIT 1`;

/** A disk may have given back something else than was written: better said now than by an answer in the midst of a run. */
function demandWhole(database: Database, path: string): void {
  const isWhole = database.prepare('PRAGMA quick_check(1)').get()?.quick_check === 'ok';
  if (isWhole && database.prepare(brokenResponse).get() === undefined) return;
  throw new ToolError('USAGE', `the store ${path} is damaged. Name another file with --store.`);
}

function pragma(database: Database, name: string): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0);
}
