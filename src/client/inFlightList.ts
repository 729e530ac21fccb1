import type { RequestSlot } from './requestSlot.ts';

/**
 * The slots whose requests are under way, oldest deadline first: a list threaded through the slots, so that starting
 * and ending a request costs a few assignments and no timer. All requests of a transport have the same bound, so new
 * ones nearly always belong at the end.
 */
export class InFlightList {
  #oldest: RequestSlot | null = null;
  #newest: RequestSlot | null = null;

  get oldest(): RequestSlot | null {
    return this.#oldest;
  }

  add(slot: RequestSlot): void {
    let earlier = this.#newest;
    while (earlier !== null && earlier.deadlineMs > slot.deadlineMs) earlier = earlier.earlier;
    const later = earlier === null ? this.#oldest : earlier.later;
    slot.earlier = earlier;
    slot.later = later;
    if (earlier === null) this.#oldest = slot;
    else earlier.later = slot;
    if (later === null) this.#newest = slot;
    else later.earlier = slot;
  }

  remove(slot: RequestSlot): void {
    const { earlier, later } = slot;
    if (earlier !== null) earlier.later = later;
    else if (this.#oldest === slot) this.#oldest = later;
    if (later !== null) later.earlier = earlier;
    else if (this.#newest === slot) this.#newest = earlier;
    slot.earlier = null;
    slot.later = null;
  }
}
