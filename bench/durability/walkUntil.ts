import { RealClock } from '../../src/client/clock.ts';
import { createTransport } from '../../src/client/httpTransport.ts';
import { Redactor } from '../../src/client/redact.ts';
import type { Profile } from '../../src/profile/profile.ts';
import { createCrowd } from '../../src/respondent/createCrowd.ts';
import type { CompletionSink, EndedWalk, WalkEnd } from '../../src/respondent/crowd.ts';
import { targetOptions } from '../../test/support/targetOptions.ts';

export interface WalkPlan {
  readonly profile: Profile;
  readonly baseUrl: string;
  readonly run: string;
  readonly completions: CompletionSink;
  /** Respondents at once. */
  readonly atOnce: number;
  /** Asked after every walk: whether there is enough. */
  readonly isEnough: () => boolean;
  /** Asked after every walk: resolves when the next respondent may start. */
  readonly mayGoOn: () => Promise<void>;
}

/** Walks respondents, a fixed number at once, until there is enough; says how the walks ended. */
export async function walkUntil(plan: WalkPlan): Promise<Readonly<Record<WalkEnd, number>> & { violations: number }> {
  const { baseUrl, completions, profile, run } = plan;
  const transport = createTransport(targetOptions(baseUrl));
  const clock = new RealClock();
  const ends = { completed: 0, ended: 0, abandoned: 0, failed: 0, stopped: 0, violations: 0 };
  const waiting = new Map<number, () => void>();
  const observer = {
    onExchange: () => {},
    onViolation: () => {
      ends.violations++;
    },
    onObservation: () => {},
    onWalkEnd: ({ end, index }: EndedWalk) => {
      ends[end]++;
      waiting.get(index)?.();
      waiting.delete(index);
    },
  };
  const redactor = new Redactor();
  const crowd = createCrowd({ profile, baseUrl, transport, clock, observer, seed: 7, run, redactor, completions });
  let next = 0;
  const lane = async (): Promise<void> => {
    while (!plan.isEnough()) {
      await plan.mayGoOn();
      const index = next++;
      await new Promise<void>((resolve) => {
        waiting.set(index, resolve);
        crowd.start(index, clock.nowMs());
      });
    }
  };
  await Promise.all(Array.from({ length: plan.atOnce }, lane));
  clock.clear();
  await transport.close();
  return ends;
}
