import { createHash } from 'node:crypto';
import type { PageAssets } from './bundlePage.ts';
import { Html, type HtmlPart, html, islandJson } from './html.ts';

export interface DocumentOptions {
  readonly title: string;
  /** Which page the script is to bring to life. */
  readonly page: 'report' | 'live' | 'compare' | 'duet' | 'index';
  /** Beside the wordmark. */
  readonly subtitle: HtmlPart;
  /** Sections of the page, for its menu: fragment and label. */
  readonly menu: readonly (readonly [string, string])[];
  readonly body: HtmlPart;
  /** What the script reads; anything that JSON can carry. */
  readonly data: unknown;
  readonly assets: PageAssets;
  /** The live page talks to its own server; every other page to nobody. */
  readonly connect?: boolean;
}

/**
 * A whole page as one file: style, script and data inside, and a policy that lets exactly this script and this style
 * run and nothing be loaded. Text of the service is escaped by the `html` tag, data by `islandJson`.
 */
export function documentText(options: DocumentOptions): string {
  const { assets } = options;
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(assets.script)}`,
    `style-src ${hashOf(assets.style)}`,
    'img-src data:',
    `connect-src ${options.connect === true ? "'self'" : "'none'"}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>${options.title}</title>
<style>${new Html(assets.style)}</style>
</head>
<body data-page="${options.page}">
<a class="skip" href="#main">Skip to content</a>
<header class="top"><div class="inner">
<p class="brand"><span class="wordmark">canvass</span><span class="subtitle">${options.subtitle}</span></p>
<button type="button" class="quiet theme" data-theme-toggle hidden>Dark</button>
</div></header>
${
  options.menu.length > 0 &&
  html`<nav class="menu" aria-label="Sections"><div class="inner">${options.menu.map(
    ([fragment, label]) => html`<a href="#${fragment}">${label}</a>`,
  )}</div></nav>`
}
<main id="main">${options.body}</main>
<script type="application/json" id="data">${islandJson(options.data)}</script>
<script>${new Html(assets.script)}</script>
</body>
</html>
`.text;
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
