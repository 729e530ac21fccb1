/** `j` and `k` move from one problem to the next and back, as mail readers have it; the one moved to is opened. */
export function enableProblemKeys(): void {
  const problems = [...document.querySelectorAll<HTMLDetailsElement>('details.problem')];
  const hint = document.querySelector<HTMLElement>('#problems .keys');
  if (problems.length < 2) return;
  if (hint !== null) hint.hidden = false;
  let at = -1;
  document.addEventListener('keydown', (event) => {
    const step = { j: 1, k: -1 }[event.key];
    const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
    if (step === undefined || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    const focused = problems.findIndex((problem) => problem.contains(document.activeElement));
    at = Math.max(0, Math.min(problems.length - 1, (focused < 0 ? at : focused) + step));
    problems.forEach((problem, i) => {
      problem.open = i === at;
    });
    problems[at]?.querySelector('summary')?.focus();
    problems[at]?.scrollIntoView({ block: 'start' });
  });
}
