import type { HeatMap } from '../chartData/heatMap.ts';
import type { Schedule } from '../chartData/schedule.ts';
import type { Silence } from '../chartData/silences.ts';

/** One line of a chart over time; `tone` names its colour, `text` writes its values. */
export interface Series {
  readonly label: string;
  readonly tone: string;
  readonly shape: 'area' | 'line' | 'dashed' | 'bars';
  readonly values: readonly (number | null)[];
  readonly text: (value: number) => string;
}

/** A line that should not be crossed: at one level, or at one for each column. */
export interface Limit {
  readonly text: string;
  readonly passed: boolean;
  readonly at: number | readonly number[];
}

/** A chart over time as data; bars of several series stand on each other. */
export interface TimeChart {
  readonly id: string;
  readonly caption: string;
  readonly height: number;
  readonly unit: 'count' | 'percent' | 'ms' | 'latency';
  readonly series: readonly Series[];
  readonly limits: readonly Limit[];
  readonly heat: HeatMap | null;
  /** Whether the plan is drawn in it, whose levels are of this chart's unit. */
  readonly planned: boolean;
  /** Whether the shaded ends are named in it. */
  readonly named: boolean;
  /** Said in place of the picture where there is nothing to draw. */
  readonly empty: string | null;
}

/** What all charts over time share: the columns' time, what is shaded and hatched. */
export interface TimeFrame {
  readonly fromSecond: number;
  readonly toSecond: number;
  readonly seconds: readonly number[];
  readonly secondsPerColumn: number;
  readonly schedule: Schedule | null;
  readonly silences: readonly Silence[];
}
