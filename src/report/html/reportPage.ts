import { deflateRawSync } from 'node:zlib';
import type { RunResult } from '../../result/runResult.ts';
import type { Witness } from '../../result/verdict.ts';
import { timeData } from '../charts/timeData.ts';
import { isEmpty, type Part } from '../content/content.ts';
import { bodyHtml, verdictHtml } from '../content/contentHtml.ts';
import { odditiesIn } from '../content/odd.ts';
import { pooledWords } from '../content/runFacts.ts';
import { connectionTable } from '../content/runTables.ts';
import { slowestTable } from '../content/slowestContent.ts';
import { summaryContent } from '../content/summaryContent.ts';
import { noContext, type RunContext } from '../earlierRuns.ts';
import type { ReportData } from '../pageData.ts';
import { whenText } from '../quantities.ts';
import type { PageAssets } from './bundlePage.ts';
import { documentText } from './document.ts';
import { type Html, html } from './html.ts';
import { auditSection } from './sections/audit.ts';
import { capacitySection } from './sections/capacitySection.ts';
import { clausesSection } from './sections/clauses.ts';
import { latencySection } from './sections/latencySection.ts';
import { machineSection } from './sections/machine.ts';
import { oddSection } from './sections/oddSection.ts';
import { overTimeSection } from './sections/overTimeSection.ts';
import { problemsSection } from './sections/problemsSection.ts';
import { questionsSection } from './sections/questions.ts';
import { generatorSection, runSection } from './sections/run.ts';
import { statusSection } from './sections/statuses.ts';
import { violationsSection } from './sections/violations.ts';

/**
 * The report of a run as one HTML file: no network, nothing else needed. Text of the service is shown, never run.
 *
 * @param assets what `pageAssets()` gave: the page's script and style.
 */
export function reportPage(result: RunResult, assets: PageAssets, context: RunContext = noContext): string {
  const witnesses = witnessesOf(result);
  const time = timeData(result);
  const { run, target } = result;
  const content = summaryContent(result, context);
  const partOf = (id: string): Part => {
    const part = content.parts.find((each) => each.id === id);
    if (part === undefined) throw new TypeError(`the summary has no part ${id}`);
    return part;
  };
  const problems = result.problems.length;
  const pooled = pooledWords(result);
  return documentText({
    title: `${result.verdict} ${run.profile} ${whenText(run.startedAt)}`,
    tone: content.stamp.tone,
    page: 'report',
    subtitle: html`${run.profile !== 'canvass' && html`<b>${run.profile}</b> `}against ${targetName(target)}, ${pooled !== null && html`<b>${pooled}</b>, `}<time datetime="${run.startedAt}">${whenText(run.startedAt)} UTC</time>`,
    sections: [
      {
        id: 'verdict',
        menu: 'Verdict',
        body: verdictHtml(
          content,
          problemsSection(content.problems, result),
          ['stands-out', 'thresholds'].map((id) => smallPart(partOf(id))),
        ),
      },
      { id: 'problems', menu: problems > 0 ? `Problems ${problems}` : null, body: null },
      capacitySection(result.capacity),
      overTimeSection(time),
      latencySection(result, time),
      slowestTable(result),
      statusSection(result),
      machineSection(result.coverage.transitions.items, result.violations),
      clausesSection(result.clauses),
      violationsSection(result.violations),
      oddSection(result),
      ...content.parts.filter(({ isBrief }) => isBrief !== true),
      questionsSection(result.observations),
      auditSection(result.audit),
      wasWatched(result) ? generatorSection(result.generator, result.kind) : null,
      connectionTable(result),
      runSection(result),
    ],
    data: {
      time: time.points.length === 0 ? '' : deflateRawSync(JSON.stringify(time)).toString('base64'),
      witnesses,
      stopToken: '',
      ...(target.traceUrl === undefined ? {} : { traceUrl: target.traceUrl }),
    } satisfies ReportData,
    assets,
  });
}

/** Whether the generator's health was measured: probes and the crowd beside them are no load, and nobody watches them. */
function wasWatched({ generator }: RunResult): boolean {
  return generator.watch?.seconds !== 0;
}

/** By the names that their places on the page have. */
function witnessesOf(result: RunResult): ReportData['witnesses'] {
  const witnesses: Record<string, Witness> = {};
  for (const violation of result.violations) witnesses[violation.id] = violation.witness;
  for (const { id, alternatives } of result.observations)
    alternatives.forEach(({ witness }, i) => {
      if (witness !== null) witnesses[`${id}/${i}`] = witness;
    });
  odditiesIn(result).forEach(({ witness }, at) => {
    if (witness !== null) witnesses[`odd/${at}`] = witness;
  });
  return witnesses;
}

/** What people call the target: its labels where it has any, else its address. */
function targetName({ baseUrl, datacenter, release }: RunResult['target']): string {
  if (release === 'embedded') return 'the embedded service';
  const labels = [datacenter === 'local' ? '' : datacenter, release === 'unlabelled' ? '' : release];
  return labels.filter((label) => label !== '').join(' ') || baseUrl;
}

function smallPart(part: Part): Html | null {
  return isEmpty(part) ? null : html`<h2 class="small" id="${part.id}">${part.title}</h2>${bodyHtml(part)}`;
}
