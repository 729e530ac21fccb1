import Type from 'typebox';
import { Compile } from 'typebox/schema';
import { EntityId } from '../../contract/entityId.ts';
import { roles as rolesOfStatus } from '../rules/surveyStatuses.ts';

const Recorded = Compile(
  Type.Object({
    surveys: Type.Intersect([
      Type.Object({ walk: Type.Array(Type.Object({ id: EntityId })) }),
      Type.Record(Type.String(), Type.Unknown()),
    ]),
  }),
);
const isId = Compile(EntityId);

/** The surveys that a recorded profile names, by walks and by roles, but for the one that is missing. */
export function namedSurveys(profile: unknown): EntityId[] {
  if (!Recorded.Check(profile)) return [];
  const { walk, missing, ...roles } = profile.surveys;
  const named = Object.values(roles).filter((id): id is EntityId => isId.Check(id));
  return [...new Set([...walk.map(({ id }) => id), ...named])];
}

/** The surveys that a recorded profile names as those that turn respondents away, or redirect them. */
export function turningAway(profile: unknown): EntityId[] {
  if (!Recorded.Check(profile)) return [];
  const { surveys } = profile;
  return Object.keys(rolesOfStatus)
    .map((role) => surveys[role])
    .filter((id): id is EntityId => isId.Check(id));
}
