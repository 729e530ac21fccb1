import type { EntityId } from '../../contract/entityId.ts';

/** A submit-page body in the making: one flat JSON object (service.md#submit-page), written as text at once. */
export class AnswerSheet {
  #json = '';
  /** Texts of Other options on the sheet so far. */
  otherTexts = 0;

  /** Adds a string value that needs no escaping: ids, numbers, dates. */
  plain(key: string, value: string | number): void {
    this.#json += `${this.#json === '' ? '' : ','}${nameOf(key)}:"${value}"`;
  }

  /** Adds a free text that is escaped as in JSON. */
  text(key: string, escaped: string): void {
    this.plain(key, escaped);
  }

  /** Adds the text of an Other option. */
  otherText(key: string, escaped: string): void {
    this.otherTexts++;
    this.plain(key, escaped);
  }

  /** Adds an array of string answer ids. */
  ids(key: string, ids: readonly EntityId[]): void {
    this.#json += `${this.#json === '' ? '' : ','}${nameOf(key)}:[`;
    for (let i = 0; i < ids.length; i++) this.#json += `${i === 0 ? '' : ','}"${ids[i]}"`;
    this.#json += ']';
  }

  /** The body; the sheet is empty again. */
  finish(): string {
    const body = `{${this.#json}}`;
    this.#json = '';
    this.otherTexts = 0;
    return body;
  }
}

const plainKey = /^\w*$/;

/** A key as JSON. Its prefix comes from the service, so it may be anything. */
function nameOf(key: string): string {
  return plainKey.test(key) ? `"${key}"` : JSON.stringify(key);
}
