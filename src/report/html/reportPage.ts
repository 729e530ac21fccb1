import { deflateRawSync } from 'node:zlib';
import type { RunResult } from '../../result/runResult.ts';
import type { Witness } from '../../result/verdict.ts';
import { limitLines } from '../chartData/limitLines.ts';
import { scheduleOf } from '../chartData/scheduleOf.ts';
import { connectionTable } from '../content/connectionContent.ts';
import { isEmpty, type Part, toneOf } from '../content/content.ts';
import { bodyHtml, partHtml, verdictHtml } from '../content/contentHtml.ts';
import { fleetTable } from '../content/fleetContent.ts';
import { injectedTable } from '../content/injectedContent.ts';
import { personaTable } from '../content/personaContent.ts';
import { refusalTable } from '../content/refusalContent.ts';
import { slowestTable } from '../content/slowestContent.ts';
import { standsOutList, summaryContent, thresholdTable } from '../content/summaryContent.ts';
import { moveFailures } from '../moveFailures.ts';
import type { ReportData, TimeData } from '../pageData.ts';
import { noContext, type RunContext } from '../runContext.ts';
import type { PageAssets } from './bundlePage.ts';
import { documentText } from './document.ts';
import { type Html, html } from './html.ts';
import { auditSection } from './sections/audit.ts';
import { capacitySection } from './sections/capacity.ts';
import { clausesSection } from './sections/clauses.ts';
import { generatorSection } from './sections/generator.ts';
import { latencySection } from './sections/latency.ts';
import { machineSection } from './sections/machine.ts';
import { overTimeSection } from './sections/overTime.ts';
import { problemsSection } from './sections/problems.ts';
import { questionsSection } from './sections/questions.ts';
import { runSection } from './sections/run.ts';
import { statusSection } from './sections/statuses.ts';
import { violationsSection } from './sections/violations.ts';

/**
 * The report of a run as one HTML file: no network, nothing else needed. Text of the service is shown, never run.
 *
 * @param assets what `pageAssets()` gave: the page's script and style.
 */
export function reportPage(result: RunResult, assets: PageAssets, context: RunContext = noContext): string {
  const time = timeData(result);
  const { run, target } = result;
  const capacity = capacitySection(result.capacity);
  const audit = auditSection(result.audit);
  const slowest = slowestTable(result);
  const refusals = refusalTable(result);
  const personas = personaTable(result);
  const hasRefusals = !isEmpty(refusals);
  const injected = injectedTable(result);
  return documentText({
    title: `${result.verdict} ${run.profile} ${run.startedAt.slice(0, 16).replace('T', ' ')}`,
    tone: toneOf(result.verdict),
    page: 'report',
    subtitle: html`<b>${run.profile}</b> against ${targetName(target)}, <time datetime="${run.startedAt}">${run.startedAt.slice(0, 16).replace('T', ' ')} UTC</time>`,
    menu: [
      ['verdict', 'Verdict'],
      ...(result.problems.length === 0 ? [] : ([['problems', `Problems ${result.problems.length}`]] as const)),
      ...(capacity === null ? [] : ([['capacity', 'Capacity']] as const)),
      ['time', 'Over time'],
      ['latency', 'Endpoints'],
      ...(isEmpty(personas) ? [] : ([['personas', 'Personas']] as const)),
      ['statuses', 'Statuses'],
      ['machine', 'Machine'],
      ['clauses', 'Clauses'],
      ['violations', 'Violations'],
      ...(hasRefusals ? ([['refusals', 'Refused answers']] as const) : []),
      ...(isEmpty(injected) ? [] : ([['bad-luck', 'Bad luck']] as const)),
      ['questions', 'Questions'],
      ...(audit === null ? [] : ([['audit', 'Audit']] as const)),
      ['generator', 'Generator'],
      ...(result.fleet === undefined ? [] : ([['fleet', 'Machines']] as const)),
      ['run', 'Run'],
    ],
    body: [
      verdictSection(result, context),
      capacity,
      overTimeSection(time),
      latencySection(result, time),
      !isEmpty(slowest) && partHtml(slowest),
      !isEmpty(personas) && partHtml(personas),
      statusSection(result),
      machineSection(result.coverage.transitions.items, moveFailures(result.violations)),
      clausesSection(result.clauses),
      violationsSection(result.violations),
      hasRefusals && partHtml(refusals),
      !isEmpty(injected) && partHtml(injected),
      questionsSection(result.observations),
      audit,
      generatorSection(result.generator, result.kind),
      result.connections !== undefined && partHtml(connectionTable(result)),
      result.fleet !== undefined && partHtml(fleetTable(result)),
      runSection(result),
    ],
    data: reportData(result, time),
    assets,
  });
}

function timeData(result: RunResult): TimeData {
  return { ...result.timeline, schedule: scheduleOf(result), limits: limitLines(result.thresholds) };
}

function reportData(result: RunResult, time: TimeData): ReportData {
  const { traceUrl } = result.target;
  const witnesses: Record<string, Witness> = {};
  for (const violation of result.violations) witnesses[violation.id] = violation.witness;
  for (const { id, alternatives } of result.observations)
    alternatives.forEach(({ witness }, i) => {
      if (witness !== null) witnesses[`${id}/${i}`] = witness;
    });
  return {
    time: time.points.length === 0 ? '' : deflateRawSync(JSON.stringify(time)).toString('base64'),
    witnesses,
    stopToken: '',
    ...(traceUrl === undefined ? {} : { traceUrl }),
  };
}

/** What people call the target: its labels where it has any, else its address. */
function targetName({ baseUrl, datacenter, release }: RunResult['target']): string {
  if (release === 'embedded') return 'the embedded service';
  const labels = [datacenter === 'local' ? '' : datacenter, release === 'unlabelled' ? '' : release];
  return labels.filter((label) => label !== '').join(' ') || baseUrl;
}

/** The first screen: the verdict in words, what broke, why, what to do next, the figures that a reader asks for first. */
function verdictSection(result: RunResult, context: RunContext): Html {
  const content = summaryContent(result, context);
  const broken = problemsSection(content.problems, result);
  return verdictHtml(content, broken, [standsOutList(result), thresholdTable(result)].map(smallPart));
}

function smallPart(part: Part): Html | null {
  return isEmpty(part) ? null : html`<h2 class="small" id="${part.id}">${part.title}</h2>${bodyHtml(part)}`;
}
