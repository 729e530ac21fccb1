import type { Status } from '../../contract/statuses.ts';
import type { ServiceReply } from '../replies.ts';
import type { Survey } from '../survey/survey.ts';
import type { Variants } from '../variants.ts';
import type { Walk } from './keptSessions.ts';
import type { Presentation } from './presentation.ts';
import type { Rules } from './rules.ts';

export interface AdmissionParts {
  readonly variants: Variants;
  readonly rules: Rules;
  readonly presentation: Presentation;
  /** Completions of a survey that were kept before this process began: its quota counts them too. */
  readonly completedBefore: (surveyId: number) => number;
}

/** Who gets a page: not those whose walk has ended, nor those whom a gate or a full quota keeps out. */
export class Admission {
  readonly #parts: AdmissionParts;
  /** Completions by survey, for the quotas. */
  readonly #completions = new Map<number, number>();

  constructor(parts: AdmissionParts) {
    this.#parts = parts;
  }

  /** Why a step of a session gets no page: an ended walk, a gate or a full quota. */
  refusal(
    survey: Survey,
    walk: Walk | undefined,
    afterComplete: Variants['takeAfterComplete'],
  ): ServiceReply | undefined {
    const { presentation, rules } = this.#parts;
    const ended = walk && rules.endOf(walk);
    if (ended === 'survey_complete') {
      const isStatus = afterComplete === 'already_completed' || afterComplete === 'survey_complete';
      return isStatus ? presentation.status(survey, afterComplete) : presentation.sessionExpired();
    }
    const status = ended ?? this.barredBy(survey, walk);
    return status === undefined ? undefined : presentation.status(survey, status);
  }

  /** The status that a survey gives instead of any page. */
  barredBy(survey: Survey, walk: Walk | undefined): Status | undefined {
    const { rules, variants } = this.#parts;
    const gate = rules.gateOf(survey);
    if (gate !== undefined) return gate;
    if (walk !== undefined && variants.quotaReached === 'new-walks') return undefined;
    return rules.quotaIsReached(survey, this.#completionsOf(survey.id)) ? 'quota_full' : undefined;
  }

  /** One more walk of the survey is complete; to be told before it is kept. */
  countCompletion(surveyId: number): void {
    this.#completions.set(surveyId, this.#completionsOf(surveyId) + 1);
  }

  #completionsOf(surveyId: number): number {
    const known = this.#completions.get(surveyId);
    if (known !== undefined) return known;
    const before = this.#parts.completedBefore(surveyId);
    this.#completions.set(surveyId, before);
    return before;
  }
}
