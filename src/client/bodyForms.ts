import { BodyForm, differencesOf, type FormedBody, type Sample, sampleOf } from './bodyForm.ts';
import { KnownTexts } from './knownTexts.ts';

/** Longer bodies are no pages. */
const longestBody = 4 * 1024 * 1024;
/** Bounds of what is kept: then everything is forgotten. */
const mostBytes = 16 * 1024 * 1024;
const mostForms = 32;
const mostSamples = 8;
const mostLengths = 4096;
/** A form that so many bodies have had says more of them than a wider one does. */
const manyTimes = 8;
/** So many bodies are looked at, and as many more as were read by their form: of others only one in eight. */
const patience = 64;
/** A form is there as bytes, as text and parsed. */
const copiesKept = 3;

/**
 * Bodies that are alike but for some values: a time, a trace, what a service gets wrong, the marks and the texts on a page that a
 * respondent goes back to. Nobody says where they stand: by what two bodies differ, that varies, and by what a third one
 * differs, that as well. So such a body is compared, not parsed, and only the rules that look at those values judge it.
 */
export class BodyForms {
  /** Those in which the least varies come first: of what is the same, most is known. */
  readonly #forms: BodyForm[] = [];
  /** The form that bodies of a length had last: it is tried first. */
  readonly #byLength = new Map<number, BodyForm>();
  readonly #samples: Sample[] = [];
  readonly #texts = new KnownTexts();
  #bytes = 0;
  #patience = patience;

  /** Reads a body by its form; `null` where it has none that is known. */
  find(body: Buffer): FormedBody | null {
    const latest = this.#byLength.get(body.length)?.read(body, this.#texts) ?? null;
    if (latest !== null) return this.#found(latest);
    for (const form of this.#forms) {
      const read = form.read(body, this.#texts);
      if (read === null) continue;
      if (this.#byLength.size === mostLengths) this.#byLength.clear();
      this.#byLength.set(body.length, form);
      return this.#found(read);
    }
    return null;
  }

  #found(read: FormedBody): FormedBody {
    if (this.#patience < patience) this.#patience++;
    return read;
  }

  /** Takes in a body that was parsed: with one that came before it may show what varies. */
  learn(body: Buffer): void {
    if (body.length > longestBody) return;
    if (--this.#patience < 0 && this.#patience % 8 < 0) return;
    const sample = sampleOf(body);
    this.#keep(body.length);
    for (const [at, before] of this.#forms.entries()) {
      const form = formOf(before.sample, sample, before.differing);
      if (form === null) continue;
      // One that many have had is kept beside it.
      if (before.times < manyTimes) this.#forms.splice(at, 1);
      this.#add(form);
      return;
    }
    for (const before of this.#samples) {
      const form = formOf(before, sample, []);
      if (form === null) continue;
      this.#keep(copiesKept * body.length);
      this.#add(form);
      return;
    }
    if (this.#samples.push(sample) > mostSamples) this.#samples.shift();
  }

  #add(form: BodyForm): void {
    this.#byLength.clear();
    this.#forms.push(form);
    if (this.#forms.length > mostForms) this.#forms.shift();
    this.#forms.sort((a, b) => a.differing.length - b.differing.length);
  }

  #keep(bytes: number): void {
    if (this.#bytes > mostBytes) {
      this.#forms.length = 0;
      this.#byLength.clear();
      this.#samples.length = 0;
      this.#bytes = 0;
    }
    this.#bytes += bytes;
  }
}

/** The form that two bodies have, beside values that are known to vary; `null` where that is none. */
function formOf(before: Sample, sample: Sample, known: readonly number[]): BodyForm | null {
  const differing = differencesOf(before, sample);
  if (differing === null) return null;
  const form = BodyForm.of(
    before,
    [...new Set([...known, ...differing])].sort((a, b) => a - b),
  );
  return form?.isFormOf(sample.body) === true ? form : null;
}
