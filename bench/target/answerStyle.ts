/**
 * How a benchmark's target writes its answers: as `JSON.stringify` does; with blanks as Python's `json.dumps` does; with one
 * page in twenty that is unlike any before; or with a percentage that is wrong on every page, and another one each time.
 */
export type AnswerStyle = 'compact' | 'blanks' | 'unlike' | 'wrong';

export const answerStyles = ['compact', 'blanks', 'unlike', 'wrong'] as const satisfies readonly AnswerStyle[];

const oneIn = 20;

/** Puts the members of an answer, as compact JSON, into a style. @param number of the answer */
export function styled(members: string, style: AnswerStyle, number: number): string {
  if (style === 'wrong') return members.replace(/"progressPercentage":[\d.]+/, `"progressPercentage":${1000 + number}`);
  if (style === 'unlike' && number % oneIn === 0) return members.replace('/default.css', `/theme-${number}.css`);
  return style === 'blanks' ? withBlanks(members) : members;
}

/** A blank behind each colon and comma between values. */
function withBlanks(json: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"|[:,]/g, (found) => (found.startsWith('"') ? found : `${found} `));
}
