/** A wire with a request that waits for the end of the turn. */
export interface Waiting {
  flush(): void;
}

let waiting: Waiting[] = [];
let spare: Waiting[] = [];

/** Flushes `wire` once this turn of the event loop has read all its sockets. */
export function atEndOfTurn(wire: Waiting): void {
  if (waiting.push(wire) === 1) setImmediate(flushAll);
}

function flushAll(): void {
  const due = waiting;
  waiting = spare;
  spare = due;
  for (const wire of due) wire.flush();
  due.length = 0;
}
