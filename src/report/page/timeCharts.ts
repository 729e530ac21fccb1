import { loadLatencyHtml } from '../charts/loadLatency.ts';
import { overTimeCharts } from '../charts/overTime.ts';
import { type Shown, type TimeView, timeColumns, wholeOf } from '../charts/timeColumns.ts';
import type { TimeData } from '../charts/timeData.ts';
import { type TimeChart, type TimeFrame, timeChartHtml } from '../charts/timePlot.ts';

/** Room for a column in px: fewer points, and lines would become a surface. */
const columnPx = 2.5;
/** More than paper is wide: what is drawn for it comes out a little smaller. */
const paperWidth = 960;

/** The charts over time of a page: drawn as wide as their room, for what is shown of the run. */
export class TimeCharts {
  readonly root: HTMLElement;
  charts: readonly TimeChart[] = [];
  frame: TimeFrame | null = null;
  width = 0;
  shown: Shown;
  #data: TimeData;
  #onPaper = false;

  constructor(root: HTMLElement, data: TimeData) {
    this.root = root;
    this.#data = data;
    this.shown = this.whole;
    new ResizeObserver(() => {
      if (!this.#onPaper && Math.abs(this.#room - this.width) > 1) this.draw();
    }).observe(root);
    // Before the theme or the size of the window is settled nothing is lost by drawing twice.
    this.draw();
  }

  get whole(): Shown {
    return wholeOf(this.#data);
  }

  get intervalSeconds(): number {
    return this.#data.intervalSeconds;
  }

  get endpoints(): string[] {
    return [...new Set(this.#data.points.flatMap(({ endpoints }) => Object.keys(endpoints)))];
  }

  get #room(): number {
    return Math.floor(this.root.clientWidth);
  }

  /** Later data of a run that goes on; what is shown follows it where all was shown. */
  update(data: TimeData): void {
    const before = this.whole;
    const all = this.shown.fromSecond === before.fromSecond && this.shown.toSecond === before.toSecond;
    this.#data = data;
    this.show(all ? { ...this.whole, endpoint: this.shown.endpoint } : this.shown);
  }

  show(shown: Shown): void {
    this.shown = shown;
    this.draw();
  }

  /** Draws for paper, and again for the screen. */
  print(onPaper: boolean): void {
    this.#onPaper = onPaper;
    this.draw();
  }

  draw(): void {
    this.width = this.#onPaper ? paperWidth : this.#room;
    if (this.width === 0 || this.#data.points.length === 0) return;
    const view = { ...this.shown, mostColumns: Math.max(40, Math.floor((this.width - 70) / columnPx)) };
    const { charts, frame } = overTimeCharts(this.#data, view);
    this.charts = charts;
    this.frame = frame;
    for (const chart of charts) {
      const figure = this.figure(chart.id) ?? this.#newFigure(chart.id);
      figure.hidden = false;
      const caption = figure.querySelector('figcaption');
      if (caption !== null) caption.textContent = chart.caption;
      setMarkup(figure.querySelector('.chart'), timeChartHtml(chart, frame, this.width).text);
    }
    const drawn = new Set(charts.map(({ id }) => id));
    for (const figure of this.root.querySelectorAll<HTMLElement>('figure[data-chart]'))
      if (!drawn.has(figure.dataset.chart ?? '')) figure.hidden = true;
    this.#drawLoad(view);
  }

  figure(id: string): HTMLElement | null {
    return this.root.querySelector(`figure[data-chart="${id}"]`);
  }

  #newFigure(id: string): HTMLElement {
    const figure = document.createElement('figure');
    figure.dataset.chart = id;
    const chart = document.createElement('div');
    chart.className = 'chart';
    figure.append(document.createElement('figcaption'), chart);
    this.root.append(figure);
    return figure;
  }

  /** Latency against load stands elsewhere on the page, and follows what is shown. */
  #drawLoad(view: TimeView): void {
    const place = document.querySelector<HTMLElement>('figure[data-chart="load-latency"] .chart');
    if (place === null) return;
    const width = this.#onPaper ? paperWidth : Math.floor(place.clientWidth);
    const { endpoint } = this.shown;
    const caption = `Latency against load${endpoint === null ? '' : ` of ${endpoint}`}`;
    setMarkup(place, loadLatencyHtml(timeColumns(this.#data, view), caption, width).text);
  }
}

/** Markup made by the same functions as the page itself, which escape what they are given. */
function setMarkup(element: Element | null, markup: string): void {
  if (element !== null) element.innerHTML = markup;
}
