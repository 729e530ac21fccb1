import Type from 'typebox';

/** The id of a W3C trace. */
export const TraceId = Type.String({ pattern: '^[0-9a-f]{32}$' });
