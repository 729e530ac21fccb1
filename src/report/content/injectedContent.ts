import type { RunResult } from '../../result/runResult.ts';
import { countText } from '../quantities.ts';
import type { Table } from './content.ts';
import { latencyCells } from './latencyCells.ts';
import { errorWords } from './outcomeWords.ts';

const kinds: Readonly<Record<string, string>> = {
  doubleSubmit: 'submitted twice at once',
  retry: 'answer lost, submitted again',
  lostConnection: 'connection lost',
  twoTabs: 'page of before submitted',
  slowReader: 'answer read slowly',
  hesitate: 'after a long hesitation',
};

const outcomes: Readonly<Record<string, string>> = {
  ok: 'accepted or shown',
  expectedRejection: 'rejected',
  cut: 'cut by canvass',
  throttled: 'throttled',
  ...errorWords,
};

/** What injected bad luck came to, by its kind. */
export function injectedTable({ injected = [] }: RunResult): Table {
  return {
    kind: 'table',
    id: 'bad-luck',
    title: 'Bad luck, injected',
    note: 'These requests are in no other figure: neither in latencies nor in error rates. Whether anything was stored twice, or not at all, is for the audit to say.',
    headings: ['What happened', '#Requests', 'Came to', '#p50', '#p99', '#Longest'],
    rows: injected.map(({ kind, requests, outcomes: came, latency }) => [
      { text: kind, as: 'code', note: kinds[kind] ?? '' },
      countText(requests),
      Object.entries(came)
        .map(([name, count]) => `${outcomes[name] ?? name} × ${countText(count)}`)
        .join(', '),
      ...latencyCells(latency, ['p50', 'p99']),
    ]),
  };
}
