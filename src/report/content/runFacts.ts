import { saidOnce } from '../../result/reasonWords.ts';
import type { AuditResult, RunResult } from '../../result/runResult.ts';
import { percentileOf } from '../measures.ts';
import { countOf, countText, durationText, latencyText } from '../quantities.ts';
import type { ReportedRun } from '../reportedRun.ts';
import { type Figure, figureOf } from './content.ts';

/** What was run, against what, and what it left behind. */
export function summaryFacts({ result, measures }: ReportedRun): Figure[] {
  const { run, target, audit, coverage } = result;
  const created = createdWords(result);
  const way = wayWords(result);
  const seed = `${seedsWords(result)}, ${durationText(run.durationSeconds)}${run.interrupted ? ', interrupted' : ''}`;
  const { places = { exercised: 0, total: 0 } } = coverage;
  const tested = `${countText(measures.checkedClauses.length)} of ${countText(coverage.clauses.total)} tested`;
  return [
    figureOf(
      'Target',
      targetWords(result),
      [target.datacenter, target.release, target.session].filter(Boolean).join(', '),
    ),
    ...(way === null ? [] : [figureOf('Way', way)]),
    figureOf('Run', run.profile, seed),
    ...(coverage.clauses.total === 0 ? [] : [figureOf('Clauses', tested, countOf(measures.checks, 'check'))]),
    ...(places.total === 0
      ? []
      : [figureOf('Places', `${countText(places.exercised)} of ${countText(places.total)} looked at`)]),
    ...(audit === null ? [] : [figureOf('Audit', auditWords(audit))]),
    ...(created === null ? [] : [figureOf('Created', created)]),
  ];
}

/** Where the run went: of several datacenters each with its own address, `eu http://…, us http://…`. */
export function targetWords({ target, capacity }: Pick<RunResult, 'target' | 'capacity'>): string {
  const known = capacity.flatMap(({ datacenter, baseUrl }) =>
    baseUrl === undefined ? [] : [`${datacenter} ${baseUrl}`],
  );
  return capacity.length > 1 && known.length > 0 ? known.join(', ') : target.baseUrl;
}

/** That a result is pooled of several runs: `3 runs, pooled`; null of one that is not. */
export function pooledWords({ run: { stretches } }: Pick<RunResult, 'run'>): string | null {
  if (stretches === undefined) return null;
  const inOrder = stretches.toSorted((a, b) => a.fromSecond - b.fromSecond);
  const areAtOnce = inOrder.some(({ fromSecond, seconds }, at) => {
    const next = inOrder[at + 1];
    return next !== undefined && next.fromSecond < fromSecond + seconds;
  });
  return `${countOf(stretches.length, 'run')}${areAtOnce ? ' at once' : ''}, pooled`;
}

/** Each run that was pooled, where it lies on the time axis; `''` of one that is not pooled. */
export function pooledRunsWords(result: RunResult): string {
  const { stretches = [] } = result.run;
  const each = stretches.map(({ id, seed, fromSecond }) => `${id} (seed ${seed}, from second ${fromSecond})`);
  return each.length === 0 ? '' : `${pooledWords(result)}: ${each.join('; ')}`;
}

/** `seed 7`, or `3 runs, pooled, seeds 7, 8, 9`. */
function seedsWords(result: RunResult): string {
  const { seed, stretches = [] } = result.run;
  const seeds = [...new Set(stretches.map((stretch) => stretch.seed))];
  const pooled = pooledWords(result);
  const named = seeds.length > 1 ? `seeds ${seeds.join(', ')}` : `seed ${seed}`;
  return pooled === null ? named : `${pooled}, ${named}`;
}

/** A durability audit in one line: what was stored, and what went wrong or was not seen. */
function auditWords(audit: AuditResult): string {
  const wrong = (['lost', 'duplicated', 'altered', 'foreign', 'unread', 'indeterminate'] as const)
    .filter((kind) => audit[kind] > 0)
    .map((kind) => `${countText(audit[kind])} ${kind === 'foreign' ? 'under another respondent' : kind}`);
  return [[...foundWords(audit), ...wrong, ...visibleWords(audit)].join(', '), ...saidOnce(audit.unseen)].join('; ');
}

function foundWords({ completed, audited = completed, silent = 0, stored }: AuditResult): string[] {
  if (audited + silent === 0) return ['no completion that could be looked for'];
  const others = Math.max(0, completed - audited - silent);
  return [
    ...(audited > 0 ? [`${countText(stored)} of ${countOf(audited, 'completion')} found among the records`] : []),
    ...(silent > 0 ? [`no record found of ${countOf(silent, 'completion')}`] : []),
    ...(others > 0 ? [`${countText(others)} not looked for`] : []),
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
function createdWords({ created }: RunResult): string | null {
  if (created.length === 0) return null;
  const kinds = [...Map.groupBy(created, ({ endpoint }) => endpoint)];
  const counts = kinds.map(([endpoint, found]) => `${countText(found.length)} by ${endpoint}`);
  return `${countOf(created.length, 'thing')} on the target (${counts.join(', ')}): \`created\` in result.json lists them`;
}

/** The way that requests took, in words; `null` for the plain one. */
export function wayWords({ target: { way } }: RunResult): string | null {
  if (way === undefined) return null;
  return [
    ...(way.basePath === '' ? [] : [`behind ${way.basePath}`]),
    ...(way.connectTo === null ? [] : [`connected to ${way.connectTo}`]),
    ...(way.proxy === null ? [] : [`by the proxy ${way.proxy}`]),
    ...(way.serverName === null ? [] : [`server name ${way.serverName}`]),
    ...(way.clientCertificate === null ? [] : [`client certificate ${way.clientCertificate}`]),
    ...(way.insecure ? ['any certificate accepted'] : []),
    ...(way.headers.length === 0 ? [] : [`with ${way.headers.join(', ')}`]),
    ...(way.http2 ? ['HTTP/2 where offered'] : []),
  ].join(', ');
}
