import type { TimeCharts } from './timeCharts.ts';

/** On paper charts are as wide as the paper. */
export function enablePrinting(charts: () => TimeCharts | null): void {
  addEventListener('beforeprint', () => charts()?.print(true));
  addEventListener('afterprint', () => charts()?.print(false));
}
