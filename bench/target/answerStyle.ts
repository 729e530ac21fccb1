/**
 * How a benchmark's target writes its answers: as `JSON.stringify` does, with blanks as Python's `json.dumps` does, or with
 * a percentage that is wrong on every page, and another one each time.
 */
export type AnswerStyle = 'compact' | 'blanks' | 'wrong';

export const answerStyles = ['compact', 'blanks', 'wrong'] as const satisfies readonly AnswerStyle[];

/** Puts the members of an answer, as compact JSON, into a style. @param number of the answer */
export function styled(members: string, style: AnswerStyle, number: number): string {
  if (style === 'wrong') return members.replace(/"progressPercentage":[\d.]+/, `"progressPercentage":${1000 + number}`);
  return style === 'blanks' ? withBlanks(members) : members;
}

/** A blank behind each colon and comma between values. */
function withBlanks(json: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"|[:,]/g, (found) => (found.startsWith('"') ? found : `${found} `));
}
