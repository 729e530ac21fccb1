/** `PRAGMA user_version` of the files that this version reads and writes. */
export const schemaVersion = 2;

/** `PRAGMA application_id`: tells a store from any other SQLite file ("CNVS"). */
export const applicationId = 0x43_4e_56_53;

/**
 * `position` counts the responses of a survey from 0 without gaps, since nothing is ever removed: a page of the list is
 * then a range of an index, however far it is from the first. The filter columns are null where there is nothing to
 * find, so that completed walks are in none of their indexes.
 */
export const schema = `
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
