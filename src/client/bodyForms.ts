import { BodyForm, differencesOf, type FormedBody, type Sample, sampleOf } from './bodyForm.ts';
import { KnownTexts } from './knownTexts.ts';

/** Longer bodies are no pages. */
const longestBody = 4 * 1024 * 1024;
/** Bounds of what is kept: then everything is forgotten. */
const mostBytes = 16 * 1024 * 1024;
const mostForms = 32;
const mostSamples = 8;
/** After so many bodies in a row that showed nothing new only one in eight is looked at. */
const patience = 64;
/** A form is there as bytes, as text and parsed. */
const copiesKept = 3;

/**
 * Bodies that are alike but for some values: a time, a trace, what a service gets wrong, the marks and the texts on a page that a
 * respondent goes back to. Nobody says where they stand: by what two bodies differ, that varies, and by what a third one
 * differs, that as well. So such a body is compared, not parsed, and only the rules that look at those values judge it.
 */
export class BodyForms {
  /** The one that was of use last comes first. */
  readonly #forms: BodyForm[] = [];
  readonly #samples: Sample[] = [];
  readonly #texts = new KnownTexts();
  #bytes = 0;
  #fruitless = 0;

  /** Reads a body by its form; `null` where it has none that is known. */
  find(body: Buffer): FormedBody | null {
    for (const [at, form] of this.#forms.entries()) {
      const read = form.read(body, this.#texts);
      if (read === null) continue;
      if (at > 0) this.#forms.unshift(...this.#forms.splice(at, 1));
      return read;
    }
    return null;
  }

  /** Takes in a body that was parsed: with one that came before it may show what varies. */
  learn(body: Buffer): void {
    if (body.length > longestBody) return;
    if (this.#fruitless++ > patience && this.#fruitless % 8 > 0) return;
    const sample = sampleOf(body);
    this.#keep(body.length);
    for (const [at, { sample: before, differing }] of this.#forms.entries()) {
      const form = formOf(before, sample, differing);
      if (form !== null) {
        this.#forms[at] = form;
        this.#fruitless = 0;
        return;
      }
    }
    for (const before of this.#samples) {
      const form = formOf(before, sample, []);
      if (form === null) continue;
      this.#fruitless = 0;
      this.#keep(copiesKept * body.length);
      if (this.#forms.unshift(form) > mostForms) this.#forms.pop();
      return;
    }
    if (this.#samples.push(sample) > mostSamples) this.#samples.shift();
  }

  #keep(bytes: number): void {
    if (this.#bytes > mostBytes) {
      this.#forms.length = 0;
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
