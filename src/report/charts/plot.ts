import { Html, type HtmlPart, html } from '../html/html.ts';
import { type Ends, linearScale, logScale, type Scale } from './scales.ts';

/** A picture of values as data, which `plotHtml` draws: for a page as it is written, and for the script that draws it again. */
export interface Plot {
  /** What it shows, in words. */
  readonly caption: string;
  readonly width: number;
  readonly height: number;
  readonly x: Axis;
  /** Lines run from its marks through the picture; from those of `x` where it has none. */
  readonly y: Axis;
  /** Another upright axis, at the right. */
  readonly right?: Axis;
  /** From the back to the front, in the units of the axes. */
  readonly marks: readonly Mark[];
  /** The classes of a key, and what it stands for. */
  readonly legend: readonly (readonly [key: string, text: HtmlPart])[];
  readonly legendEnd?: HtmlPart;
  /** Room at the left in px, where labels take less than usual. */
  readonly left?: number;
  /** Whether a script moves a cursor over it. */
  readonly cursor?: boolean;
}

export interface Axis {
  readonly ends: Ends;
  readonly text: (value: number) => string;
  /** Of equal ratios where it is `log`. */
  readonly kind?: 'log';
  /** Steps that its marks may have, in place of decimal ones; or the marks themselves. */
  readonly steps?: readonly number[];
  readonly ticks?: readonly number[];
}

/** Infinite coordinates are the edge of the picture. */
export type Point = readonly [x: number, y: number];
type Anchor = 'start' | 'middle' | 'end';

/** `look` is the class by which style says how it is drawn. What is beyond the ends of the axes is cut off, but for texts. */
export type Mark = { readonly look: string; readonly title?: string } & (
  | { readonly kind: 'line'; readonly points: readonly (Point | null)[]; readonly isRight?: boolean }
  | { readonly kind: 'surface'; readonly points: readonly Point[] }
  | { readonly kind: 'dots'; readonly dots: readonly Dot[]; readonly radius: number; readonly isRight?: boolean }
  /** From corner to opposite corner; `isSnapped` to whole pixels, or hairlines of the ground show between neighbours. */
  | { readonly kind: 'boxes'; readonly boxes: readonly Box[]; readonly isSnapped?: boolean }
  /** A box filled with a pattern that is given this id. */
  | { readonly kind: 'hatch'; readonly box: Box; readonly id: string }
  /** Beside a point, so many px to the right and down. */
  | { readonly kind: 'text'; readonly at: Point; readonly text: string; readonly px: Point; readonly anchor?: Anchor }
);
export type Box = readonly [Point, Point];
type Dot = readonly [at: Point, text: string];

/** A line through points, interrupted where one is missing. */
export function line(
  look: string,
  points: readonly (Point | null)[],
  more: { title?: string; isRight?: boolean } = {},
) {
  return { kind: 'line', look, points, ...more } as const satisfies Mark;
}

/** A line from bottom to top. */
export function upright(look: string, x: number): Mark {
  return line(look, fullHeight(x, x));
}

/** From bottom to top, between two places. */
export function fullHeight(from: number, to: number): Box {
  return [
    [from, Number.NEGATIVE_INFINITY],
    [to, Number.POSITIVE_INFINITY],
  ];
}

/** A text at the top of an upright line. */
export function nameAt(x: number, text: string, px: Point, anchor: Anchor = 'start', look = 'name'): Mark {
  return { kind: 'text', look, at: [x, Number.POSITIVE_INFINITY], text, px, anchor };
}

/** Where the values of a plot stand, px. */
export function areaOf({ width, height, right, left }: Pick<Plot, 'width' | 'height' | 'right' | 'left'>) {
  return {
    left: left ?? (width < 500 ? 52 : 60),
    right: width - (right === undefined ? 12 : 66),
    top: 12,
    bottom: height - 22,
  };
}

/** Lines on the edge are not cut in half. */
const beyondPx = 2;

/** A plot with its legend. Its text has the page's size where it is drawn as wide as its room. */
export function plotHtml(plot: Plot): Html {
  const { width, height, caption, legend, marks } = plot;
  const { left, right, top, bottom } = areaOf(plot);
  const x = scaleOf(plot.x, [left, right], plot.x.kind === 'log' ? 52 : width < 500 ? 60 : 80);
  const upwards = (axis: Axis): Scale => scaleOf(axis, [bottom, top], axis.kind === 'log' ? 16 : 30);
  const y = upwards(plot.y);
  const other = plot.right === undefined ? null : upwards(plot.right);
  const place: Place = ([across, up], isRight = false) => [
    Number.isFinite(across) ? x.at(across) : across < 0 ? left : right,
    Number.isFinite(up) ? ((isRight ? other : null) ?? y).at(up) : up < 0 ? bottom : top,
  ];
  const grid =
    y.ticks.length > 0
      ? y.ticks.map((tick) => `M${left} ${px(y.at(tick))}H${right}`)
      : x.ticks.map((tick) => `M${px(x.at(tick))} ${top}V${bottom}`);
  const labels = [
    y.ticks.map((tick) => label([left - 6, y.at(tick) + 4], plot.y.text(tick), 'end')),
    (other?.ticks ?? []).map((tick) => label([right + 6, (other ?? y).at(tick) + 4], plot.right?.text(tick) ?? '')),
    x.ticks.map((tick) =>
      label([x.at(tick), bottom + 16], plot.x.text(tick), x.at(tick) > right - 16 ? 'end' : 'middle'),
    ),
  ];
  const frame = [left - beyondPx, top - beyondPx, right - left + 2 * beyondPx, bottom - top + 2 * beyondPx].map(px);
  const keys = legend.map(([key, text]) => html`<span><i class="key ${key}"></i>${text}</span>`);
  const drawn = (isText: boolean): HtmlPart =>
    marks.filter(({ kind }) => (kind === 'text') === isText).map((mark) => markHtml(mark, place));
  return html`${keys.length > 0 && html`<p class="legend">${keys}${plot.legendEnd ?? null}</p>`}<svg class="plot" viewBox="0 0 ${width} ${height}" role="img" aria-label="${caption}">${pathHtml('grid', grid.join(''))}<g class="axis">${labels}</g><svg x="${frame[0] ?? 0}" y="${frame[1] ?? 0}" width="${frame[2] ?? 0}" height="${frame[3] ?? 0}" viewBox="${frame.join(' ')}">${drawn(false)}</svg>${drawn(true)}${plot.cursor === true && html`<g class="cursor"><line y1="${top}" y2="${bottom}"/><rect y="${top}" height="${bottom - top}"/></g>`}</svg>`;
}

function scaleOf({ kind, ends, steps, ticks }: Axis, room: Ends, spacePx: number): Scale {
  const scale = kind === 'log' ? logScale(ends, room, spacePx) : linearScale(ends, room, spacePx, steps);
  return ticks === undefined ? scale : { ...scale, ticks };
}

type Place = (point: Point, isRight?: boolean) => Point;

function markHtml(mark: Mark, place: Place): Html {
  const { look, title = '' } = mark;
  switch (mark.kind) {
    case 'line': {
      const path = pathHtml(look, linePath(mark.points.map((point) => point && place(point, mark.isRight))));
      return title === '' ? path : html`<g><title>${title}</title>${path}</g>`;
    }
    case 'surface':
      return pathHtml(look, mark.points.length === 0 ? '' : `${linePath(mark.points.map((point) => place(point)))}z`);
    case 'boxes':
      return pathHtml(
        look,
        mark.boxes.map(([one, other]) => boxPath(place(one), place(other), mark.isSnapped)).join(''),
      );
    case 'hatch': {
      const [[x, bottom], [toX, top]] = [place(mark.box[0]), place(mark.box[1])];
      return html`<pattern id="${mark.id}" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="${look}" d="M0 0V6"/></pattern><rect x="${px(x)}" y="${px(top)}" width="${px(toX - x)}" height="${px(bottom - top)}" fill="url(#${mark.id})"><title>${title}</title></rect>`;
    }
    case 'dots':
      return html`${mark.dots.map(([at, text]) => dotHtml(look, place(at, mark.isRight), mark.radius, text))}`;
    case 'text': {
      const [x, y] = place(mark.at);
      return html`<g class="${look}">${label([x + mark.px[0], y + mark.px[1]], mark.text, mark.anchor)}</g>`;
    }
  }
}

/**
 * Values one after the other as a small line from 0, without axes: its shape is what it says.
 *
 * @param room how far its ends stay from those of the picture, px
 * @param dots the class and the words of each value; none for a line alone
 */
export function sparkHtml(
  values: readonly (number | null)[],
  caption: string,
  { width, height, room }: Pick<Plot, 'width' | 'height'> & { readonly room: number },
  dots: readonly (readonly [look: string, text: string])[] = [],
): Html {
  const most = values.reduce<number>((high, value) => Math.max(high, value ?? 0), 0) || 1;
  const step = (width - 2 * room) / Math.max(1, values.length - 1);
  const first = values.length === 1 ? width / 2 : room;
  const points = values.map((value, i): Point | null =>
    value === null ? null : [first + i * step, height - room - (value / most) * (height - 2 * room)],
  );
  return html`<svg class="spark" viewBox="0 0 ${width} ${height}" role="img" aria-label="${caption}">${dots.length > 0 && pathHtml('zero', `M0 ${height - room}H${width}`)}${pathHtml('line c1', linePath(points))}${dots.map(
    ([look, text], i) => {
      const at = points[i] ?? null;
      return at !== null && dotHtml(look, at, 2.6, text);
    },
  )}</svg>`;
}

function dotHtml(look: string, [x, y]: Point, radius: number, text: string): Html {
  return html`<circle class="${look}" cx="${px(x)}" cy="${px(y)}" r="${radius}"><title>${text}</title></circle>`;
}

function linePath(points: readonly (Point | null)[]): string {
  let path = '';
  let pen = false;
  for (const point of points) {
    if (point !== null) path += `${pen ? 'L' : 'M'}${px(point[0])} ${px(point[1])}`;
    pen = point !== null;
  }
  return path;
}

/** Between bars. */
const gapPx = 0.5;

/** A path around a box, which is never too narrow to be seen. */
function boxPath(one: Point, other: Point, isSnapped = false): string {
  const [x, y, toX, toY] = [...one, ...other].map(isSnapped ? Math.round : px) as [number, number, number, number];
  const width = Math.max(1, toX - x - (isSnapped ? 0 : gapPx));
  const height = Math.max(isSnapped ? 1 : 0, y - toY);
  return `M${x} ${toY}h${px(width)}v${px(height)}h${px(-width)}z`;
}

/** A path element; its class says how it is drawn. */
function pathHtml(className: string, path: string): Html {
  return new Html(path === '' ? '' : `<path class="${className}" d="${path}"/>`);
}

/** A text in a picture; `anchor` says which end of it stands at the point. */
export function label([x, y]: Point, text: string, anchor: Anchor = 'start'): Html {
  return html`<text x="${px(x)}" y="${px(y)}"${anchor !== 'start' && html` text-anchor="${anchor}"`}>${text}</text>`;
}

/** A length in px as short as it can be told from its neighbour. */
function px(value: number): number {
  return Math.round(value * 10) / 10;
}
