import { witnessBodyLength } from '../../client/witnessStep.ts';
import type { WitnessStep } from '../../result/verdict.ts';

type Answer = WitnessStep['response'];

/**
 * Whether a service gave the same answer again: the same HTTP status, the same failure, and the same body but for what
 * differs from time to time: ids of requests, instants, what was made up for the occasion, and marks of respondents other
 * than those that sent something here.
 *
 * @param sent the bodies of the requests.
 */
export function sameAnswer(recorded: Answer, now: Answer, sent: readonly string[]): boolean {
  if (recorded.httpStatus !== now.httpStatus || recorded.failure !== now.failure) return false;
  return lastingPartOf(recorded.body, sent) === lastingPartOf(now.body, sent);
}

function lastingPartOf(body: string, sent: readonly string[]): string {
  return body
    .slice(0, witnessBodyLength - longestPassing)
    .replaceAll(/("requestID"\s*:\s*)("[^"]*"|\d+)/g, '$1"#"')
    .replaceAll(/cvs-?[0-9a-z]{4,8}[-x][0-9a-z]{1,10}(-[0-9a-z]{2}|z)/g, (mark) =>
      sent.some((text) => text.includes(mark)) ? 'a mark' : 'a mark of others',
    )
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d[:\d.]*(Z|[+-]\d\d:?\d\d)?/g, '#')
    .replaceAll(/[0-9a-f]{8,}(-[0-9a-f]{4,})*|\d{6,}/gi, '#');
}

/** What differs may have another length, and move the place where a long body was cut. */
const longestPassing = 256;
