import type { Conversation, Turn } from '../drive/conversation.ts';
import { Administrator, lacksAdmin, objectIn } from './administrator.ts';
import { known, type Probe, ProbeBlocked, type Scene } from './probeContext.ts';

/** 6. GET apikey/regenerate: the key as a register. Runs last and alone, for it expires the key in use. */
export const regeneration: Probe = {
  id: 'regeneration',
  area: 'regenerate-key',
  last: true,
  clauses: [
    'ROUTE-REGENERATE-KEY-01',
    'KEY-REGENERATE-01',
    'KEY-REGENERATE-02',
    'KEY-REGENERATE-03',
    'KEY-REGENERATE-04',
    'KEY-REGENERATE-05',
  ],
  lacks: lacksAdmin('regenerateKey'),
  async run(scene) {
    const { keys, target } = scene.stage.ground;
    const surveyId = scene.walkSurveys[0] ?? 0;
    const old = scene.converse(surveyId);
    const turn = known(await old.request('regenerate-key', {}, null));
    const granted = turn.reading.kind === 'administration';
    turn.judge.expect('ROUTE-REGENERATE-KEY-01', granted, 'an answer with HTTP 2xx', () => turn.name);
    if (!granted) throw new ProbeBlocked(`regeneration was not granted: ${turn.name}`);
    turn.judge.observe('Q-HTTP-REGENERATE', String(turn.exchange.httpStatus));
    const { apiKey } = objectIn(turn);
    if (typeof apiKey !== 'string') throw new ProbeBlocked('regeneration returned no key');
    const previous = keys.valid;
    target.redactor.add(apiKey);
    turn.judge.expect('KEY-REGENERATE-02', apiKey !== previous, 'another key', () => 'the same key');
    for (const expired of await callsOf(old, surveyId)) {
      const dead = expired.exchange.httpStatus === 401;
      expired.judge.expect('KEY-REGENERATE-03', dead, 'HTTP 401 for the old key', () => expired.name);
    }
    keys.valid = apiKey;
    keys.all.push(apiKey);
    for (const works of await callsOf(scene.converse(surveyId), surveyId)) {
      works.judgeAll.expect('KEY-REGENERATE-04', isServed(works), 'the new key is accepted', () => works.name);
    }
    await judgeWriting(scene);
    if (keys.second === null) {
      scene.stage.ground.evidence.notExercised('KEY-REGENERATE-05', 'the profile has one API key only');
      return;
    }
    for (const lives of await callsOf(scene.converseWith(surveyId, keys.second), surveyId)) {
      lives.judgeAll.expect('KEY-REGENERATE-05', isServed(lives), 'another key lives on', () => lives.name);
    }
  },
};

/** The new key does what the old one did: it creates, where the profile allows that. */
async function judgeWriting(scene: Scene): Promise<void> {
  if (lacksAdmin('organizationId', 'primaryAccountId', 'mutate')(scene.settings) !== null) return;
  const admin = new Administrator(scene);
  const name = admin.marker();
  const primaryAccountID = scene.settings.admin.primaryAccountId;
  const turn = await admin.call('create-department', { body: { name, primaryAccountID } });
  if (isServed(turn)) admin.created('create-department', objectIn(turn).departmentID, name);
  turn.judgeAll.expect('KEY-REGENERATE-04', isServed(turn), 'the new key may create', () => turn.name);
}

/** A call of each area: a key is one for both. */
async function callsOf(conversation: Conversation, surveyId: number): Promise<readonly Turn[]> {
  const list = known(await conversation.request('list-responses', { survey_id: surveyId }, null));
  return [list, known(await conversation.take())];
}

function isServed({ reading }: Turn): boolean {
  return reading.kind === 'flow' || reading.kind === 'administration';
}
