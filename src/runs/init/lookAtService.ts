import { Conversation } from '../../conformance/drive/conversation.ts';
import { closeEnvironment, createEnvironment } from '../../conformance/drive/probeEnvironment.ts';
import { ProbeRecorder } from '../../conformance/drive/probeRecorder.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Exchange } from '../../result/exchange.ts';
import { lookAtSurvey, type SeenSurvey } from './lookAtSurvey.ts';

/** What a look at a service showed. */
export type SeenService = Awaited<ReturnType<typeof lookAtService>>;

/** An id that hardly any service has given out. */
const unlikelyId = 404_999_999;

/**
 * Looks at each survey that a profile walks, one request after the other.
 *
 * @param baseUrl the base URL that is really used
 * @param walks whether each is walked to its end, which leaves a response behind
 * @param onLimited called once, when the service refuses a call for its rate: the look takes its time then
 */
export async function lookAtService(profile: Profile, baseUrl: string, walks: boolean, onLimited: () => void) {
  const tookMs: number[] = [];
  const limits = new Set<string>();
  let throttled = 0;
  const onExchange = (exchange: Exchange): void => {
    if (exchange.failure === null) tookMs.push(exchange.endMs - exchange.sentMs);
    if (exchange.httpStatus === 429 && throttled++ === 0) onLimited();
    for (const header of limitsIn(exchange)) limits.add(header);
  };
  const environment = createEnvironment(profile, baseUrl, onExchange, () => false);
  try {
    const surveys: SeenSurvey[] = [];
    for (const { id } of profile.surveys.walk) surveys.push(await lookAtSurvey(environment, id, walks));
    const absent = await new Conversation(new ProbeRecorder(environment), unlikelyId).take();
    return {
      surveys,
      /** An id that the service says no survey has; `null` where it did not say so. */
      missing: absent.exchange.httpStatus === 404 ? unlikelyId : null,
      /** Answers, and how long half of them took at most. */
      requests: tookMs.length,
      medianMs: tookMs.toSorted((a, b) => a - b)[Math.floor(tookMs.length / 2)] ?? 0,
      /** Headers about a rate limit, `ratelimit-limit: 300`, and answers of HTTP 429. */
      limits: [...limits],
      throttled,
    };
  } finally {
    await closeEnvironment(environment);
  }
}

/**
 * Headers that say how many calls are allowed, `x-ratelimit-limit: 300`; what counts down is left out. Numbers with their
 * units only: whatever else a service writes there may give a key away.
 */
function limitsIn({ headers }: Exchange): string[] {
  return headers.flatMap((name, at) => {
    if (at % 2 !== 0 || !/^(x-)?rate-?limit(-limit|-policy)?$/.test(name)) return [];
    const value = (headers[at + 1] ?? '').replaceAll(/"[^"]*"\s*;\s*/g, '').trim();
    return limits.test(value) ? [`${name}: ${value}`] : [];
  });
}

/** `300`, `300, 300;w=60`, `q=300;w=60`. */
const limits = /^(?:[a-z]{1,2}=)?\d{1,7}(?:\s?[,;]\s?(?:[a-z]{1,2}=)?\d{1,7}){0,5}$/;
