import { pathOf } from '../../contract/endpoints.ts';
import type { EntityId } from '../../contract/entityId.ts';
import { type RoleName, roles } from '../../judging/rules/surveyStatuses.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Random } from '../random.ts';

/** The documented paths of a survey's steps. */
interface SurveyPaths {
  readonly take: string;
  readonly submit: string;
  readonly previous: string;
}

function surveyPathsOf(surveyId: EntityId): SurveyPaths {
  const parameters = { survey_id: surveyId };
  return {
    take: pathOf('take', parameters),
    submit: pathOf('submit-page', parameters),
    previous: pathOf('previous-page', parameters),
  };
}

/** What the profile says of one survey. */
export interface SurveyFact {
  readonly id: EntityId;
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
  readonly #facts: ReadonlyMap<EntityId, SurveyFact>;
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
  of(id: EntityId): SurveyFact {
    const fact = this.#facts.get(id);
    if (fact === undefined) throw new RangeError(`survey ${id} is not among those that the profile walks`);
    return fact;
  }
}

function factOf(id: EntityId, surveys: Profile['surveys']): SurveyFact {
  return {
    id,
    paths: surveyPathsOf(id),
    noBack: surveys.noBack === null ? 'unknown' : surveys.noBack === id ? 'yes' : 'no',
    role: roleOf(id, surveys),
    required: new Set(surveys.required[String(id)] ?? []),
  };
}

function roleOf(id: EntityId, surveys: Profile['surveys']): SurveyFact['role'] {
  for (const name of Object.keys(roles) as RoleName[]) if (surveys[name] === id) return name;
  return null;
}

/** The walked surveys that show pages: those that the profile gives no status to answer with. */
export function pagedSurveys(surveys: Profile['surveys']): Profile['surveys']['walk'] {
  return surveys.walk.filter(({ id }) => roleOf(id, surveys) === null);
}
