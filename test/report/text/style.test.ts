import { describe, expect, it } from 'vitest';
import { colourStyle, noStyle, styleFor } from '../../../src/report/text/style.ts';

describe('colour', () => {
  it('is for terminals, and NO_COLOR turns it off', () => {
    expect(styleFor(true, {})).toBe(colourStyle);
    expect(styleFor(false, {})).toBe(noStyle);
    expect(styleFor(true, { NO_COLOR: '1' })).toBe(noStyle);
    expect(styleFor(true, { NO_COLOR: '' })).toBe(colourStyle);
    expect(styleFor(true, { TERM: 'dumb' })).toBe(noStyle);
    expect(styleFor(false, { FORCE_COLOR: '1' })).toBe(colourStyle);
    expect(styleFor(true, { NO_COLOR: '1', FORCE_COLOR: '1' })).toBe(noStyle);
  });
});
