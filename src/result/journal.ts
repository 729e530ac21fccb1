import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import Type from 'typebox';
import { ToolError, wordsOf } from '../errors.ts';
import { RunMeta } from './progress.ts';
import { ThresholdResult } from './runResult.ts';
import { SecondDelta } from './tally/delta.ts';

/** Name of the journal in the folder of a run. It is removed when the result is written. */
export const journalName = 'journal.jsonl';

/** First line of a journal. */
export const JournalHead = Type.Object({ journal: Type.Literal('canvass.journal/1'), meta: RunMeta });

/** What one shard has told of a second whose line is not written yet; its next word of that second takes its place. */
export const JournalPart = Type.Object({ part: SecondDelta });
export type JournalPart = Type.Static<typeof JournalPart>;

/** One second of all shards, and how the thresholds stood at its end. */
export const JournalSecond = Type.Object({ delta: SecondDelta, thresholds: Type.Array(ThresholdResult) });
export type JournalSecond = Type.Static<typeof JournalSecond>;

/**
 * The journal of a run: lines appended for each second and for each half of one, so that a killed process leaves all but
 * its last half second. Writing never holds the run up; what cannot be written is said once, at the end.
 */
export class JournalWriter {
  readonly #file: FileHandle;
  readonly #path: string;
  #written: Promise<void> = Promise.resolve();
  #trouble: string | null = null;
  #lines = 0;

  private constructor(file: FileHandle, path: string) {
    this.#file = file;
    this.#path = path;
  }

  /** Opens the journal in the folder of a run. @throws ToolError OUTPUT_UNWRITABLE */
  static async open(directory: string, meta: RunMeta): Promise<JournalWriter> {
    const path = join(directory, journalName);
    try {
      const writer = new JournalWriter(await open(path, 'wx'), path);
      writer.#append({ journal: 'canvass.journal/1', meta });
      return writer;
    } catch (cause) {
      throw new ToolError('OUTPUT_UNWRITABLE', `${path} cannot be written. Choose another folder with --out.`, {
        cause,
      });
    }
  }

  /** Whether nothing of the run is in it. */
  get isEmpty(): boolean {
    return this.#lines === 0;
  }

  add(line: JournalSecond | JournalPart): void {
    this.#lines++;
    this.#append(line);
  }

  #append(line: unknown): void {
    const text = `${JSON.stringify(line)}\n`;
    this.#written = this.#written
      .then(() => this.#file.appendFile(text))
      .catch((error: unknown) => {
        this.#trouble ??= wordsOf(error);
      });
  }

  /** Waits until all is written. @returns why something is missing; `null` when nothing is */
  async close(): Promise<string | null> {
    await this.#written;
    await this.#file.close();
    return this.#trouble;
  }

  /** Removes a closed journal: the result has taken its place. */
  async remove(): Promise<void> {
    await rm(this.#path, { force: true });
  }
}
