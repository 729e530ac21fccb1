import { endpoints } from '../contract/endpoints.ts';
import type { EntityId } from '../contract/entityId.ts';
import { addressProblem } from './address.ts';
import { adminIdsOf, mixedEndpointOf } from './adminIds.ts';
import { readRule } from './answers/answerRule.ts';
import { levelOf, said } from './profile.ts';
import type { KeyPath, Problem } from './profileProblem.ts';
import type { CompleteProfile } from './schema.ts';
import { checkWay, type Report } from './wayConsistency.ts';

function checkAnswers(answers: CompleteProfile['respondent']['answers'], path: KeyPath, report: Report): void {
  for (const [survey, questions] of Object.entries(answers)) {
    for (const [question, spelled] of Object.entries(questions)) {
      const read = readRule(spelled, question);
      if (!read.ok) report([...path, survey, question], read.message);
    }
  }
}

/** What no key can say alone: rules between the keys of a profile. */
export function inconsistencies(profile: CompleteProfile): Problem[] {
  const problems: Problem[] = [];
  const report: Report = (path, message, because) =>
    problems.push({ path, message, ...(because === undefined ? {} : { because }) });
  const { target, load, admin, surveys, respondent } = profile;
  const address = addressProblem(target.baseUrl);
  if (address !== null) report(['target', 'baseUrl'], address);
  if (address === null) checkWay(target, report);
  if (target.forbiddenApiKey !== null && target.apiKeys?.includes(target.forbiddenApiKey) === true) {
    const message = 'is one of `target.apiKeys`: name a key that may not administer, or leave it out';
    report(['target', 'forbiddenApiKey'], message);
  }
  checkDistribution(respondent.thinkTimeMs, ['respondent', 'thinkTimeMs'], report);
  checkDistribution(target.embedded.latencyMs, ['target', 'embedded', 'latencyMs'], report);
  checkAnswers(respondent.answers, ['respondent', 'answers'], report);
  const personas = Object.entries(respondent.personas);
  for (const [name, { answers, thinkTimeMs }] of personas) {
    const path = ['respondent', 'personas', name];
    checkAnswers(answers, [...path, 'answers'], report);
    if (thinkTimeMs !== null) checkDistribution(thinkTimeMs, [...path, 'thinkTimeMs'], report);
  }
  if (personas.length > 0 && personas.every(([, { weight }]) => weight === 0)) {
    report(['respondent', 'personas'], 'gives every persona the weight 0: nobody would walk');
  }
  const { badLuck, expire } = respondent;
  if (badLuck.hesitate > 0 && badLuck.hesitateSeconds >= expire.idleSeconds) {
    const message = 'must be below `respondent.expire.idleSeconds`, after which the session is gone';
    report(['respondent', 'badLuck', 'hesitateSeconds'], message);
  }
  checkChances(respondent, ['respondent', 'badLuck'], report);
  for (const [name, persona] of personas) {
    const own = { ...respondent, ...said(persona) };
    const chances = { ...own, badLuck: { ...badLuck, ...said(persona.badLuck) } };
    checkChances(chances, ['respondent', 'personas', name], report);
  }
  if (surveys.walk.length > 0 && surveys.walk.every(({ weight }) => weight === 0)) {
    report(['surveys', 'walk'], 'gives every survey the weight 0: nobody would walk');
  }
  const shut = [surveys.closed, surveys.quotaFull, surveys.paused, surveys.suspended];
  if (surveys.walk.length > 0 && surveys.walk.every(({ id }) => shut.includes(id)))
    report(['surveys', 'walk'], 'names surveys alone that are closed, full, paused or suspended: nobody would walk');
  const walked = new Set<EntityId>();
  surveys.walk.forEach(({ id }, index) => {
    if (walked.has(id)) report(['surveys', 'walk', index, 'id'], 'is listed twice; add the weights');
    walked.add(id);
  });
  if (load.stages.map(levelOf).every((level) => level === 0))
    report(['load', 'stages'], 'never rise above 0: nobody would arrive');
  if (load.model === 'closed' && typeof load.arrivals !== 'string')
    report(['load', 'arrivals'], 'names a file, which only `load.model: open` replays');
  if (load.adminMix.regenerateKey > 0) {
    report(
      ['load', 'adminMix', 'regenerateKey'],
      'would expire the keys that respondents walk with; `conform` exercises it where `admin.regenerateKey` is true',
    );
  }
  const { regenerateKey: _, ...mixed } = load.adminMix;
  const wanted = (Object.keys(mixed) as (keyof typeof mixed)[]).filter((call) => mixed[call] > 0);
  for (const call of wanted) {
    if (endpoints[mixedEndpointOf(call)].mutates && !admin.mutate)
      report(['load', 'adminMix', call], 'changes what the account owns; it needs `admin.mutate: true`');
  }
  for (const call of wanted) {
    const account = call === 'createDepartment' ? (['primaryAccountId'] as const) : [];
    for (const id of [...adminIdsOf(mixedEndpointOf(call)), ...account])
      if (admin[id] === null) report(['load', 'adminMix', call], `needs \`admin.${id}\``);
  }
  if (profile.audit.enabled === true && walked.size > 0 && (admin.surveyId === null || !walked.has(admin.surveyId))) {
    const which = admin.surveyId === null ? 'names no survey' : `is ${admin.surveyId}, which nobody walks`;
    const message = `needs the records of a survey that is walked, and \`admin.surveyId\` ${which}: set it to one of \`surveys.walk\``;
    report(['audit', 'enabled'], message);
  }
  const { startPerSecond, maxPerSecond } = profile.capacity;
  if (startPerSecond > maxPerSecond) report(['capacity', 'startPerSecond'], 'is above `capacity.maxPerSecond`');
  return problems;
}

/** Of probabilities that add up to 1. */
const rounding = 1e-9;

function checkDistribution(times: CompleteProfile['respondent']['thinkTimeMs'], path: KeyPath, report: Report): void {
  if (times.distribution === 'uniform' && times.min > times.max) report([...path, 'min'], 'is above `max`');
}

type Chances = Pick<CompleteProfile['respondent'], 'abandon' | 'back' | 'badLuck' | 'expire' | 'invalid' | 'resume'>;

function checkChances({ badLuck, expire, ...traits }: Chances, path: KeyPath, report: Report): void {
  const { slowReadSeconds: _, hesitateSeconds: __, ...chances } = badLuck;
  const sum = (probabilities: readonly number[]) => probabilities.reduce((total, each) => total + each, 0);
  const unlucky = sum(Object.values(chances));
  const { abandon, resume, back, invalid } = traits;
  if (unlucky === 0 || sum([unlucky, abandon, resume, back, invalid, expire.probability]) <= 1 + rounding) return;
  report(
    path,
    'leaves no page to be answered as usual: with `abandon`, `resume`, `back`, `expire.probability` and `invalid` the probabilities add up to more than 1',
  );
}
