import { clockText } from '../charts/scales.ts';
import { timeScale } from '../charts/timePlot.ts';
import type { TimeCharts } from './timeCharts.ts';

/** A drag shorter than this is a click. */
const leastDragPx = 8;

/**
 * One cursor for all charts: where the pointer is in one, every chart tells its values; a drag marks a time.
 *
 * @param onTime told the second under the cursor, or null; @param onSelect told a stretch that was dragged over
 */
export function enableCursor(
  charts: TimeCharts,
  onTime: (text: string) => void,
  onSelect: (fromSecond: number, toSecond: number) => void,
): { at: (second: number | null) => void } {
  const { root } = charts;
  let dragFrom: number | null = null;

  const secondAt = (event: PointerEvent): number => {
    const left = root.querySelector('svg.plot')?.getBoundingClientRect().left ?? 0;
    return timeScale(charts.shown, charts.width).secondAt(event.clientX - left);
  };
  const xOf = (second: number): number => timeScale(charts.shown, charts.width).xOf(second);
  const at = (second: number | null): void => {
    root.classList.toggle('pointed', second !== null);
    const { frame } = charts;
    const column =
      second === null || frame === null ? -1 : Math.floor((second - (frame.seconds[0] ?? 0)) / frame.secondsPerColumn);
    for (const line of root.querySelectorAll('.cursor line')) {
      line.setAttribute('x1', String(second === null ? -9 : xOf(second)));
      line.setAttribute('x2', String(second === null ? -9 : xOf(second)));
    }
    for (const chart of charts.charts)
      for (const place of charts.figure(chart.id)?.querySelectorAll<HTMLElement>('[data-series]') ?? []) {
        const series = chart.series[Number(place.dataset.series)];
        const value = series?.values[column];
        place.textContent = series === undefined || value === undefined || value === null ? '' : series.text(value);
      }
    const start = frame?.seconds[column];
    onTime(start === undefined ? '' : clockText(start));
  };
  const mark = (from: number, to: number): void => {
    for (const rect of root.querySelectorAll('.cursor rect')) {
      rect.setAttribute('x', String(Math.min(from, to)));
      rect.setAttribute('width', String(Math.abs(to - from)));
    }
  };

  root.addEventListener('pointermove', (event) => {
    if (!isPlot(event.target)) return;
    const second = secondAt(event);
    at(second);
    if (dragFrom !== null) mark(xOf(dragFrom), xOf(second));
  });
  root.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !isPlot(event.target)) return;
    dragFrom = secondAt(event);
    root.setPointerCapture(event.pointerId);
  });
  root.addEventListener('pointerup', (event) => {
    if (dragFrom === null) return;
    const [from, to] = [dragFrom, secondAt(event)].sort((a, b) => a - b);
    dragFrom = null;
    mark(0, 0);
    if (from !== undefined && to !== undefined && xOf(to) - xOf(from) >= leastDragPx) onSelect(from, to);
  });
  root.addEventListener('pointercancel', () => {
    dragFrom = null;
    mark(0, 0);
  });
  root.addEventListener('pointerleave', () => {
    if (dragFrom === null) at(null);
  });
  return { at };

  /** While a drag holds the pointer, every event is the root's. */
  function isPlot(target: EventTarget | null): boolean {
    return dragFrom !== null || (target instanceof Element && target.closest('svg.plot') !== null);
  }
}
