import { describe, expect, test } from 'vitest';
import { isNoUrl, isPlaceholder } from '../../../src/judging/reading/sentValues.ts';

describe('words for nothing', () => {
  test.each(['null', 'undefined', 'None', 'NaN', ' null ', '[object Object]'])('%s is one', (text) => {
    expect(isPlaceholder(text)).toBe(true);
    expect(isNoUrl(text)).toBe(true);
  });

  test.each(['', 'nulls', 'None of these', '/null', '<p>null</p>'])('"%s" is none', (text) => {
    expect(isPlaceholder(text)).toBe(false);
    expect(isNoUrl(text)).toBe(false);
  });

  test('N/A is no URL, and may be words for people', () => {
    expect(isNoUrl('N/A')).toBe(true);
    expect(isPlaceholder('N/A')).toBe(false);
  });
});
