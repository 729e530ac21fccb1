import type { AuditResult, RunResult } from '../../result/runResult.ts';
import { percentileOf } from '../measures.ts';
import { countOf, countText, durationText, latencyText } from '../quantities.ts';

/** A durability audit in one line: what was stored, and what went wrong or was not seen. */
export function auditWords(audit: AuditResult): string {
  const wrong = (['lost', 'duplicated', 'altered', 'foreign', 'unread', 'indeterminate'] as const)
    .filter((kind) => audit[kind] > 0)
    .map((kind) => `${countText(audit[kind])} ${kind === 'foreign' ? 'under another respondent' : kind}`);
  return [[...foundWords(audit), ...wrong, ...visibleWords(audit)].join(', '), ...audit.unseen].join('; ');
}

/** How many completions have a record, of those that could be looked for. */
function foundWords({ completed, audited = completed, silent = 0, stored }: AuditResult): string[] {
  if (audited + silent === 0) return ['no completion that could be looked for'];
  return [
    ...(audited > 0 ? [`${countText(stored)} of ${countOf(audited, 'completion')} found among the records`] : []),
    ...(silent > 0 ? [`no record found of ${countOf(silent, 'completion')}`] : []),
  ];
}

/** How soon records were visible; nothing where none was seen. */
function visibleWords({ visibility }: AuditResult): string[] {
  if (visibility === undefined || visibility.after.count === 0) return [];
  const { after, looks, waitedSeconds } = visibility;
  const tail = percentileOf(after, 'p99');
  const p99 = tail === null ? '' : `, 99 of 100 within ${latencyText(tail)}`;
  const again = looks === 1 ? '' : ` (looked ${looks} times, for ${durationText(waitedSeconds)})`;
  return [`half visible within ${latencyText(after.p50)}${p99}, the last within ${latencyText(after.max)}${again}`];
}

/** What the run made on the target, by endpoint; `null` when it made nothing. */
export function createdWords({ created }: RunResult): string | null {
  if (created.length === 0) return null;
  const kinds = [...Map.groupBy(created, ({ endpoint }) => endpoint)];
  const counts = kinds.map(([endpoint, found]) => `${countText(found.length)} by ${endpoint}`);
  return `${countOf(created.length, 'thing')} on the target (${counts.join(', ')}): \`created\` in result.json lists them`;
}
