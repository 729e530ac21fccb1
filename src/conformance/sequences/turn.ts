/** The step at `at`, with the neighbours that are sent at the same time: those of its non-zero number. */
export function turnAt<Step extends { readonly concurrent: number }>(
  steps: readonly Step[],
  at: number,
): readonly Step[] {
  const group = steps[at]?.concurrent ?? 0;
  let end = at + 1;
  while (group !== 0 && steps[end]?.concurrent === group) end++;
  return steps.slice(at, end);
}
