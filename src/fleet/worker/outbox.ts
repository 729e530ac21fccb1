import { setTimeout as pause } from 'node:timers/promises';
import type { Told } from '../messages.ts';
import type { Untold } from '../telling.ts';

const retryMs = 250;

/**
 * What a worker tells of one run: each message until NATS has acknowledged it, and again when NATS may have lost it, as
 * long as the leader has not summed it.
 */
export class Outbox {
  readonly #tell: (told: Told) => Promise<void>;
  readonly #id: string;
  readonly #kept = new Map<number, Told>();
  readonly #underway = new Set<number>();
  #number = 0;
  #isClosed = false;

  constructor(id: string, tell: (told: Told) => Promise<void>) {
    this.#id = id;
    this.#tell = tell;
  }

  add(untold: Untold): void {
    const told = { ...untold, id: this.#id, number: this.#number++ } as Told;
    this.#kept.set(told.number, told);
    void this.#send(told);
  }

  /** The leader has these seconds. */
  confirm(summedSeconds: number): void {
    for (const [number, told] of this.#kept) {
      if ('delta' in told && told.delta.second < summedSeconds) this.#kept.delete(number);
    }
  }

  /** Tells everything again that the leader may not have. */
  again(): void {
    for (const told of this.#kept.values()) void this.#send(told);
  }

  /** Tells nothing any more. */
  close(): void {
    this.#isClosed = true;
    this.#kept.clear();
  }

  /** Resolves when NATS has everything. */
  async flushed(): Promise<void> {
    while (this.#underway.size > 0) await pause(retryMs / 10);
  }

  async #send(told: Told): Promise<void> {
    if (this.#underway.has(told.number)) return;
    this.#underway.add(told.number);
    while (!this.#isClosed && this.#kept.has(told.number)) {
      try {
        await this.#tell(told);
        break;
      } catch {
        // NATS is away, or starts again: it is told when it is back.
        await pause(retryMs);
      }
    }
    this.#underway.delete(told.number);
  }
}
