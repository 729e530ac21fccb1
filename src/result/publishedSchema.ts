import { RunResult } from './runResult.ts';

/** The JSON Schema of `result.json`, as text: `docs/result.schema.json` holds it. */
export function publishedResultSchema(): string {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'canvass.result/1',
    description: 'The result of a run of canvass. Latencies are in µs, rates are shares of 1.',
    ...RunResult,
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
