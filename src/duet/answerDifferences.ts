import { AnswerReader } from '../judging/reading/answer.ts';
import { isErrorBody, isUnknown, named } from '../judging/reading/reading.ts';
import { pageName } from '../judging/reading/shownPage.ts';
import type { DuetSide } from '../result/duetResult.ts';
import { type BodyRepeat, type Exchange, headerOf } from '../result/exchange.ts';
import { BodyComparison, type Difference } from './bodyDifferences.ts';
import type { AnsweredPair, TwinAnswer } from './pairing.ts';
import type { SideForms } from './sideForms.ts';

/** Headers that a client may depend on; those that name a program, an instant or a length are not among them. */
const headersThatMatter = [
  'access-control-allow-origin',
  'allow',
  'cache-control',
  'content-encoding',
  'content-security-policy',
  'content-type',
  'location',
  'retry-after',
  'strict-transport-security',
  'vary',
  'www-authenticate',
  'x-content-type-options',
  'x-frame-options',
] as const;

/** Compares the answers of twins. The first thing that differs in kind is all that is said: the rest follows from it. */
export class AnswerComparison {
  readonly #forms: Readonly<Record<DuetSide, SideForms>>;
  readonly #readers = { base: new AnswerReader(), candidate: new AnswerReader() };
  /** Bodies that were found equal, whatever their request ids. */
  readonly #equal = new WeakMap<BodyRepeat, WeakSet<BodyRepeat>>();

  constructor(forms: Readonly<Record<DuetSide, SideForms>>) {
    this.#forms = forms;
  }

  differencesOf({ base, candidate }: AnsweredPair): readonly Difference[] {
    const ours = this.#readers.base.read(base.exchange);
    const theirs = this.#readers.candidate.read(candidate.exchange);
    const names = { base: named(ours.exchange, ours.reading), candidate: named(theirs.exchange, theirs.reading) };
    if (isUnknown(ours.reading) || isUnknown(theirs.reading)) {
      const both = isUnknown(ours.reading) && isUnknown(theirs.reading);
      return both ? [] : [{ aspect: 'failure', path: '', ...names }];
    }
    const found = headerDifferences(base, candidate, this.#forms);
    const [ourStatus, theirStatus] = [base.exchange.httpStatus, candidate.exchange.httpStatus];
    if (ourStatus !== theirStatus)
      found.push({ aspect: 'http-status', path: '', base: String(ourStatus), candidate: String(theirStatus) });
    if (ours.reading.kind !== theirs.reading.kind || names.base !== names.candidate) {
      const aspect = isErrorBody(ours.reading) && isErrorBody(theirs.reading) ? 'error' : 'status';
      return [...found, { aspect, path: '', ...names }];
    }
    if (this.#pageOf(ours) !== this.#pageOf(theirs)) {
      return [...found, { aspect: 'page', path: '', base: pageName(ours.page), candidate: pageName(theirs.page) }];
    }
    return [...found, ...this.#bodyDifferences(base, candidate)];
  }

  #pageOf({ page }: ReturnType<AnswerReader['read']>): string {
    return page === null ? '' : page.identity;
  }

  #bodyDifferences(
    { exchange: base, respondent: ours }: TwinAnswer,
    { exchange: candidate, respondent: theirs }: TwinAnswer,
  ): readonly Difference[] {
    const [repeat, other] = [sameBodies(base), sameBodies(candidate)];
    if (repeat !== null && other !== null && this.#equal.get(repeat)?.has(other) === true) return [];
    const comparison = new BodyComparison(this.#forms.base, this.#forms.candidate, {
      base: (text) => ours.redact(text),
      candidate: (text) => theirs.redact(text),
    });
    if (base.json === undefined || candidate.json === undefined) comparison.compare(base.bodyText, candidate.bodyText);
    else comparison.compare(base.json, candidate.json);
    if (repeat !== null && other !== null && comparison.differences.every(({ path }) => path === requestId)) {
      const known = this.#equal.get(repeat) ?? new WeakSet();
      this.#equal.set(repeat, known.add(other));
    }
    return comparison.differences;
  }
}

/** Differs in every answer, so that repeats leave it out of account as well. */
const requestId = 'requestID';

/** What stands for all bodies that are the same but for that. */
function sameBodies({ repeat = null }: Exchange): BodyRepeat | null {
  return repeat?.varying.length === 0 ? repeat : null;
}

function headerDifferences(
  { exchange: base, respondent: ours }: TwinAnswer,
  { exchange: candidate, respondent: theirs }: TwinAnswer,
  forms: Readonly<Record<DuetSide, SideForms>>,
): Difference[] {
  const found: Difference[] = [];
  const add = (name: string, here: string | null, there: string | null): void => {
    if (here !== there)
      found.push({ aspect: 'header', path: name, base: here ?? 'not sent', candidate: there ?? 'not sent' });
  };
  for (const name of headersThatMatter) {
    const [here, there] = [headerOf(base, name), headerOf(candidate, name)];
    if (here !== there)
      add(name, here && forms.base.textOf(here.toLowerCase()), there && forms.candidate.textOf(there.toLowerCase()));
  }
  // What carries the session may be another on each side: cookies and tokens are compared where both have the same.
  const [session, other] = [ours.sessionTransport.session, theirs.sessionTransport.session];
  if ((session.cookie === null) !== (other.cookie === null) || (session.token === null) !== (other.token === null))
    return found;
  add('set-cookie', cookiesOf(base.headers), cookiesOf(candidate.headers));
  const isTokenSent = (exchange: typeof base): string | null =>
    headerOf(exchange, 'x-survey-token') === null ? null : 'sent';
  add('x-survey-token', isTokenSent(base), isTokenSent(candidate));
  return found;
}

/** Cookies by name and attributes, without their values and times; null for none. */
function cookiesOf(headers: readonly string[]): string | null {
  const cookies: string[] = [];
  for (let i = 0; i + 1 < headers.length; i += 2) {
    if (headers[i] !== 'set-cookie') continue;
    const [pair = '', ...attributes] = (headers[i + 1] ?? '').split(';').map((part) => part.trim());
    const kept = attributes.map((each) => each.toLowerCase()).filter((each) => !each.startsWith('expires='));
    cookies.push([pair.split('=')[0] ?? '', ...kept.sort()].join('; '));
  }
  return cookies.length === 0 ? null : cookies.sort().join(', ');
}
