import { VirtualClock } from '../../client/clock.ts';
import { conform } from '../../conformance/run/exerciseClauses.ts';
import { type Selection, selectProbes } from '../../conformance/run/selection.ts';
import type { Evidence } from '../../judging/evidence/evidence.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Exchange } from '../../result/exchange.ts';
import { openService } from '../../service/service.ts';
import type { SurveyCatalogue } from '../../service/survey/surveyCatalogue.ts';
import { type AlteredOptions, altered } from '../altered.ts';
import { selftestKeys, selftestProfile, selftestSurveys } from '../selftestSubjects.ts';
import { InProcessTransport, type SimulatedLatency } from './inProcessTransport.ts';

/** What of conformance a service is asked. */
export type Asked = Pick<Selection, 'probes' | 'walks'>;

/** A service to judge in this process. */
export interface SimulatedService {
  readonly options: AlteredOptions;
  readonly latency: SimulatedLatency;
  /** The surveys as the profile knows them; as they are, unless something else is said. */
  readonly known?: SurveyCatalogue;
  /** The profile says that completed walks become records. */
  readonly demanding?: boolean;
  /** What it is asked, where that is not everything. */
  readonly asked?: Asked;
  readonly seed: number;
}

/** Few, as there are many services: enough for everything that happens at each opportunity. */
const respondents = 8;
const auditedWalks = 12;
export const walkedSurveys: readonly number[] = [1001, 1002, 1003, 1013];
/** Whose completions are looked for among the records. */
export const auditedSurvey = 1001;
/** As a profile has it that says nothing: waiting costs nothing here. */
const settleSeconds = 5;
/** What happens to respondents in the field; the time that it takes costs nothing here. */
const badLuck = {
  doubleSubmit: 0.05,
  retry: 0.05,
  lostConnection: 0.05,
  twoTabs: 0.05,
  slowReader: 0.01,
  slowReadSeconds: 2,
  hesitate: 0.03,
  hesitateSeconds: 45,
};
/** Whole seconds since 1970, so that one seed gives one run. */
const epochMs = 1_773_061_507_000;

/** Has conformance judge a service from end to end, without a socket and without waiting; well under a second of CPU. */
export async function simulate(
  { options, latency, known, demanding = false, asked = selectProbes(null), seed }: SimulatedService,
  isOver: (evidence: Evidence) => boolean = () => false,
  onExchange?: (exchange: Exchange) => void,
): Promise<Evidence> {
  const clock = new VirtualClock();
  const now = (): number => epochMs + Math.floor(clock.nowMs());
  const service = await openService(altered({ keys: selftestKeys, surveys: selftestSurveys, now, ...options }));
  const transport = new InProcessTransport(service, clock, latency);
  const { environment } = await conform({
    profile: profileFor(known ?? service.surveys, demanding, seed),
    baseUrl: simulatedBaseUrl,
    probes: asked.probes,
    respondents: asked.walks ? respondents : 0,
    seed,
    isOver,
    ...(onExchange && { onExchange }),
    network: { transport, clock, auditedWalks },
  });
  return environment.evidence;
}

const simulatedBaseUrl = 'http://embedded.invalid';

/** What somebody who knows the service would say of it: which questions are required, under the ids that they have. */
function profileFor(surveys: SurveyCatalogue, demanding: boolean, seed: number): Profile {
  const profile = selftestProfile(seed);
  const required = walkedSurveys.map((id): [string, number[]] => {
    const questions = surveys.get(id)?.pages.flatMap((page) => page.questions) ?? [];
    return [String(id), questions.filter((question) => question.required).map((question) => question.id)];
  });
  const walk = profile.surveys.walk.filter(({ id }) => walkedSurveys.some((each) => each === id));
  return {
    ...profile,
    surveys: { ...profile.surveys, walk, required: Object.fromEntries(required) },
    respondent: { ...profile.respondent, badLuck },
    audit: { ...profile.audit, settleSeconds, ...(demanding ? { enabled: true } : {}) },
  };
}
