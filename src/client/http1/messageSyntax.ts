/** Names and values of header fields, a character a byte (RFC 9110, 5). */
export const fieldName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
export const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/** A message that is not HTTP/1.1 as RFC 9112 has it. */
export class ProtocolError extends Error {}
