import { tokensOfRun } from '../../judging/tokens.ts';
import { type AdministrationClient, administrationCalls } from '../administration.ts';
import type { SeenLive } from './auditOptions.ts';
import { readPage } from './readRecords.ts';

interface LiveReading {
  readonly client: AdministrationClient;
  /** The run whose tokens are looked for. */
  readonly runTag: string;
  readonly surveyId: number;
  readonly perPage: number;
  readonly totalBefore: number;
  /** Time between two looks when nothing new is there. */
  readonly everyMs: number;
}

/**
 * Reads the list of a survey while the walks go on, from where it ended before them: which response each token of the
 * run was seen in. What was seen and is gone at the end was lost after it had been stored. It reads a page again until
 * that is full, and then goes on with the next: a service that lists the newest first shows it little.
 */
export class LiveReader {
  /** By token. */
  readonly seen = new Map<string, SeenLive>();
  readonly #reading: LiveReading;
  #stopped = false;
  readonly #loop: Promise<void>;

  constructor(reading: LiveReading) {
    this.#reading = reading;
    this.#loop = this.#read();
  }

  /** Resolves when the look under way is over. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#loop;
  }

  async #read(): Promise<void> {
    const { client, everyMs, perPage, runTag, surveyId, totalBefore } = this.#reading;
    let page = Math.floor(totalBefore / perPage) + 1;
    let absentMs = Date.now();
    while (!this.#stopped) {
      const startMs = Date.now();
      const read = await readPage(client, administrationCalls.listResponses(surveyId, { page, perPage }));
      const records = typeof read === 'string' ? [] : read.records;
      for (const { responseID, responseSet } of records) {
        const texts = responseSet.flatMap(({ answerValues }) =>
          answerValues.flatMap(({ value }) => [value.text, value.other]),
        );
        for (const token of texts.flatMap((text) => tokensOfRun(text, runTag))) {
          if (!this.seen.has(token)) this.seen.set(token, { responseId: responseID, seenMs: Date.now(), absentMs });
        }
      }
      if (typeof read !== 'string') absentMs = startMs;
      if (records.length >= perPage) page++;
      else if (!this.#stopped) await client.wait(everyMs);
    }
  }
}
