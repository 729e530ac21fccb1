import { type AlteredOptions, altered } from '../../src/selftest/altered.ts';
import { type OpenService, openService } from '../../src/service/service.ts';
import { loadSurveys } from '../../src/service/survey/surveyCatalogue.ts';
import { administrationStory, keyStory } from './administrationStory.ts';
import type { Seen } from './ask.ts';
import { respondentStory } from './respondentStory.ts';

const stories = { respondentStory, administrationStory, keyStory };
export const storyNames = Object.keys(stories) as (keyof typeof stories)[];
const surveys = loadSurveys();
const keys = { valid: ['canvass-key', 'canvass-second-key'], forbidden: ['canvass-forbidden-key'] };

/**
 * What a service says to a fixed script of calls, an answer a line, without what chance gives; after a completion, and at
 * last, what it has stored. The lines come one by one, so that a comparison can stop at the first difference.
 */
export async function* linesOf(name: keyof typeof stories, options: AlteredOptions): AsyncGenerator<string> {
  const seenIds = new Set<string>();
  let nowMs = 1_773_061_507_000;
  const now = (): number => (nowMs += 50);
  const service = await openService(altered({ keys, surveys, now, ...options }));
  try {
    for await (const seen of stories[name](service)) {
      yield lineOf(seen, seenIds);
      if (seen.text.includes('survey_complete')) yield* storedIn(service);
    }
    yield* storedIn(service);
  } finally {
    await service.close();
  }
}

function* storedIn({ store, surveys }: OpenService): Generator<string> {
  for (const survey of surveys.keys())
    yield withoutIds(JSON.stringify(store.responses(survey, { offset: 0, limit: 1000 })));
}

/** Tells a service as much of the script as it takes to see that it is not a clean one. */
export class Story {
  readonly #clean = new Map<string, readonly string[]>();

  /**
   * @param first what is asked first: where a difference is more likely
   * @returns the first line that differs; undefined where none does
   */
  async firstDifference(options: AlteredOptions, first: keyof typeof stories): Promise<string | undefined> {
    for (const name of new Set([first, ...storyNames])) {
      const clean = this.#clean.get(name) ?? (await linesOfClean(name));
      this.#clean.set(name, clean);
      let index = 0;
      for await (const line of linesOf(name, options)) if (line !== clean[index++]) return line;
    }
    return undefined;
  }
}

async function linesOfClean(name: keyof typeof stories): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of linesOf(name, {})) lines.push(line);
  return lines;
}

function lineOf({ httpStatus, headers, text }: Seen, seenIds: Set<string>): string {
  const fields = [...headers].filter(([name]) => name !== 'date' && name !== 'content-length').join('\n');
  const line = [httpStatus, fields, text].join('\n').replace(/(?<="requestID":\s*")[0-9a-f]{12}-[^"]+/, (id) => {
    const isNew = seenIds.size < seenIds.add(id).size;
    return isNew ? 'an id' : 'an id again';
  });
  return withoutIds(line);
}

/** A text without what chance gives. */
export function withoutIds(text: string): string {
  return text
    .replaceAll(/[0-9A-F]{32}/g, 'a session')
    .replaceAll(/[0-9a-f]{40}/g, 'a key')
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'a walk');
}
