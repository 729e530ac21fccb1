import { Html, type HtmlPart, html } from '../html/html.ts';

/** Where in a picture its values stand, in px. */
export interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A length in px as short as it can be told from its neighbour. */
export function px(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A path through points, interrupted where one is missing. */
export function linePath(points: readonly (readonly [x: number, y: number] | null)[]): string {
  let path = '';
  let pen = false;
  for (const point of points) {
    if (point !== null) path += `${pen ? 'L' : 'M'}${px(point[0])} ${px(point[1])}`;
    pen = point !== null;
  }
  return path;
}

/** A path around rectangles: left, top, width, height. */
export function boxesPath(boxes: readonly (readonly [number, number, number, number])[]): string {
  return boxes.map(([x, y, w, h]) => `M${px(x)} ${px(y)}h${px(w)}v${px(h)}h${px(-w)}z`).join('');
}

/** A path element; its class says how it is drawn. */
export function pathHtml(className: string, path: string): Html {
  return new Html(path === '' ? '' : `<path class="${className}" d="${path}"/>`);
}

/** A label; `anchor` says which end of it stands at `x`. */
export function label(x: number, y: number, text: string, anchor: 'start' | 'middle' | 'end' = 'start'): Html {
  return html`<text x="${px(x)}" y="${px(y)}"${anchor !== 'start' && html` text-anchor="${anchor}"`}>${text}</text>`;
}

/** A picture with what it shows in words. Its text has the page's size where it is drawn as wide as its room. */
export function picture(width: number, height: number, caption: string, parts: HtmlPart): Html {
  return html`<svg class="plot" viewBox="0 0 ${width} ${height}" role="img" aria-label="${caption}">${parts}</svg>`;
}
