import { anyItem, flattened, type Line } from './flatten.ts';
import { isCut, knownPart, lastingLines } from './lasting.ts';
import { quoted } from './shellWord.ts';
import type { Symptom } from './symptom.ts';
import type { WitnessStep } from './verdict.ts';

/** `page FILE`: the ids of the questions that an answer shows, a line each. */
export const page = `page() { flatten "$1" | sed -n 's/^response[.]questions[[][0-9]*][.]json[.]id //p' | LC_ALL=C sort; }`;

/** `accepted FILE`: whether an answer shows a page, and refuses nothing. */
export const accepted = `accepted() { flatten "$1" | awk '/^response[.]questions[[][0-9]*][.]json[.]id / { shown = 1 } $0 == "response.status \\"validation_errors\\"" { refused = 1 } END { exit !shown || refused }'; }`;

/** The steps before one, from 1 on, whose answers led its respondent on: where one does not any more, the others lead elsewhere. */
export function stepsOfWay(failingStep: number, steps: readonly WitnessStep[]): number[] {
  return steps.slice(0, failingStep).flatMap(({ session, response: { body } }, at) => {
    const lines = flattened(knownPart(body));
    const isAccepted = idsIn(lines).length > 0 && !lines.some(({ value }) => value === '"validation_errors"');
    return session === steps[failingStep]?.session && isAccepted ? [at + 1] : [];
  });
}

/** `seen STEP…`: of each step the first one that showed the same page. */
export const seen = `seen() { for step; do page "$dir/answer$step" >"$dir/page$step"; for first; do ! cmp -s "$dir/page$first" "$dir/page$step" || break; done; printf '%s ' "$first"; done; }`;

/** That pages follow each other on the way as they did: what is wrong with one is so after those before it. */
function sameWay(failingStep: number, steps: readonly WitnessStep[]): string[] {
  const way = stepsOfWay(failingStep, steps);
  const pages = way.map((step) => idsIn(flattened(knownPart(steps[step - 1]?.response.body ?? ''))).join());
  const first = pages.map((each) => `${way[pages.indexOf(each)]} `).join('');
  return way.length < 2 ? [] : [`[ "$(seen ${way.join(' ')})" = '${first}' ]`];
}

/**
 * What is so of an answer to a respondent while it is the wrong one, as commands of the shell: which page it shows beside
 * the others of the witness, whatever ids they have there; or what kind of answer it is.
 */
export function wrongAnswer(failingStep: number, { due }: Symptom, steps: readonly WitnessStep[]): string[] {
  const body = steps[failingStep]?.response.body ?? '';
  const lines = flattened(knownPart(body));
  const ids = idsIn(lines);
  const earlier = steps.slice(0, failingStep).map(({ response }) => idsIn(flattened(knownPart(response.body))));
  const wanted = due !== undefined && 'page' in due ? due.page.split(', ') : [];
  const dueAt = earlier.findLastIndex((shown) => shown.length > 0 && isSame(shown, wanted));
  const cameAt = ids.length === 0 ? -1 : earlier.findLastIndex((shown) => isSame(shown, ids));
  const kind = [...kindOf(body), ...refusedOf(failingStep, steps), ...sameWay(failingStep, steps)];
  // Where the page is right, the kind of answer is not, or an answer before.
  if (isSame(ids, wanted)) return lines.some(({ value }) => value === '"success"') ? [] : kind;
  if (dueAt >= 0) return [...kind, `! page "$answer" | grep -qxF "$(page "$dir/answer${dueAt + 1}")"`];
  if (cameAt >= 0)
    return [
      ...kind,
      ...finalBefore(failingStep, steps),
      `[ "$(page "$answer")" = "$(page "$dir/answer${cameAt + 1}")" ]`,
    ];
  if (ids.length === 0) return kind;
  // Nothing in the witness shows what was due: the page is told by the ids that it had.
  if (wanted.length > 0) return isCut(body) ? [] : [...kind, `[ "$(page "$answer")" = ${quoted(ids.join('\n'))} ]`];
  if (isWithoutSession(failingStep, steps)) return [...kind, '[ -n "$(page "$answer")" ]'];
  // A page that comes after an answer is wrong after the page that was answered, which has to be known.
  if (steps[failingStep]?.endpoint === 'submit-page' && stepsOfWay(failingStep, steps).length === 0) return [];
  return [...kind, ...finalBefore(failingStep, steps), '[ -n "$(page "$answer")" ]'];
}

/** Whether answers were submitted that belong to no session: no page is due then. */
function isWithoutSession(failingStep: number, steps: readonly WitnessStep[]): boolean {
  const { endpoint, session, sessionTransport = 'keep' } = steps[failingStep] ?? {};
  const isFirst = !steps.slice(0, failingStep).some((step) => step.session === session);
  return endpoint === 'submit-page' && (isFirst || sessionTransport === 'drop' || sessionTransport === 'forge');
}

/** Which questions are refused, where any are; they are answered by the keys that the page before said. */
function refusedOf(failingStep: number, steps: readonly WitnessStep[]): string[] {
  const lines = flattened(knownPart(steps[failingStep]?.response.body ?? ''));
  const ids = lines.flatMap(({ path, value }) =>
    /^response\.validationErrors\[\d+\]\.questionId$/.test(path) ? [value] : [],
  );
  if (ids.length === 0) return [];
  return [`[ "$(refused "$answer")" = ${quoted(ids.sort().join('\n'))} ]`, ...formsBefore(failingStep, ids, steps)];
}

/** That the page that was answered gave the same keys to these questions. */
function formsBefore(failingStep: number, ids: readonly string[], steps: readonly WitnessStep[]): string[] {
  const own = steps[failingStep]?.session;
  const before = steps.findLastIndex(
    ({ session, response }, at) =>
      at < failingStep && session === own && idsIn(flattened(knownPart(response.body))).length > 0,
  );
  const lines = flattened(knownPart(steps[before]?.response.body ?? ''));
  const elements = lines.flatMap(({ path, value }) =>
    /^response\.questions\[\d+\]\.json\.id$/.test(path) && ids.includes(value)
      ? [path.replace(/id$/, 'formParam.')]
      : [],
  );
  return lines
    .filter(({ path }) => elements.some((element) => path.startsWith(element)))
    .map(({ path, value }) => `flatten "$dir/answer${before + 1}" | grep -qxF ${quoted(`${path} ${value}`)}`);
}

/** `refused FILE`: the ids of the questions whose answers are refused, a line each. */
export const refused = `refused() { flatten "$1" | sed -n 's/^response[.]validationErrors[[][0-9]*][.]questionId //p' | LC_ALL=C sort; }`;

/** That the page before said that it is the last, where it did: it may be that which is wrong. */
function finalBefore(failingStep: number, steps: readonly WitnessStep[]): string[] {
  const before = stepsOfWay(failingStep, steps).at(-1) ?? 0;
  const isFinal = flattened(knownPart(steps[before - 1]?.response.body ?? '')).some(
    ({ path, value }) => path === 'response.meta.isFinalPage' && value === 'true',
  );
  return isFinal ? [`flatten "$dir/answer${before}" | grep -qxF 'response.meta.isFinalPage true'`] : [];
}

/**
 * What is so of a part of an answer while it is wrong: which answers are marked, which members an object has, else that
 * the part is the recorded one.
 *
 * @param path of the part, from the root or within `response`
 */
export function wrongPart(failingStep: number, path: string, steps: readonly WitnessStep[]): string[] {
  const body = steps[failingStep]?.response.body ?? '';
  // What was cut off is not known.
  if (isCut(body)) return [];
  const lines = flattened(body);
  const way = sameWay(failingStep, steps);
  if (path === 'response') return [...way, `[ "$(members "$answer")" = ${quoted(membersIn(lines).join('\n'))} ]`];
  if (path.endsWith('.selected')) return [...way, `[ "$(marked "$answer")" = ${quoted(markedIn(lines).join('\n'))} ]`];
  // What of a question is wrong may be so beside its other members alone.
  const place = path.replace(/(?<=questions\[\])\.(?:json|html)\b.*$/, '');
  const [first] = partsAt(place, lines);
  if (first === undefined) return [];
  const partOf = (of: readonly Line[]): string => lastingLines(partsAt(place, of), steps).join('\n');
  const isSo = (file: string, part: string): string =>
    `[ "$(lasting ${file} | grep -E ${quoted(`^${patternOf(anyItem(first.path))}[].[ ]`)})" = ${quoted(part)} ]`;
  const own = partOf(lines);
  // Of two showings of a page that differ, what is wrong may stand in either.
  const earlier = steps.slice(0, failingStep).flatMap(({ session, response }, at) => {
    const shown = flattened(knownPart(response.body));
    const isOther =
      session === steps[failingStep]?.session && isSame(idsIn(shown), idsIn(lines)) && partOf(shown) !== own;
    return isOther && !isCut(response.body) ? [isSo(`"$dir/answer${at + 1}"`, partOf(shown))] : [];
  });
  return [isSo('"$answer"', own), ...earlier];
}

/** Which page shows what stands beside its questions, or which status what stands beside that: of another one it may be right. */
export function pageBeside(body: string, path: string): string[] {
  if (isCut(body) || path.includes('questions[')) return [];
  const lines = flattened(body);
  const ids = idsIn(lines);
  if (ids.length > 0) return [`[ "$(page "$answer")" = ${quoted(ids.join('\n'))} ]`];
  const isBesideStatus = path !== statusPath && lines.some((line) => line.path === statusPath);
  return isBesideStatus ? kindOf(body) : [];
}

/** `members FILE`: the names of the members of `response`, a line each. */
export const members = `members() { flatten "$1" | sed -nE 's/^response[.]([^].[ ]*) .*/\\1/p' | LC_ALL=C sort; }`;

function membersIn(lines: readonly Line[]): string[] {
  return lines.flatMap(({ path }) => /^response\.([^.[\]]*)$/.exec(path)?.[1] ?? []).sort();
}

/** `marked FILE`: the ids of the answers that are marked, a line each. */
export const marked = `marked() { flatten "$1" | awk '{ k = $1; sub(/[.][a-z]*$/, "", k) } $1 ~ /[.]answers[[][0-9]+][.]id$/ { id[k] = $2 } $1 ~ /[.]selected$/ && $2 == "true" { is[k] } END { for (k in is) print id[k] }' | LC_ALL=C sort; }`;

function markedIn(lines: readonly Line[]): string[] {
  const values = new Map(lines.map(({ path, value }) => [path, value]));
  return lines
    .filter(({ path, value }) => path.endsWith('.selected') && value === 'true')
    .map(({ path }) => values.get(path.replace(/selected$/, 'id')) ?? '')
    .sort();
}

/** The lines of a part, and of all that it holds. */
function partsAt(path: string, lines: readonly Line[]): Line[] {
  const found = [path, `response.${path}`].map((wanted) =>
    lines.filter((line) => {
      const at = anyItem(line.path);
      return at === wanted || at.startsWith(`${wanted}.`) || at.startsWith(`${wanted}[`);
    }),
  );
  return found.find((each) => each.length > 0) ?? [];
}

const statusPath = 'response.status';

/** What kind of answer it is: its status, or its error; that it is none of the document. */
export function kindOf(body: string): string[] {
  const lines = flattened(knownPart(body));
  const names = [statusPath, 'error.code', 'response.error.id'];
  const own = lines.filter(({ path }) => names.includes(path));
  if (own.length === 0) return [`! flatten "$answer" | grep -qE ${quoted(`^(${names.map(patternOf).join('|')}) `)}`];
  return own.map(({ path, value }) => `flatten "$answer" | grep -qxF -- ${quoted(`${path} ${value}`)}`);
}

function idsIn(lines: readonly Line[]): string[] {
  return lines
    .flatMap(({ path, value }) => (/^response\.questions\[\d+\]\.json\.id$/.test(path) ? [value] : []))
    .sort();
}

/** Whether these are the questions of a page. */
function isSame(one: readonly string[], other: readonly string[]): boolean {
  const plain = (ids: readonly string[]): string =>
    ids
      .map((id) => id.replaceAll('"', ''))
      .sort()
      .join();
  return plain(one) === plain(other);
}

function patternOf(path: string): string {
  return path.replaceAll('.', '[.]').replaceAll('[]', '[[][0-9]+]');
}
