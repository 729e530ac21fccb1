import type { EntityId } from '../../contract/entityId.ts';
import { tokensOfRun } from '../../judging/tokens.ts';
import type { RecordSource } from './recordSource.ts';

/** A record that was read while the walks went on. */
export interface SeenLive {
  readonly responseId: EntityId;
  /** When it was there, and when it was looked for before, ms since the epoch. */
  readonly seenMs: number;
  readonly absentMs: number;
}

interface LiveReading {
  readonly source: RecordSource;
  /** The run whose tokens are looked for. */
  readonly runTag: string;
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
    const { source, everyMs, perPage, runTag, totalBefore } = this.#reading;
    let page = Math.floor(totalBefore / perPage) + 1;
    let absentMs = source.nowMs();
    while (!this.#stopped) {
      const startMs = source.nowMs();
      const read = await source.page('list', { page, perPage });
      const records = typeof read === 'string' ? [] : read.records;
      for (const { responseID, responseSet } of records) {
        for (const token of tokensOfRun(JSON.stringify(responseSet), runTag)) {
          if (!this.seen.has(token)) this.seen.set(token, { responseId: responseID, seenMs: source.nowMs(), absentMs });
        }
      }
      if (typeof read !== 'string') absentMs = startMs;
      if (records.length >= perPage) page++;
      else if (!this.#stopped) await source.wait(everyMs);
    }
  }
}
