import { createHash } from 'node:crypto';
import { isEmpty, type Part, type Tone } from '../content/content.ts';
import { bodyHtml } from '../content/contentHtml.ts';
import type { PageAssets } from './bundlePage.ts';
import { Html, type HtmlPart, html, islandJson } from './html.ts';
import { type PageSection, sectionHtml } from './parts.ts';

interface DocumentOptions {
  readonly title: string;
  /** What the page says at a glance: the colour of its icon. */
  readonly tone: Tone;
  /** Which page the script is to bring to life. */
  readonly page: 'report' | 'live' | 'compare' | 'index';
  /** Beside the wordmark. */
  readonly subtitle: HtmlPart;
  /** What is empty is no section: the last one says why of all of them. */
  readonly sections: readonly (PageSection | Part | null)[];
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
  const sections = sectionsOf(options.sections);
  const menu = sections.flatMap(({ id, title, menu = title ?? null }) => (menu === null ? [] : [[id, menu] as const]));
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
<link rel="icon" href="${iconOf(options.tone)}">
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
  menu.length > 0 &&
  html`<nav class="menu" aria-label="Sections"><div class="inner">${menu.map(
    ([id, label]) => html`<a href="#${id}">${label}</a>`,
  )}</div></nav>`
}
<main id="main">${sections.map(sectionHtml)}</main>
<script type="application/json" id="data">${islandJson(options.data)}</script>
<script>${new Html(assets.script)}</script>
</body>
</html>
`.text;
}

function sectionsOf(given: DocumentOptions['sections']): PageSection[] {
  const empty: Part[] = [];
  const sections = given.flatMap((each): PageSection[] => {
    if (each === null) return [];
    if ('body' in each) return [each];
    if (!isEmpty(each)) return [{ ...each, body: bodyHtml(each) }];
    if (each.empty !== undefined) empty.push(each);
    return [];
  });
  if (empty.length === 0) return sections;
  const body = html`<dl class="empties">${empty.map(({ id, title, empty: why = '' }) => html`<dt id="${id}">${title}</dt><dd>${why}</dd>`)}</dl>`;
  return [...sections, { id: 'empties', title: 'Nothing to show', menu: null, body }];
}

const iconColours: Readonly<Record<Tone, string>> = {
  good: '#1b7443',
  bad: '#b42318',
  warn: '#b87a00',
  quiet: '#7a766f',
  info: '#1c5d8c',
};
/** Told apart without colour as well. */
const iconSigns: Readonly<Record<Tone, string>> = {
  good: 'M8 17l5 5 11-12',
  bad: 'M10 10l12 12M22 10L10 22',
  warn: 'M16 8v10M16 23v1',
  quiet: 'M9 16h14',
  info: 'M9 21l5-6 4 3 6-8',
};

/** The page's icon as a data URL: a disc in the colour of the verdict with a sign for it. */
function iconOf(tone: Tone): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="${iconColours[tone]}"/><path d="${iconSigns[tone]}" fill="none" stroke="#fff" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
