/** The run is over: a probe goes no further, and says nothing more. */
export class ProbeStopped extends Error {}

/** The service did not let a probe go on; what the answer was is in the message. */
export class ProbeBlocked extends Error {}

/** Nothing can be concluded: a time-out, the limiter. */
export class ProbeInconclusive extends Error {}

/** The probe left its session alone for so long that it may have expired: begun anew, it may be in time. */
export class ProbeLate extends ProbeInconclusive {}

/** What an attempt gives; `null` where the service did not let it go on. */
export async function unlessBlocked<Given>(attempt: () => Promise<Given>): Promise<Given | null> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof ProbeBlocked) return null;
    throw error;
  }
}
