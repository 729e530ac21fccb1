/** How many letters two texts have in common at their start. */
export function commonStart(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}

/** Two texts from some letters before the first that differs to some behind it, `…` for what is left out. */
export function aroundParting(one: string, other: string, before: number, after: number): readonly [string, string] {
  const at = commonStart(one, other);
  const [from, end] = [Math.max(0, at - before), at + after];
  const near = (text: string): string =>
    `${from > 0 ? '…' : ''}${text.slice(from, end)}${text.length > end ? '…' : ''}`;
  return [near(one), near(other)];
}
