/** Whether a parsed value is a JSON object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A parsed value as JSON again, for people to read. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    // A hostile body may be nested beyond what can be written.
    return 'JSON beyond all depth';
  }
}
