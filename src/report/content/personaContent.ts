import type { RunResult } from '../../result/runResult.ts';
import { countText, shareText } from '../quantities.ts';
import type { Table } from './content.ts';
import { latencyCells } from './latencyCells.ts';

/** What each persona of the profile experienced. */
export function personaTable({ personas = [] }: RunResult): Table {
  return {
    kind: 'table',
    id: 'personas',
    title: 'Personas',
    note: 'Kinds of respondents, as the profile has them. Respondents are counted with the warm-up; requests and latency, as experienced, without it.',
    headings: [
      'Persona',
      '#Started',
      '#Completed',
      '#Left',
      '#Failed',
      '#Other ends',
      '#Requests',
      '#Errors',
      '#p50',
      '#p95',
      '#p99',
      '#Longest',
    ],
    rows: personas.map(
      ({ name, started, completed, abandoned, failed, ended, stopped, requests, errors, experienced }) => [
        name,
        countText(started),
        { text: countText(completed), note: shareText(started === 0 ? 0 : completed / started) },
        countText(abandoned),
        countText(failed),
        countText(ended + stopped),
        countText(requests),
        countText(errors),
        ...latencyCells(experienced, ['p50', 'p95', 'p99']),
      ],
    ),
  };
}
