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

function ignore(): void {}

/** Shows how a load goes on, until it has ended. */
export async function followLoad<T>(run: Followed<RunProgress, T>, { json, quiet }: Wanted): Promise<T> {
  const { progressView } = await import('../report/text/progress.ts');
  const { styleFor } = await import('../report/text/style.ts');
  const view = json || quiet ? null : progressView(process.stderr, styleFor(process.stderr.isTTY, process.env));
  const onTrouble = (text: string): void => {
    view?.close();
    say(text);
  };
  const onNotice = quiet ? ignore : onTrouble;
  const onProgress = (progress: RunProgress): void => view?.update(progress);
  return await interruptible(
    (stops) => run({ ...stops, onNotice, onTrouble, onProgress }).finally(() => view?.close()),
    onTrouble,
  );
}

/** Shows the probes of a conformance run as they end: one line that is written over, only where a person watches. */
export async function followConform<T>(run: Followed<ConformProgress, T>, { json, quiet }: Wanted): Promise<T> {
  const isShown = !json && !quiet && process.stderr.isTTY;
  const clear = (): void => {
    if (isShown) process.stderr.write('\r\x1b[K');
  };
  const onProgress = ({ probe, done, total }: ConformProgress): void => {
    if (isShown) process.stderr.write(`\r\x1b[K${done}/${total} ${probe}`);
  };
  const onTrouble = (text: string): void => {
    clear();
    say(text);
  };
  const onNotice = json || quiet ? ignore : onTrouble;
  return await interruptible((stops) => run({ ...stops, onNotice, onTrouble, onProgress }).finally(clear), onTrouble);
}

/** Shows each probe of a search for capacity in a line as it ends. */
export async function followCapacity<T>(run: Followed<CapacityProgress, T>, { json, quiet }: Wanted): Promise<T> {
  const onProgress = (progress: CapacityProgress): void => {
    if (!json && !quiet) process.stderr.write(`${capacityLine(progress)}\n`);
  };
  const onNotice = quiet ? ignore : say;
  return await interruptible((stops) => run({ ...stops, onNotice, onTrouble: say, onProgress }), say);
}

/** Shows how far a duet is: one line that is written over, only where a person watches. */
export async function followDuet<T>(run: Followed<DuetProgress, T>, { json, quiet }: Wanted): Promise<T> {
  const isShown = !json && !quiet && process.stderr.isTTY;
  const clear = (): void => {
    if (isShown) process.stderr.write('\r\x1b[K');
  };
  const { workersText } = await import('../report/text/progress.ts');
  const onProgress = ({ elapsedSeconds, plannedSeconds, requests, violations, fleet }: DuetProgress): void => {
    if (!isShown) return;
    const time = `${Math.round(elapsedSeconds)} of ${Math.round(plannedSeconds)} s`;
    const broken = `violations: base ${violations.base}, candidate ${violations.candidate}`;
    const parts = [time, ...workersText({ fleet: fleet ?? null }), `${requests} requests`, broken];
    process.stderr.write(`\r\x1b[K${parts.join('  ')}`);
  };
  const onTrouble = (text: string): void => {
    clear();
    say(text);
  };
  const onNotice = json || quiet ? ignore : onTrouble;
  return await interruptible((stops) => run({ ...stops, onNotice, onTrouble, onProgress }).finally(clear), onTrouble);
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
