/**
 * When bytes arrived, better known than by asking the clock as each answer is looked at. One turn of the event loop
 * reads all sockets that were readable when it woke up, one after the other: what is read last has waited for this
 * process, not for the service. So all of them arrived at the latest when the first of them was read.
 */

/**
 * Reads that share an instant. Above a thousand ready sockets Node may look for more within one turn; those must not
 * seem to have come before they were sent.
 */
const readsPerInstant = 256;

let instantMs = 0;
let reads = readsPerInstant;
let turnEnds = false;
let reading = false;

function endTurn(): void {
  turnEnds = false;
  reads = readsPerInstant;
}

/** One socket's bytes are looked at from here to `readingEnds`. To be called where the event loop tells of them. */
export function readingBegins(): void {
  if (reads >= readsPerInstant) {
    instantMs = performance.now();
    reads = 0;
  }
  reads++;
  if (!turnEnds) {
    turnEnds = true;
    setImmediate(endTurn);
  }
  reading = true;
}

export function readingEnds(): void {
  reading = false;
}

/** Whether received bytes are being looked at: others of this turn may follow. */
export function isReading(): boolean {
  return reading;
}

/** When the bytes that are being read arrived; now, where nobody knows better. */
export function arrivedMs(): number {
  return reading ? instantMs : performance.now();
}

/** Something with a request to send that waits for the end of the turn. */
export interface Flushable {
  flush(): void;
}

let waiting: Flushable[] = [];
let spare: Flushable[] = [];

/** Flushes `connection` once this turn of the event loop has read all its sockets. */
export function atEndOfTurn(connection: Flushable): void {
  if (waiting.push(connection) === 1) setImmediate(flushAll);
}

function flushAll(): void {
  const due = waiting;
  waiting = spare;
  spare = due;
  for (const connection of due) connection.flush();
  due.length = 0;
}
