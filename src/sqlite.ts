/** SQLite of Node. Lines before 26 warn that it is experimental: nothing that a user of canvass could act on. */
export const { DatabaseSync } = withoutWarnings(() => process.getBuiltinModule('node:sqlite'));

function withoutWarnings<T>(load: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}
