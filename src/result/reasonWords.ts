import type { EntityId } from '../contract/entityId.ts';
import type { AbsenceKind } from './absence.ts';
import { type Obstacle, obstacleWords } from './obstacle.ts';
import type { Reason, ReasonOf } from './reason.ts';

/** A sentence; or what happened, and how the sentence goes on where there is room for it. */
type Said = string | readonly [met: string, more: string];

/** The sentence of each reason; the only place that words them. */
const words: { readonly [Code in Reason['code']]: (reason: ReasonOf<Code>) => Said } = {
  'promises-broken': ({ problems, clauses, following = [] }) => {
    const causes = listed(clauses.filter((clause) => !following.includes(clause)));
    const rest = following.length === 0 ? '' : `, and what follows from that: ${listed(following)}`;
    return `${problemsBreak(problems, clauses.length)}: ${causes}${rest}.`;
  },
  'accepted-answers-broken': ({ questions }) => `The service does otherwise than was accepted: ${listed(questions)}.`,
  'threshold-missed': ({ expression, abortedAtSecond }) =>
    `Threshold “${expression}” was missed${abortedAtSecond === null ? '' : `, and ended the run at second ${abortedAtSecond}`}.`,
  'coverage-too-low': ({ percent, wantedPercent }) =>
    `${percent.toFixed(1)} % of the clauses were exercised, below the ${wantedPercent} % wanted.`,
  'no-respondent': () => 'No respondent arrived.',
  'no-request': ({ because }) => keptWords('No request was sent', because),
  'never-answered': ({ failures }) => [
    'The target never answered',
    `: ${failures.map(({ failure, count }) => `${failure} × ${count}`).join(', ') || 'no failure was recorded'}.`,
  ],
  'stopped-answering': ({ requests, failure, fromSecond }) => [
    'The target stopped answering',
    `: ${fromSecond === undefined ? 'the last' : `from second ${fromSecond} on`} ${requests} requests brought no answer, most of them ${failure}.`,
  ],
  'always-throttled': ({ requests }) => [
    `The service refused the last ${requests} requests with HTTP 429`,
    ', for minutes: it let none through. Wait, or use another key.',
  ],
  'walks-failed': ({ surveys, walks, failed, obstacle }) => [
    `${failed} of ${walks} walks of ${numbered('survey', surveys)} got nowhere`,
    `: ${because(obstacle)}`,
  ],
  'no-walk-ended': ({ walks }) => [
    `None of ${walks} walks came to its end`,
    ': let the run last longer, raise load.gracefulStopSeconds, or let respondents think less.',
  ],
  'hardly-any-answer': ({ requests, usable, obstacle }) => [
    `Only ${usable} of ${requests} requests brought a usable answer`,
    `: ${because(obstacle)}`,
  ],
  'calls-failed': ({ endpoint, requests, obstacle }) => [
    `None of ${requests} calls of ${endpoint} was answered as it should`,
    `: ${because(obstacle, 'Correct the ids under admin.')}`,
  ],
  'question-never-shown': ({ survey, questions, named, walks, shownBy }) => [
    `No page of survey ${survey} showed ${numbered('question', questions)}, in ${walks} completed walks`,
    `: ${shownBy.length === 0 ? 'correct' : `${numbered('survey', shownBy)} did. Correct`} ${named}.`,
  ],
  'ended-at-bound': ({ bound, clauses }) =>
    `It ended after ${bound}, as asked${clauses.length === 0 ? '.' : `; not reached: ${listed(clauses)}.`}`,
  'ended-too-early': ({ bound, requests }) => [
    `It ended after ${bound}, before anybody came to the end of a survey`,
    `: what ${requests} requests show is next to nothing.`,
  ],
  interrupted: ({ afterSeconds }) => [
    `The run was interrupted after ${Math.round(afterSeconds)} s`,
    ': it is not finished.',
  ],
  'no-check': ({ because }) => keptWords('No check was executed', because),
  'no-answer-to-question': () => 'Nothing in this run answered the question.',
  'nothing-after-warmup': () => [
    'Nothing was measured after the warm-up',
    ': let the run last longer, or shorten load.warmupSeconds.',
  ],
  'arrivals-dropped': ({ dropped, arrivals }) => [
    `${dropped} of ${arrivals} arrivals were dropped`,
    ' (limit: load.maxRespondents): the load was not the one that was asked for.',
  ],
  'generator-busy': ({ percentOfTime }) => [
    'The load generator was at its own limit',
    `, ${percentOfTime} % of the time (above 90 % of a core): latencies are upper bounds.`,
  ],
  'generator-late': ({ percentOfTime }) => [
    'The load generator ran late',
    `, ${percentOfTime} % of the time (by 50 ms or more): latencies are upper bounds.`,
  ],
  'machine-crowded': ({ tookCores, cores, percentOfTime }) => [
    `Other work took ${tookCores.toFixed(1)} of the ${cores} cores of this machine`,
    `, ${percentOfTime} % of the time: latencies are upper bounds.`,
  ],
  'generator-away': ({ what, atSecond, seconds, times }) => [
    `canvass stood still for ${secondsText(seconds)} at second ${Math.floor(atSecond)}${times > 1 ? `, the longest of ${times} times` : ''}: ${absenceWords[what]}`,
    '. What came late, or was lost, because of that is not the service’s.',
  ],
  'clock-set-back': ({ atSecond, seconds }) =>
    `The clock of this machine was set back by ${secondsText(seconds)} at second ${Math.floor(atSecond)}; nothing is timed by it.`,
  'threshold-not-measured': ({ expression }) => [
    `Threshold “${expression}” could not be judged`,
    ': nothing of it was measured.',
  ],
  'threshold-untold': ({ expression }) => [
    `Whether threshold “${expression}” was met cannot be told`,
    ': it was missed, and that may be what was wrong with the load generator alone.',
  ],
  'thread-lost': ({ why }) => ['A generating thread was lost', `: ${why}. Its share of the load is missing.`],
  'worker-lost': (lost) => `${lostWords(lost)}.`,
  'worker-contradicts-plan': ({ worker, what, told, due }) => [
    `What worker ${worker} has told cannot be so`,
    `: ${contradictionWords[what](String(told), due === null ? 'until the leader ends it' : String(due))}.`,
  ],
  'worker-lost-allowed': (lost) => `${lostWords(lost)}, which --allow-lost allows.`,
  'rate-limited': ({ refused, callsPerMinute, respondentsPerMinute }) => [
    `The service limits its callers: it refused ${refused} requests with HTTP 429, and others waited`,
    `. It let about ${Number(callsPerMinute.toPrecision(2))} calls a minute through${
      respondentsPerMinute === null
        ? ''
        : `, which leaves room for about ${Number(respondentsPerMinute.toPrecision(2))} of these respondents a minute`
    }.`,
  ],
  'rate-budget-too-small': ({ neededPerMinute, allowedPerMinute, apiKeys }) => [
    `The schedule asks for at least ${neededPerMinute} requests a minute, and the rate budget allows ${allowedPerMinute}`,
    ` (${apiKeys === 1 ? '1 API key' : `${apiKeys} API keys`}): requests will be held back. Let fewer respondents arrive, add keys, or raise target.rateBudget.`,
  ],
  'run-killed': ({ afterSeconds, plannedSeconds }) => [
    `The run was killed after ${Math.round(afterSeconds)} of ${Math.round(plannedSeconds)} s`,
    '; this is what its journal holds.',
  ],
  'tool-failed': ({ error }) => ['canvass itself failed', `: ${error}.`],
  'undocumented-answers': ({ usual }) => [
    `No answer had a documented form, most were ${usual}`,
    ': is target.baseUrl the survey service?',
  ],
  'nothing-granted': ({ usual }) => [
    `No request was granted, most answers were ${usual}`,
    ': are target.apiKeys keys of this service?',
  ],
  'all-turned-away': ({ surveys, walks }) =>
    `Nobody finished ${numbered('survey', surveys)}: ${walks === 1 ? 'the one respondent was' : `all ${walks} respondents were`} turned away or redirected. Unless that is meant, open ${surveys.length === 1 ? 'it, or take it' : 'them, or take them'} out of surveys.walk.`,
  'answers-beyond-limits': ({ answers, endpoints }) =>
    `${answers === 1 ? 'An answer' : `${answers} answers`} of ${listed(endpoints)} ${answers === 1 ? 'was' : 'were'} larger than target.limits.bodyBytes (4 MiB unless the profile says otherwise), or had a head beyond headBytes, and nobody read on: raise it to have them judged. The service did nothing wrong by that.`,
  'runs-invalid': ({ runs, of }) =>
    `${runs.length} of ${of} runs ${runs.length === 1 ? 'proves' : 'prove'} nothing alone, as ${runs.length === 1 ? 'its own page says' : 'their own pages say'}: ${listed(runs)}. All are judged here together; compare leaves out the speed of such runs.`,
  'known-expired': ({ clause, issue, expires }) =>
    `${clause} was tolerated for ${issue} until ${expires}, and still happens.`,
  'known-gone': ({ clause }) =>
    `The known violation of ${clause} was looked for on this target, and not seen: where that is so on each target of the baseline, take it out.`,
  tolerated: ({ violations }) =>
    `${violations === 1 ? 'One known violation is' : `${violations} known violations are`} tolerated by the baseline.`,
  'no-capacity': () => 'No capacity was measured.',
  capacity: ({ datacenter, reading }) => `${datacenter}: ${reading}`,
  'violations-met': ({ kinds }) =>
    `The search met ${kinds} ${kinds === 1 ? 'kind' : 'kinds'} of violations of the document; the report shows them.`,
};

const absenceWords = {
  process: 'its process was stopped, or got no processor time',
  thread: 'one of its threads was stopped',
  machine: 'the machine slept',
  clock: 'the clock of the machine jumped, as when it is set, or the machine was stopped from outside',
  'clock-back': 'the clock of the machine was set back',
} as const satisfies Record<AbsenceKind, string>;

function secondsText(seconds: number): string {
  return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
}

const contradictionWords: {
  readonly [What in ReasonOf<'worker-contradicts-plan'>['what']]: (told: string, due: string) => string;
} = {
  seconds: (told, due) => `it ended after ${told} s of a run that lasts ${/^\d+$/.test(due) ? `${due} s` : due}`,
  arrivals: (told, due) => `${told} respondents arrived there, and its part of the plan has ${due}`,
  walks: (told, due) => `${told} walks ended there, of ${due} respondents`,
  requests: (told, due) => `${due} surveys were completed there, by ${told} requests`,
};

function lostWords({
  worker,
  afterSeconds,
  sharePercent,
  why,
}: ReasonOf<'worker-lost' | 'worker-lost-allowed'>): string {
  return `Worker ${worker} was lost after ${Math.round(afterSeconds)} s (${why}): its ${sharePercent} % of the load is missing from then on`;
}

/** A reason as a sentence. */
export function reasonWords(reason: Reason): string {
  const said = saidOf(reason);
  const whole = typeof said === 'string' ? said : said.join('');
  return reason.run === undefined ? whole : `${reason.run}: ${whole}`;
}

/** What of a reason a line holds, without a full stop: what happened, and neither its figures nor what to do about it. */
export function reasonBriefly(reason: Reason): string {
  const said = saidOf(reason);
  return typeof said === 'string' ? said.replace(/\.$/, '') : said[0];
}

function saidOf(reason: Reason): Said {
  // Each reason is given to the function of its own code, which the type of a table cannot say.
  return (words[reason.code] as (reason: Reason) => Said)(reason);
}

/** `3 problems break 10 promises of the document`. */
export function problemsBreak(problems: number, promises: number): string {
  const what = `${promises === 1 ? 'one promise' : `${promises} promises`} of the document`;
  return problems === 1 ? `One problem breaks ${what}` : `${problems} problems break ${what}`;
}

/** The reasons of a result: as sentences, and as data. */
export function inWords(reasonCodes: readonly Reason[]) {
  return { reasons: reasonCodes.map(reasonWords), reasonCodes: [...reasonCodes] };
}

/** What was met, and what to do about it. @param notFound what is to be corrected where it is no survey */
function because(obstacle: Obstacle, notFound?: string): string {
  const { met, remedy } = obstacleWords[obstacle];
  if (obstacle === 'not-found' && notFound !== undefined)
    return `the service knows no such resource (404). ${notFound}`;
  return `${met}. ${remedy}`;
}

function keptWords(what: string, because: readonly string[] = []): Said {
  return because.length === 0 ? `${what}.` : [what, `: ${listed(because, 3, '; ')}.`];
}

/** `question 103`, `surveys 1001, 1002`. */
export function numbered(what: string, ids: readonly EntityId[]): string {
  return `${what}${ids.length === 1 ? '' : 's'} ${listed(ids.map(String))}`;
}

/** The first few of some names, and how many more there are. */
export function listed(names: readonly string[], most = 5, between = ', '): string {
  const rest = names.length - most;
  return names.slice(0, most).join(between) + (rest > 0 ? ` and ${rest} more` : '');
}

/** Sentences that differ in their figures alone only once, as they were said last. */
export function saidOnce(sentences: readonly string[]): string[] {
  return [...new Map(sentences.map((sentence) => [sentence.replaceAll(/\d+/g, ''), sentence])).values()];
}
