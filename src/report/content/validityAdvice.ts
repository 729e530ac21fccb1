import { obstacleWords } from '../../result/obstacle.ts';
import type { Reason } from '../../result/reason.ts';
import { numbered } from '../../result/reasonWords.ts';
import type { ReportedRun } from '../reportedRun.ts';

/**
 * What a person does about what voids a run, or makes bounds of its latencies, by its cause: advice about this machine
 * where this machine was the trouble, and there alone. Nothing for a run all of which stands.
 */
export function validityAdvice({ result, measures, neverAnswered, isFailedByErrors }: ReportedRun): readonly string[] {
  const { generator, reasonCodes = [], respondents, run, target, verdict } = result;
  const isOwnTrouble = reasonCodes.some(({ code }) => ofGenerator.has(code));
  if (isFailedByErrors) return ['See by endpoint what was answered, and in the log of the service why.'];
  if (verdict !== 'INVALID') return isOwnTrouble && verdict === 'PASS' ? generator.advice.slice(0, 1) : [];
  if (neverAnswered !== null) return [neverAnswered.remedy];
  if (run.interrupted) return ['Run it again to its end: what was seen until then is in the report.'];
  const isAway = reasonCodes.some(({ code }) => code === 'stopped-answering');
  // What walks met when it was away follows from it.
  const causes = reasonCodes.filter(({ code }) => !isAway || code === 'stopped-answering');
  const remedies = causes.flatMap((reason) => remedyOf(reason, target.baseUrl));
  if (remedies.length > 0) return [...new Set(remedies)];
  if (respondents.started === 0 && result.kind === 'load')
    return ['Let more respondents arrive, or the run last longer (load.stages).'];
  if (measures.requests === 0)
    return [`Check that ${target.baseUrl} is up and that this machine may reach it, then run again.`];
  if (isOwnTrouble && generator.advice.length > 0) return generator.advice;
  if (reasonCodes.some(({ code }) => code === 'no-answer-to-question'))
    return ['Ask it of a run that meets its case: with more respondents, surveys or roles in the profile.'];
  return ['Remove the cause that is named above, then run again.'];
}

/** Trouble that the load generator has advice about. */
const ofGenerator: ReadonlySet<Reason['code']> = new Set([
  'generator-busy',
  'generator-late',
  'machine-crowded',
  'arrivals-dropped',
]);

/** Of what kept clauses from being looked at, so many are named. */
const mostCauses = 3;

/** What to do about what the target, or its profile, stood in the way with. */
function remedyOf(reason: Reason, baseUrl: string): readonly string[] {
  switch (reason.code) {
    case 'walks-failed':
    case 'calls-failed':
    case 'hardly-any-answer':
      return [obstacleWords[reason.obstacle].remedy];
    case 'stopped-answering':
      return [`See in the log of the service why ${baseUrl} went away, bring it up, and run again.`];
    case 'rate-limited':
      return [
        'Let no more respondents arrive than the limit leaves room for (load.stages), or name more keys (target.apiKeys).',
      ];
    case 'no-request':
    case 'no-check':
      return (reason.because ?? [])
        .slice(0, mostCauses)
        .map((each) => `Change what kept it from being looked at, and run again: ${each}.`);
    case 'ended-too-early':
      return ['Let it go on for longer (--for), or send more requests (--requests).'];
    case 'question-never-shown':
      return [
        `See whether the service skips the page of ${numbered('question', reason.questions)}: it may be the defect. Else correct ${reason.named} in the profile, and run again.`,
      ];
    default:
      return [];
  }
}
