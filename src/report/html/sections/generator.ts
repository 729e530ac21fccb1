import type { GeneratorHealth, RunResult } from '../../../result/runResult.ts';
import { countText, latencyText } from '../../quantities.ts';
import { type Html, html } from '../html.ts';
import { keyFigure, section } from '../parts.ts';

/** Whether the measurement itself can be trusted. */
export function generatorSection(health: GeneratorHealth, kind: RunResult['kind']): Html {
  const ms = (value: number): string => latencyText(value * 1000);
  return section(
    'generator',
    'Generator health',
    health.saturated && kind === 'capacity'
      ? html`The generator was in the way at times: the probes in which it was do not count, and were done again.`
      : health.saturated
        ? html`<b class="bad-text">The generator did not keep up</b>: latencies here include its own delays.`
        : health.droppedArrivals > 0
          ? html`The generator kept up with what it started, but dropped arrivals: the service saw fewer than were planned.`
          : html`The generator kept up: what was measured is the service.`,
    html`<dl class="figures">
${keyFigure('Processor', `${Math.round(health.cpuPercent)} %`, `${health.workers} worker${health.workers === 1 ? '' : 's'}`, health.cpuPercent > 80 ? 'warn' : '')}
${keyFigure('Event-loop delay, p99', ms(health.eventLoopDelayP99Ms), 'how late it woke up', health.eventLoopDelayP99Ms > 50 ? 'warn' : '')}
${keyFigure('Start lateness, p99', ms(health.startLatenessP99Ms), 'after the intended instant', health.startLatenessP99Ms > 50 ? 'warn' : '')}
${keyFigure('Dropped arrivals', countText(health.droppedArrivals), 'respondents that never started', health.droppedArrivals > 0 ? 'bad' : '')}
${keyFigure('Garbage collection', ms(health.garbageCollectionMs), 'in all')}
${keyFigure('Peak memory', `${countText(health.peakMemoryMiB)} MiB`, `${countText(health.socketsPeak)} sockets`)}
</dl>${health.advice.length > 0 && html`<ul>${health.advice.map((advice) => html`<li>${advice}</li>`)}</ul>`}`,
  );
}
