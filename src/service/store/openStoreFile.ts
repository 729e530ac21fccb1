import type { DatabaseSync as Database } from 'node:sqlite';
import { ToolError, wordsOf } from '../../errors.ts';
import { DatabaseSync } from '../../sqlite.ts';
import { applicationId, schema, schemaVersion } from './sqliteSchema.ts';
import { firstIds } from './store.ts';

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
