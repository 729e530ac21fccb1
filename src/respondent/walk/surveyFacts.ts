import type { EntityId } from '../../contract/entityId.ts';
import { type SurveyPaths, surveyPathsOf } from '../../judging/exchangeJudge.ts';
import { type RoleName, roles } from '../../judging/rules/statuses.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Random } from '../random.ts';

/** What the profile says of one survey. */
export interface SurveyFact {
  readonly id: number;
  readonly paths: SurveyPaths;
  /**
   * Whether going back is disallowed. A profile that names its survey without back says with it that the others allow
   * it; otherwise nobody knows.
   */
  readonly noBack: 'yes' | 'no' | 'unknown';
  /** The role that the profile gives the survey: its first take must have the status of it. */
  readonly role: RoleName | null;
  /** Questions known to be required. */
  readonly required: ReadonlySet<EntityId>;
}

/** The surveys to walk, by weight, with what the profile says of each. */
export class SurveyFacts {
  readonly #facts: ReadonlyMap<number, SurveyFact>;
  readonly #walk: Profile['surveys']['walk'];

  constructor(surveys: Profile['surveys']) {
    this.#walk = surveys.walk;
    this.#facts = new Map(surveys.walk.map(({ id }) => [id, factOf(id, surveys)]));
  }

  /** Draws a survey by weight. */
  draw(random: Random): SurveyFact {
    return this.of(random.weighted(this.#walk)?.id ?? 0);
  }

  /** @throws RangeError for a survey that the profile does not walk. */
  of(id: number): SurveyFact {
    const fact = this.#facts.get(id);
    if (fact === undefined) throw new RangeError(`survey ${id} is not among those that the profile walks`);
    return fact;
  }
}

function factOf(id: number, surveys: Profile['surveys']): SurveyFact {
  return {
    id,
    paths: surveyPathsOf(id),
    noBack: surveys.noBack === null ? 'unknown' : surveys.noBack === id ? 'yes' : 'no',
    role: roleOf(id, surveys),
    required: new Set(surveys.required[String(id)] ?? []),
  };
}

function roleOf(id: number, surveys: Profile['surveys']): SurveyFact['role'] {
  for (const name of Object.keys(roles) as RoleName[]) if (surveys[name] === id) return name;
  return null;
}

/** The walked surveys that show pages: those that the profile gives no status to answer with. */
export function pagedSurveys(surveys: Profile['surveys']): Profile['surveys']['walk'] {
  return surveys.walk.filter(({ id }) => roleOf(id, surveys) === null);
}
