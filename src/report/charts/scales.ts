/** Where a value stands, in px, and which values are marked. */
export interface Scale {
  readonly at: (value: number) => number;
  readonly ticks: readonly number[];
}

/** A straight scale from a px to another, marked at round values about `spacePx` apart. */
export function linearScale(
  [low, high]: Ends,
  [fromPx, toPx]: Ends,
  spacePx: number,
  steps?: readonly number[],
): Scale {
  const span = high - low || 1;
  const most = Math.max(1, Math.abs(toPx - fromPx) / spacePx);
  const step = steps?.find((each) => span / each <= most) ?? niceStep(span / most, span);
  const ticks: number[] = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + span * 1e-9; i++) ticks.push(round(i * step));
  return { at: (value) => fromPx + ((value - low) / span) * (toPx - fromPx), ticks };
}

/** A scale of equal ratios, marked at each decade, and within where marks stay `spacePx` apart. */
export function logScale([low, high]: Ends, [fromPx, toPx]: Ends, spacePx: number): Scale {
  const [from, to] = [Math.log10(Math.max(low, 1e-9)), Math.log10(Math.max(high, low * 1.01, 1e-9))];
  const perDecade = Math.abs(toPx - fromPx) / (to - from);
  const within = perDecade * Math.log10(2) > spacePx ? [1, 2, 5] : perDecade * Math.log10(3) > spacePx ? [1, 3] : [1];
  const ticks: number[] = [];
  for (let decade = Math.floor(from); decade <= Math.ceil(to); decade++)
    for (const part of within) {
      const value = part * 10 ** decade;
      if (value >= low * 0.999 && value <= high * 1.001) ticks.push(value);
    }
  return {
    at: (value) => fromPx + ((Math.log10(Math.max(value, 1e-9)) - from) / (to - from)) * (toPx - fromPx),
    ticks,
  };
}

export type Ends = readonly [number, number];

/** Steps of a clock, seconds. */
export const clockSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800, 86_400];

/** Seconds as a clock: `0:45`, `12:30`, `1:02:30`. */
export function clockText(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const whole = Math.round(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** A round step of at least `least`, but for a scale that would have one mark alone. */
function niceStep(least: number, span: number): number {
  const decade = 10 ** Math.floor(Math.log10(least));
  const fitting = [1, 2, 5, 10].map((part) => part * decade).filter((step) => step <= span);
  return fitting.find((step) => step >= least * 0.999) ?? fitting.at(-1) ?? span;
}

function round(value: number): number {
  return Number(value.toPrecision(14));
}
