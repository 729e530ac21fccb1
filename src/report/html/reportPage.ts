import type { RunResult } from '../../result/runResult.ts';
import type { Witness } from '../../result/verdict.ts';
import { capacityCharts } from '../chartData/capacityCharts.ts';
import { endpointCharts } from '../chartData/endpointCharts.ts';
import { heatMap } from '../chartData/heatMap.ts';
import { timeColumns } from '../chartData/timeColumns.ts';
import { isEmpty } from '../content/content.ts';
import { partHtml } from '../content/contentHtml.ts';
import { refusalTable } from '../content/refusalContent.ts';
import { slowestTable } from '../content/slowestContent.ts';
import { moveFailures } from '../moveFailures.ts';
import type { ReportData } from '../pageData.ts';
import type { PageAssets } from './bundlePage.ts';
import { documentText } from './document.ts';
import { html } from './html.ts';
import { auditSection } from './sections/audit.ts';
import { capacitySection } from './sections/capacity.ts';
import { clausesSection } from './sections/clauses.ts';
import { generatorSection } from './sections/generator.ts';
import { latencySection } from './sections/latency.ts';
import { machineSection } from './sections/machine.ts';
import { overTimeSection } from './sections/overTime.ts';
import { questionsSection } from './sections/questions.ts';
import { runSection } from './sections/run.ts';
import { statusSection } from './sections/statuses.ts';
import { verdictSection } from './sections/verdict.ts';
import { violationsSection } from './sections/violations.ts';

/**
 * The report of a run as one HTML file: no network, nothing else needed. Text of the service is shown, never run.
 *
 * @param assets what `pageAssets()` gave: the page's script and style.
 */
export function reportPage(result: RunResult, assets: PageAssets): string {
  const data = reportData(result);
  const { run, target } = result;
  const capacity = capacitySection(result.capacity);
  const audit = auditSection(result.audit);
  const slowest = slowestTable(result);
  const refusals = refusalTable(result);
  const hasRefusals = !isEmpty(refusals);
  return documentText({
    title: `${result.verdict} ${run.profile} ${run.startedAt.slice(0, 16).replace('T', ' ')}`,
    page: 'report',
    subtitle: html`<b>${run.profile}</b> against ${target.datacenter || target.baseUrl}${target.release !== '' && ` ${target.release}`}, <time datetime="${run.startedAt}">${run.startedAt.slice(0, 16).replace('T', ' ')} UTC</time>`,
    menu: [
      ['verdict', 'Verdict'],
      ...(capacity === null ? [] : ([['capacity', 'Capacity']] as const)),
      ['time', 'Over time'],
      ['latency', 'Latency'],
      ['statuses', 'Statuses'],
      ['machine', 'Machine'],
      ['clauses', 'Clauses'],
      ['violations', `Violations ${result.violations.length}`],
      ...(hasRefusals ? ([['refusals', 'Refused answers']] as const) : []),
      ['questions', 'Questions'],
      ...(audit === null ? [] : ([['audit', 'Audit']] as const)),
      ['generator', 'Generator'],
      ['run', 'Run'],
    ],
    body: [
      verdictSection(result),
      capacity,
      overTimeSection(result.timeline.points),
      latencySection(result, data.endpoints),
      !isEmpty(slowest) && partHtml(slowest),
      statusSection(result),
      machineSection(result.coverage.transitions.items, moveFailures(result.violations)),
      clausesSection(result.clauses),
      violationsSection(result.violations),
      hasRefusals && partHtml(refusals),
      questionsSection(result.observations),
      audit,
      generatorSection(result.generator),
      runSection(result),
    ],
    data,
    assets,
  });
}

function reportData(result: RunResult): ReportData {
  const { points } = result.timeline;
  const witnesses: Record<string, Witness> = {};
  for (const violation of result.violations) witnesses[violation.id] = violation.witness;
  for (const { id, alternatives } of result.observations)
    alternatives.forEach(({ witness }, i) => {
      if (witness !== null) witnesses[`${id}/${i}`] = witness;
    });
  return {
    time: timeColumns(points),
    heat: heatMap(points),
    endpoints: result.endpoints.map(endpointCharts).filter((charts) => charts !== null),
    capacity: result.capacity.map(capacityCharts),
    witnesses,
    stopToken: '',
  };
}
