import { describe, expect, it } from 'vitest';
import { bodyExcerpt } from '../../../src/report/content/bodyExcerpt.ts';
import { prettyJson } from '../../../src/report/content/witnessText.ts';

const body = JSON.stringify({
  response: { meta: { isFinalPage: 'no', progress: 3 }, list: [{ id: 1 }, { id: '2' }, { id: 3 }], empty: [] },
  requestID: 'r',
});
const marked = (path: string, found?: string | null): string[] | undefined =>
  bodyExcerpt(body, path, found)
    ?.lines.filter((line) => line.marked)
    .map(({ text }) => text.trim());

describe('the failing line of a body', () => {
  it('is the member that the path names', () => {
    expect(marked('response.meta.isFinalPage', '"no"')).toEqual(['"isFinalPage": "no",']);
    expect(marked('requestID', '"r"')).toEqual(['"requestID": "r"']);
    expect(marked('response.empty', '[]')).toEqual(['"empty": []']);
  });

  it('is the item that was found wrong, of several', () => {
    expect(marked('response.list[].id', '"2"')).toEqual(['"id": "2"']);
  });

  it('has the digits that came, and is found by them', () => {
    const long = '{"list":[{"id":12345678901234567890,"rate":1.50},{"id":12345678901234567891}]}';
    const found = bodyExcerpt(long, 'list[].id', '"12345678901234567891"');
    expect(found?.lines.find(({ marked }) => marked)?.text.trim()).toBe('"id": 12345678901234567891');
    expect(prettyJson(long)).toContain('"rate": 1.50');
    expect(prettyJson('-0')).toBe('-0');
  });

  it('is none of brackets without end, which stay as they came', () => {
    const deep = `${'['.repeat(2000)}${']'.repeat(2000)}`;
    expect(bodyExcerpt(deep, '[]')).toBeNull();
    expect(prettyJson(deep)).toBe(deep);
  });

  it('is the object that lacks a member', () => {
    expect(marked('response.meta.title', null)).toEqual(['"meta": {']);
  });

  it('is none of what is no JSON, or of a violation of no place', () => {
    expect(bodyExcerpt('<html>', 'a')).toBeNull();
    expect(bodyExcerpt(body, '')).toBeNull();
  });

  it('stands among the lines around it', () => {
    const excerpt = bodyExcerpt(body, 'response.list[].id', '"2"');
    expect(excerpt).toMatchObject({ cutBefore: true, cutAfter: true });
    expect(excerpt?.lines).toHaveLength(7);
  });
});
