import type { Crowd, CrowdOptions, WalkCoverage, WalkObserver } from '../../respondent/crowd.ts';
import { addCounts } from '../../result/tally/counts.ts';
import { AdminMix } from './adminMix.ts';

/** A crowd of respondents with administration calls beside their requests. */
export class MixedCrowd implements Crowd {
  readonly #crowd: Crowd;
  readonly #mix: AdminMix;

  /** @param createCrowd makes the crowd of respondents with the observer that it is given. */
  constructor(options: CrowdOptions, createCrowd: (options: CrowdOptions) => Crowd) {
    const { baseUrl, clock, observer, profile, redactor, run, transport } = options;
    const mix = new AdminMix({ profile, baseUrl, transport, clock, observer, redactor, runTag: run });
    const watched: WalkObserver = {
      onExchange: (exchange, outcome, intent) => {
        observer.onExchange(exchange, outcome, intent);
        mix.onWalkRequest();
      },
      onViolation: (event) => observer.onViolation(event),
      onObservation: (...observed) => observer.onObservation(...observed),
      onWalkEnd: (walk) => observer.onWalkEnd(walk),
    };
    this.#mix = mix;
    this.#crowd = createCrowd({ ...options, observer: watched });
  }

  /** Respondents; when none is left, the administration calls that are still under way. */
  get active(): number {
    return this.#crowd.active || this.#mix.active;
  }

  /** What the calls created so far. */
  get created(): AdminMix['created'] {
    return this.#mix.created;
  }

  start(index: number, intendedMs: number): void {
    this.#crowd.start(index, intendedMs);
  }

  stop(): void {
    this.#crowd.stop();
  }

  takeCoverage(): WalkCoverage {
    const coverage = this.#crowd.takeCoverage();
    const checks = this.#mix.takeChecks();
    const checked = { ...coverage.checked };
    const failed = { ...coverage.failed };
    addCounts(checked, checks.checked);
    addCounts(failed, checks.failed);
    return { ...coverage, checked, failed, observed: [...coverage.observed, ...checks.observed] };
  }
}
