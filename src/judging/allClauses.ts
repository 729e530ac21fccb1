import type { TSchema } from 'typebox';
import { type Clause, type ClauseId, ClauseTable, type SectionId, sectionIds } from '../contract/clause.ts';
import { envelopes } from '../contract/envelopes.ts';
import { Question, ValidationErrorsPage } from '../contract/pageSchema.ts';
import { SessionError, StandardError } from '../contract/serviceErrors.ts';
import { apiKeyClauses } from './rules/apiKey.ts';
import { authenticationClauses } from './rules/authentication.ts';
import { datapadsClauses } from './rules/datapads.ts';
import { datesClauses } from './rules/dates.ts';
import { departmentsClauses } from './rules/departments.ts';
import { errorsClauses } from './rules/errorBodies.ts';
import { filterClauses } from './rules/filter.ts';
import { keysClauses } from './rules/keys.ts';
import { listItemsClauses } from './rules/listItems.ts';
import { movesClauses } from './rules/moves.ts';
import { overviewClauses } from './rules/overview.ts';
import { pageClauses } from './rules/page.ts';
import { pageAgainClauses } from './rules/pageAgain.ts';
import { paginationClauses } from './rules/pagination.ts';
import { previousPageClauses } from './rules/previousPage.ts';
import { questionClauses } from './rules/question.ts';
import { recordEchoClauses } from './rules/recordEcho.ts';
import { recordMembersClauses } from './rules/recordMembers.ts';
import { recordsClauses } from './rules/records.ts';
import { responsesClauses } from './rules/responses.ts';
import { sanityClauses } from './rules/sanity.ts';
import { submitPageClauses } from './rules/submitPage.ts';
import { statusesClauses } from './rules/surveyStatuses.ts';
import { takeClauses } from './rules/take.ts';
import { templatesClauses } from './rules/templates.ts';
import { validationErrorsClauses } from './rules/validationErrors.ts';
import { clausesIn, shapeOf } from './schemaJudge.ts';

/** The schemas that clauses stand in, by the section of the document that their tables belong to. */
const shapes = [
  ['page', ValidationErrorsPage],
  ['question', Question],
  ['department', envelopes['create-department']],
  ['template', envelopes['create-template']],
  ['datapad', envelopes['update-datapad']],
  ['record', envelopes['fetch-response'].properties.response],
  ['pagination', envelopes['list-responses'].properties.pagination],
  ['regenerate-key', envelopes['regenerate-key']],
  ['errors', StandardError],
  ['errors', SessionError],
] as const satisfies readonly (readonly [SectionId, TSchema])[];

const shapeClauses = new ClauseTable().each(shapes, (table, [section, schema]) => {
  table.group(section);
  for (const { id, anchor, title } of clausesIn(shapeOf(schema))) table.must(id, anchor).says(title);
});

/** Every testable statement of the service document, by id. An id is never reused for another statement. */
export const clauses: Readonly<Record<ClauseId, Clause>> = {
  ...overviewClauses.rows,
  ...pageClauses.rows,
  ...validationErrorsClauses.rows,
  ...questionClauses.rows,
  ...keysClauses.rows,
  ...datesClauses.rows,
  ...statusesClauses.rows,
  ...movesClauses.rows,
  ...pageAgainClauses.rows,
  ...takeClauses.rows,
  ...submitPageClauses.rows,
  ...previousPageClauses.rows,
  ...departmentsClauses.rows,
  ...apiKeyClauses.rows,
  ...templatesClauses.rows,
  ...datapadsClauses.rows,
  ...recordsClauses.rows,
  ...recordEchoClauses.rows,
  ...recordMembersClauses.rows,
  ...responsesClauses.rows,
  ...filterClauses.rows,
  ...paginationClauses.rows,
  ...listItemsClauses.rows,
  ...authenticationClauses.rows,
  ...errorsClauses.rows,
  ...shapeClauses.rows,
  ...sanityClauses.rows,
};

/** In the order of the document's sections. */
export const clauseIds: readonly ClauseId[] = sectionIds.flatMap((section) =>
  Object.keys(clauses).filter((id) => clauses[id]?.section === section),
);

export function isClauseId(value: string): value is ClauseId {
  return Object.hasOwn(clauses, value);
}

/** @throws RangeError when there is no such clause: a defect of canvass. */
export function clauseOf(id: ClauseId): Clause {
  const clause = clauses[id];
  if (clause === undefined) throw new RangeError(`there is no clause ${id}`);
  return clause;
}

/** The clauses that a probe provokes. */
export function clausesOfProbe(probe: string): readonly ClauseId[] {
  return clauseIds.filter((id) => clauses[id]?.probes.includes(probe));
}
