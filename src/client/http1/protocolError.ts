/** A message that is not HTTP/1.1 as RFC 9112 has it. */
export class ProtocolError extends Error {}
