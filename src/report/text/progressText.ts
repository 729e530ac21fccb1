import type { RunProgress } from '../../result/progress.ts';
import { violationsSeenIn } from '../measures.ts';
import { cut, oneLine } from '../plainText.ts';
import { countOf, countText, durationText, latencyText, rateText } from '../quantities.ts';
import type { Style } from './style.ts';

/** Where progress goes: a terminal, or a log that is read later. `process.stderr` is one. */
interface ProgressStream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Shows how a run goes on. Call `update` about once a second and `close` when it ends, before anything else is printed. */
interface ProgressView {
  update(progress: RunProgress): void;
  close(): void;
}

/** Of the run, between lines of a log. */
const everySeconds = 10;

/**
 * On a terminal one line that is rewritten; elsewhere a plain line every ten seconds of the run, so that a CI log
 * stays short.
 */
export function progressView(stream: ProgressStream, style: Style): ProgressView {
  if (stream.isTTY === true) {
    return {
      update: (progress) => {
        stream.write(`\r\u001b[2K${terminalLine(progress, style, stream.columns ?? 80)}`);
      },
      close: () => {
        stream.write('\r\u001b[2K');
      },
    };
  }
  let nextSecond = 0;
  return {
    update: (progress) => {
      if (progress.elapsedSeconds < nextSecond) return;
      nextSecond = progress.elapsedSeconds + everySeconds;
      stream.write(`${progressLine(progress)}\n`);
    },
    close: () => {},
  };
}

/** Progress as one plain line. */
export function progressLine(progress: RunProgress): string {
  return [timeText(progress, ' of '), ...facts(progress)].map(oneLine).join(', ');
}

/** A run that waits for its last respondents is past what was planned. */
function timeText({ elapsedSeconds, plannedSeconds }: RunProgress, between: string): string {
  const elapsed = durationText(elapsedSeconds);
  return elapsedSeconds > plannedSeconds ? elapsed : `${elapsed}${between}${durationText(plannedSeconds)}`;
}

function facts(progress: RunProgress): string[] {
  const { point, respondents } = progress;
  const errors = progress.endpoints.reduce((sum, endpoint) => sum + endpoint.errors, 0);
  const isDraining = progress.phase === draining;
  // What is wrong comes first: of a narrow terminal it is what stays.
  return [
    isDraining ? `${draining}, ${countText(progress.active)} left` : progress.phase,
    ...workersText(progress),
    violationsText(progress),
    countOf(errors, 'error'),
    point === null || point.p99 === 0 ? 'no latency' : `p99 ${latencyText(point.p99)}`,
    `${rateText(point?.requests ?? 0)} req/s`,
    `${countText(respondents.completed)} completed`,
    ...(isDraining ? [] : [`${countText(progress.active)} active`]),
  ];
}

const draining = 'draining';
/** The machines that carry a run; nothing for one machine. */
export function workersText({ fleet = null }: Pick<RunProgress, 'fleet'>): string[] {
  if (fleet === null) return [];
  const { present, wanted } = fleet;
  return [present === wanted ? countOf(wanted, 'worker') : `${present} of ${countOf(wanted, 'worker')}`];
}

function violationsText(progress: RunProgress): string {
  return countOf(violationsSeenIn(progress), 'violation');
}

function terminalLine(progress: RunProgress, style: Style, width: number): string {
  const share = progress.plannedSeconds > 0 ? Math.min(1, progress.elapsedSeconds / progress.plannedSeconds) : 0;
  const cells = 16;
  const filled = Math.round(share * cells);
  const time = timeText(progress, ' / ');
  const text = cut(facts(progress).map(oneLine).join('  '), Math.max(0, width - cells - time.length - 5));
  const violations = violationsText(progress);
  const marked = progress.violations.length > 0 ? text.replace(violations, style.red(violations)) : text;
  return `${style.cyan('━'.repeat(filled))}${style.dim('─'.repeat(cells - filled))} ${style.bold(time)}  ${marked}`;
}
