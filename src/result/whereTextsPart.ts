/** How many letters two texts have in common at their start. */
export function commonStart(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}

/** What two texts have of their own, between a start and an end that are alike: from where to where, whole words of each. */
export function ownMiddles(one: string, other: string): readonly (readonly [number, number])[] {
  let start = commonStart(one, other);
  while (start > 0 && isOfWord(one[start - 1])) start--;
  const most = Math.min(one.length, other.length) - start;
  let end = 0;
  while (end < most && one.at(-1 - end) === other.at(-1 - end)) end++;
  while (end > 0 && isOfWord(one.at(-end))) end--;
  return [one, other].map((text) => [start, text.length - end]);
}

function isOfWord(letter = ''): boolean {
  return /[\p{L}\p{N}]/u.test(letter);
}

/** Two texts from some letters before the first that differs to some behind it, `…` for what is left out. */
export function aroundParting(one: string, other: string, before: number, after: number): readonly [string, string] {
  const at = commonStart(one, other);
  const [from, end] = [Math.max(0, at - before), at + after];
  const near = (text: string): string =>
    `${from > 0 ? '…' : ''}${text.slice(from, end)}${text.length > end ? '…' : ''}`;
  return [near(one), near(other)];
}
