import { tokenPrefix } from '../tokens.ts';
import { type HtmlInputs, heldText, htmlInputsOf } from './htmlInputs.ts';
import type { QuestionReading, QuestionView } from './questionView.ts';

/** An input that holds a respondent's own text. */
interface Field {
  readonly name: string;
  /** Whether the text stands between the tags of a `textarea`, else in a quoted attribute. */
  readonly isArea: boolean;
}

/**
 * A question whose inputs hold respondents' own texts: with others in their places it is read from this one, for nothing else
 * of it can differ. A text ends where its attribute or its `textarea` does, whatever it says.
 */
export class FilledQuestion {
  readonly #reading: QuestionReading;
  readonly #question: QuestionView;
  readonly #parts: readonly string[];
  readonly #fields: readonly Field[];

  private constructor(
    reading: QuestionReading,
    question: QuestionView,
    parts: readonly string[],
    fields: readonly Field[],
  ) {
    this.#reading = reading;
    this.#question = question;
    this.#parts = parts;
    this.#fields = fields;
  }

  /** `null` where own texts stand elsewhere, too. */
  static of(reading: QuestionReading): FilledQuestion | null {
    const { html, json, question } = reading;
    if (question === null || json.includes(tokenPrefix)) return null;
    const parts: string[] = [];
    const areas: boolean[] = [];
    let end = 0;
    for (let at = html.indexOf(tokenPrefix); at >= 0; at = html.indexOf(tokenPrefix, end)) {
      const start = Math.max(html.lastIndexOf('"', at), html.lastIndexOf('>', at)) + 1;
      const isArea = html[start - 1] === '>';
      if (start <= end || (isArea && !/^<textarea\b/i.test(html.slice(html.lastIndexOf('<', start))))) return null;
      parts.push(html.slice(end, start));
      areas.push(isArea);
      end = html.indexOf(isArea ? '<' : '"', at);
      if (end < 0) return null;
    }
    parts.push(html.slice(end));
    const fields = fieldsOf(parts, areas, question.inputs);
    return fields === null ? null : new FilledQuestion(reading, question, parts, fields);
  }

  /** The same question with the texts in another markup; `null` where that differs in more. */
  read(html: string): QuestionReading | null {
    const values = new Map(this.#question.inputs.values);
    let at = 0;
    for (const [index, part] of this.#parts.entries()) {
      if (!html.startsWith(part, at)) return null;
      at += part.length;
      const field = this.#fields[index];
      if (field === undefined) continue;
      const end = html.indexOf(field.isArea ? '<' : '"', at);
      if (end < 0) return null;
      values.set(field.name, heldText(html.slice(at, end), field.isArea));
      at = end;
    }
    if (at !== html.length) return null;
    const inputs = { ...this.#question.inputs, values };
    return { ...this.#reading, html, question: { ...this.#question, html, inputs }, kin: this };
  }
}

/** The inputs that hold what stands between the parts, and nothing else; `null` where something else does. */
function fieldsOf(parts: readonly string[], areas: readonly boolean[], { types, values }: HtmlInputs): Field[] | null {
  const marks = areas.map((_, at) => `canvass?${at}`);
  const probe = htmlInputsOf(parts.map((part, at) => part + (marks[at] ?? '')).join(''));
  if (JSON.stringify([...probe.types]) !== JSON.stringify([...types]) || probe.values.size !== values.size) return null;
  const names = marks.map((mark) => [...probe.values].find(([, value]) => value === mark)?.[0]);
  const others = [...values].filter(([name]) => !names.includes(name));
  if (!others.every(([name, value]) => probe.values.get(name) === value)) return null;
  const fields = names.flatMap((name, at) => (name === undefined ? [] : [{ name, isArea: areas[at] === true }]));
  return fields.length === marks.length ? fields : null;
}
