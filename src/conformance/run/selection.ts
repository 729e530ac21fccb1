import { type ClauseId, type SectionId, sectionIds } from '../../contract/clause.ts';
import { isQuestionId, type QuestionId, questionIds, questions } from '../../contract/questions/openQuestions.ts';
import { ToolError } from '../../errors.ts';
import { clauseIds, clauseOf, isClauseId } from '../../judging/allClauses.ts';
import { suggestion } from '../../misspelt.ts';
import { probes } from '../probes/allProbes.ts';
import type { Probe } from '../probes/probeContext.ts';

/** What a run is about. */
export interface Selection {
  readonly probes: readonly Probe[];
  /** Whether a crowd walks beside the probes. */
  readonly walks: boolean;
  /** The clauses that the result states. */
  readonly only: readonly ClauseId[];
  /** The open questions that it states. */
  readonly asked: readonly QuestionId[];
}

/**
 * Everything; of one clause all that may show it, so that what a whole run finds is found again; of one open question the
 * probes that ask it. @param named its id, in whatever letters
 *
 * @throws ToolError USAGE when there is no such clause or question.
 */
export function selectProbes(named: string | null): Selection {
  if (named === null) return { probes, walks: true, only: clauseIds, asked: questionIds };
  const id = named.toUpperCase();
  if (isQuestionId(id)) {
    const asking = probes.filter(({ asks = [] }) => asks.includes(id));
    return { ...(asking.length > 0 ? { probes: asking, walks: false } : kin(questions[id])), only: [], asked: [id] };
  }
  if (!isClauseId(id)) {
    const hint = suggestion(id, new Set<string>(clauseIds));
    throw new ToolError('USAGE', `there is no clause ${named}${hint}; docs/clauses.md lists them`);
  }
  return { ...kin(clauseOf(id)), only: [id], asked: [] };
}

/**
 * The probes that are there for a clause; all of them for one that any answer shows. They are enough to see a violation
 * once more, and not to say that there is none.
 */
export function probesOf(id: string): readonly Probe[] {
  const own = isClauseId(id) ? probes.filter((probe) => clauseOf(id).probes.includes(probe.id)) : [];
  return own.length > 0 ? own : probes;
}

const ofWalks: readonly SectionId[] = ['page', 'question', 'keys', 'states', 'take', 'submit-page', 'previous-page'];

/** Sections that are about one thing: what asks for it under one of them comes to the clauses of the others. */
const matters: readonly (readonly SectionId[])[] = [
  ofWalks,
  ['department', 'create-department', 'list-departments', 'pagination'],
  ['template', 'create-template'],
  ['datapad', 'update-datapad'],
  ['record', 'create-response', 'list-responses', 'filter-responses', 'fetch-response', 'pagination'],
  ['regenerate-key', 'authentication'],
];
/** The others are about anything. */
const general = sectionIds.filter((section) => !matters.some((matter) => matter.includes(section)));

/** All that may show something of a section, and the probes that are named for it: those that are about it first, for a run may be ended early. */
function kin({ section, probes: named = [] }: { readonly section: SectionId; readonly probes?: readonly string[] }) {
  const isGeneral = general.includes(section);
  const own = matters.filter((matter) => matter.includes(section)).flat();
  const near = [...general, ...own];
  const distance = ({ id, area }: Probe): number =>
    named.includes(id) ? 0 : area === section ? 1 : own.includes(area) ? 2 : 3;
  return {
    probes: probes
      .filter(({ id, area }) => isGeneral || near.includes(area) || named.includes(id))
      .toSorted((one, other) => distance(one) - distance(other)),
    walks: isGeneral || ofWalks.includes(section),
  };
}
