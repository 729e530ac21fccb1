import { flattened, type Line } from './flatten.ts';
import { quoted } from './shellWord.ts';
import type { WitnessStep } from './verdict.ts';

const ownMark = /cvs-?[0-9a-z]{4,8}[-x][0-9a-z]{1,10}(?:-[0-9a-z]{2}|z)/g;

/** Whether a text was made up by a run, for something that it created. */
export function isMadeUp(text: string): boolean {
  return text.search(ownMark) !== -1;
}

/** Ids of requests, marks of others, instants, addresses, and what was made up for the occasion: commands of `sed -E`. */
const passingParts = [
  's/^(requestID|(.*[.])?timestamp) .*/\\1 #/g',
  's/cvs-?[0-9a-z]{4,8}[-x][0-9a-z]{1,10}(-[0-9a-z]{2}|z)/#/g',
  's/[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:.]+(Z|[-+][0-9:]+)?/#/g',
  // The same service may be tried at another address, which it writes into its pages.
  's/https?:[^a-zA-Z0-9"]{2,4}[-a-zA-Z0-9.:]+/#/g',
  's/[0-9a-fA-F]{8,}(-[0-9a-fA-F]{4,})*/#/g',
  's/[0-9]{6,}/#/g',
];

/** Lines that say which question or answer it is: however long such an id is, it stays. */
const idLine =
  '^response[.](questions[[][0-9]+][.]json[.](answers[[][0-9]+][.])?id|validationErrors[[][0-9]+][.]questionId) ';
/** The JSON of a question, whose own lines tell it: what stays of its text is that it was one. */
const jsonAsText = 's/^(response[.]questions[[][0-9]+][.]json) ".*/\\1 a text/g';

/** `lasting FILE`: what of the lines of `flatten` stays from time to time. @param steps the witness, whose own marks stay */
export function lastingCommand(steps: readonly WitnessStep[]): string {
  const commands = [jsonAsText, `/${idLine}/b`, ...passingOf(marksOf(steps))];
  return `lasting() { flatten "$1" | LC_ALL=C sed -E ${commands.map((each) => `-e ${quoted(each)}`).join(' ')}; }`;
}

/** What `lasting` prints of lines. */
export function lastingLines(lines: readonly Line[], steps: readonly WitnessStep[]): string[] {
  const commands = passingOf(marksOf(steps));
  const id = new RegExp(idLine);
  return lines
    .map(({ path, value }) => substituted(`${path} ${value}`, jsonAsText))
    .map((line) => (id.test(line) ? line : commands.reduce(substituted, line)));
}

/** Bytes at the end of a body that was cut, which may have moved with what differs each time. */
const unsure = 256;
/** Longer bodies were cut when they were recorded. */
const longestWhole = 4096;

/** Whether of a recorded body only the beginning is known. */
export function isCut(body: string): boolean {
  return body.length >= longestWhole;
}

/** What is known for sure of a recorded body. */
export function knownPart(body: string): string {
  return isCut(body) ? body.slice(0, longestWhole - unsure) : body;
}

/** What of a body stays from time to time. @param steps those whose own marks it may hold */
export function lastingPartOf(body: string, steps: readonly WitnessStep[]): string {
  const known = body.slice(0, longestWhole - unsure);
  const lines = flattened(known);
  return lines.length > 0
    ? lastingLines(lines, steps).join('\n')
    : passingOf(marksOf(steps)).reduce(substituted, known);
}

/** Whether a text holds what differs each time, beside the marks that these steps send themselves. */
export function passes(text: string, steps: readonly WitnessStep[]): boolean {
  const others = marksOf(steps).reduce((left, mark) => left.replaceAll(mark, ''), text);
  return others.includes('[redacted]') || passingParts.some((command) => substituted(others, command) !== others);
}

/** Whether a text holds the mark of another walk or call than these steps: it came of what was stored before. */
export function isOfOthers(text: string, steps: readonly WitnessStep[]): boolean {
  const own = marksOf(steps);
  return marksIn(text).some((mark) => !own.includes(mark));
}

function passingOf(sent: readonly string[]): readonly string[] {
  return [...sent.map((mark, i) => `s/${mark}/own mark ${i}/g`), ...passingParts];
}

function marksOf(steps: readonly WitnessStep[]): string[] {
  return [...new Set(steps.flatMap((step) => marksIn(step.body ?? '')))];
}

/** The marks of walks and calls that a text holds. */
export function marksIn(text: string): readonly string[] {
  return text.match(ownMark) ?? [];
}

/** What `sed` makes of a text; its expressions mean the same here. */
function substituted(text: string, command: string): string {
  const [, pattern = '', replacement = ''] = /^s\/(.*)\/(.*)\/g$/.exec(command) ?? [];
  return text.replaceAll(new RegExp(pattern, 'g'), replacement.replaceAll(/\\(\d)/g, '$$$1'));
}
