import type { LoopControl } from '../bareLoop.ts';

/** CPU time of so many requests that come after the first ones. */
export class Meter implements LoopControl {
  costUs = Number.NaN;
  readonly #first: number;
  readonly #requests: number;
  #ended = 0;
  #before = process.cpuUsage();

  constructor(first: number, requests: number) {
    this.#first = first;
    this.#requests = requests;
  }

  onRequest(): boolean {
    this.#ended++;
    if (this.#ended === this.#first) this.#before = process.cpuUsage();
    const left = this.#first + this.#requests - this.#ended;
    if (left !== 0) return left > 0;
    const { user, system } = process.cpuUsage(this.#before);
    this.costUs = (user + system) / this.#requests;
    return false;
  }
}
