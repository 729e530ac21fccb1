import { keyProbes, keyQuestions } from './apiKeyProbes.ts';
import { beginning, resuming } from './beginning.ts';
import { dateQuestions } from './dateQuestions.ts';
import { departmentList, departments } from './departmentProbes.ts';
import { doubleSubmit } from './doubleSubmit.ts';
import { durability } from './durability.ts';
import { filters } from './filters.ts';
import { backDisallowed, backTooEarly, goingBack } from './goingBack.ts';
import { hostileText } from './hostileTexts.ts';
import { strangeIds } from './ids.ts';
import { numericStrings } from './numericStrings.ts';
import { oddBodies } from './oddBodies.ts';
import type { Probe } from './probeContext.ts';
import { recordCreation } from './recordCreation.ts';
import { recordPaging, recordReading } from './recordLists.ts';
import { regeneration } from './regeneration.ts';
import { datapads, templates } from './resourceProbes.ts';
import { lostSessions, otherSurvey, separateSessions } from './sessions.ts';
import { statusProbes } from './statusProbes.ts';
import { missingAnswers } from './validation.ts';
import { walking } from './walking.ts';

/**
 * All probes, in the order in which they start: first those that come to many clauses by few requests, for a run may be
 * ended early; then those that take longest.
 */
export const probes: readonly Probe[] = [
  ...keyProbes,
  departments,
  templates,
  datapads,
  recordReading,
  ...statusProbes,
  filters,
  oddBodies,
  hostileText,
  recordCreation,
  goingBack,
  dateQuestions,
  durability,
  walking,
  beginning,
  resuming,
  backTooEarly,
  backDisallowed,
  missingAnswers,
  lostSessions,
  separateSessions,
  otherSurvey,
  doubleSubmit,
  keyQuestions,
  strangeIds,
  numericStrings,
  departmentList,
  recordPaging,
  regeneration,
];
