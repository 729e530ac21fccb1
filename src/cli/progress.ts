import type { RunProgress } from '../result/progress.ts';
import type { CapacityProgress } from '../runs/capacity.ts';
import type { ConformProgress } from '../runs/conform.ts';
import type { DuetProgress } from '../runs/duet.ts';
import type { RunWatch } from '../runs/runWatch.ts';
import { interruptible } from './interrupts.ts';
import type { CommonOptions } from './options.ts';

type Wanted = Pick<CommonOptions, 'json' | 'quiet'>;
type Followed<Progress, T> = (watch: RunWatch<Progress>) => Promise<T>;

function say(text: string): void {
  process.stderr.write(`canvass: ${text}\n`);
}

/**
 * Runs what is followed, until it has ended or was interrupted.
 *
 * @param isSilent whether notices are kept back
 * @param clear takes away what is shown of the progress, before anything else is said
 */
async function followed<Progress, T>(
  run: Followed<Progress, T>,
  isSilent: boolean,
  onProgress: (progress: Progress) => void,
  clear: () => void = () => {},
): Promise<T> {
  const onTrouble = (text: string): void => {
    clear();
    say(text);
  };
  const onNotice = isSilent ? () => {} : onTrouble;
  return await interruptible((stops) => run({ ...stops, onNotice, onTrouble, onProgress }).finally(clear), onTrouble);
}

/** Writes one line over and over, only where a person watches. */
function overwriting({ json, quiet }: Wanted): (line: string) => void {
  const isShown = !json && !quiet && process.stderr.isTTY;
  return (line) => void (isShown && process.stderr.write(`\r\x1b[K${line}`));
}

/** Shows how a load goes on, until it has ended. */
export async function followLoad<T>(run: Followed<RunProgress, T>, { json, quiet }: Wanted): Promise<T> {
  const { progressView } = await import('../report/text/progress.ts');
  const { styleFor } = await import('../report/text/style.ts');
  const view = json || quiet ? null : progressView(process.stderr, styleFor(process.stderr.isTTY, process.env));
  return await followed(
    run,
    quiet,
    (progress) => view?.update(progress),
    () => view?.close(),
  );
}

/** Shows the probes of a conformance run as they end. */
export async function followConform<T>(run: Followed<ConformProgress, T>, wanted: Wanted): Promise<T> {
  const write = overwriting(wanted);
  return await followed(
    run,
    wanted.json || wanted.quiet,
    ({ probe, done, total }) => write(`${done}/${total} ${probe}`),
    () => write(''),
  );
}

/** Shows each probe of a search for capacity in a line as it ends. */
export async function followCapacity<T>(run: Followed<CapacityProgress, T>, { json, quiet }: Wanted): Promise<T> {
  return await followed(run, quiet, (progress) => {
    if (!json && !quiet) process.stderr.write(`${capacityLine(progress)}\n`);
  });
}

/** Shows how far a duet is. */
export async function followDuet<T>(run: Followed<DuetProgress, T>, wanted: Wanted): Promise<T> {
  const { workersText } = await import('../report/text/progress.ts');
  const write = overwriting(wanted);
  const show = ({ elapsedSeconds, plannedSeconds, requests, violations, fleet }: DuetProgress): void => {
    const time = `${Math.round(elapsedSeconds)} of ${Math.round(plannedSeconds)} s`;
    const broken = `violations: base ${violations.base}, candidate ${violations.candidate}`;
    write([time, ...workersText({ fleet: fleet ?? null }), `${requests} requests`, broken].join('  '));
  };
  return await followed(run, wanted.json || wanted.quiet, show, () => write(''));
}

function capacityLine(progress: CapacityProgress): string {
  if (progress.kind === 'capacity') {
    const { datacenter, reasons } = progress.capacity;
    return `${datacenter}: ${reasons[0] ?? ''}`;
  }
  const { datacenter, attempt } = progress;
  const rate = `${attempt.ratePerSecond.toFixed(1)}/s`.padStart(9);
  const p99 = `p99 ${(attempt.p99Us / 1000).toFixed(0)} ms`.padStart(12);
  return `${datacenter}  ${attempt.stage.padEnd(7)} ${rate}  ${String(attempt.seconds).padStart(3)} s ${p99}  ${attempt.why}`;
}
