import fc from 'fast-check';

/** Any character that there is, as a unit of texts; that of fast-check (`binary`) takes a second to be made. */
export const anyCharacter = fc
  .oneof(
    fc.integer({ min: 0, max: 0x7f }),
    fc.integer({ min: 0x80, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10_ffff }),
  )
  .map((point) => String.fromCodePoint(point));
