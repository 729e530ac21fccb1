import { stringify } from 'yaml';
import type { GeneratorHealth, RunResult } from '../../../result/runResult.ts';
import { againCommand } from '../../content/commands.ts';
import { pooledRunsWords, targetWords, wayWords } from '../../content/runFacts.ts';
import { countText, durationText, latencyText } from '../../quantities.ts';
import { html } from '../html.ts';
import { keyFigure, type PageSection, table } from '../parts.ts';

/** What was run, against what, with what, and how to run it again. */
export function runSection(result: RunResult): PageSection {
  const { run, target, tool } = result;
  const again = againCommand(result);
  const facts: readonly (readonly [string, string])[] = [
    ['Run', run.id],
    ['Profile', run.profile],
    ['Seed', String(run.seed)],
    ['Pooled', pooledRunsWords(result)],
    ['Started', run.startedAt],
    [
      'Ended',
      `${run.endedAt}${run.interrupted ? ', interrupted' : ''}${run.recovered === true ? ', recovered from its journal' : ''}`,
    ],
    ['Duration', durationText(run.durationSeconds)],
    ['Target', targetWords(result)],
    ['Way', wayWords(result) ?? ''],
    ['Datacenter', target.datacenter],
    ['Release', target.release],
    ['Session', target.session],
    ['Tool', `canvass ${tool.version}, Node ${tool.node}, ${tool.platform}, ${tool.cpus} processors`],
  ];
  return {
    id: 'run',
    menu: 'Run',
    title: 'Profile and seed',
    note: 'The same profile and seed give the same respondents, who give the same answers.',
    body: html`<p class="again"><code>${again}</code> <button type="button" class="quiet copy" data-copy="${again}" hidden>Copy</button></p>
<dl class="facts">${facts.filter(([, value]) => value !== '').map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>
<details class="group"><summary><span class="grow">The resolved profile</span></summary><pre tabindex="0">${stringify(result.profile ?? null)}</pre></details>
${
  result.created.length > 0 &&
  html`<details class="group"><summary><span class="grow">Created on the target</span> <span class="muted">${countText(result.created.length)}</span></summary>${table(
    'Created on the target',
    ['Endpoint', 'Id', 'Marker'],
    result.created.map(({ endpoint, id, marker }) => [html`<code>${endpoint}</code>`, id, marker]),
  )}</details>`
}`,
  };
}

/** Whether the measurement itself can be trusted. */
export function generatorSection(health: GeneratorHealth, kind: RunResult['kind']): PageSection {
  const ms = (value: number): string => latencyText(value * 1000);
  const { longestCollectionMs } = health;
  const longestPause =
    longestCollectionMs === undefined ? 'in all' : `in all, at most ${ms(longestCollectionMs)} at once`;
  return {
    id: 'generator',
    menu: 'Generator',
    title: 'Generator health',
    note:
      health.saturated && kind === 'capacity'
        ? html`The generator was in the way at times: the probes in which it was do not count, and were done again.`
        : health.saturated
          ? html`<b class="bad-text">The generator did not keep up</b>: latencies here include its own delays.`
          : health.droppedArrivals > 0
            ? html`The generator kept up with what it started, but dropped arrivals: the service saw fewer than were planned.`
            : html`The generator kept up: what was measured is the service.`,
    body: html`<dl class="figures">
${keyFigure('Processor', `${Math.round(health.cpuPercent)} %`, `${health.workers} worker${health.workers === 1 ? '' : 's'}`, health.cpuPercent > 80 ? 'warn' : '')}
${keyFigure('Event-loop delay, p99', ms(health.eventLoopDelayP99Ms), 'how late it woke up', health.eventLoopDelayP99Ms > 50 ? 'warn' : '')}
${keyFigure('Start lateness, p99', ms(health.startLatenessP99Ms), 'after the intended instant', health.startLatenessP99Ms > 50 ? 'warn' : '')}
${keyFigure('Dropped arrivals', countText(health.droppedArrivals), 'respondents that never started', health.droppedArrivals > 0 ? 'bad' : '')}
${keyFigure('Garbage collection', ms(health.garbageCollectionMs), longestPause)}
${keyFigure('Peak memory', `${countText(health.peakMemoryMiB)} MiB`, `${countText(health.socketsPeak)} sockets`)}
</dl>${health.advice.length > 0 && html`<ul>${health.advice.map((advice) => html`<li>${advice}</li>`)}</ul>`}`,
  };
}
