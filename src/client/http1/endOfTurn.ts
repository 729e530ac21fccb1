/** A connection with a request that waits for the end of the turn. */
export interface Waiting {
  flush(): void;
}

let waiting: Waiting[] = [];
let spare: Waiting[] = [];

/** Flushes `connection` once this turn of the event loop has read all its sockets. */
export function atEndOfTurn(connection: Waiting): void {
  if (waiting.push(connection) === 1) setImmediate(flushAll);
}

function flushAll(): void {
  const due = waiting;
  waiting = spare;
  spare = due;
  for (const connection of due) connection.flush();
  due.length = 0;
}
