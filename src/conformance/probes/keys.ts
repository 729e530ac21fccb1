import { type ClauseId, isClauseId } from '../../contract/clauses/catalogue.ts';
import { type EndpointId, endpointIds, endpoints } from '../../contract/endpoints.ts';
import { standardErrors } from '../../contract/serviceErrors.ts';
import { clauseNames } from '../checks/reading.ts';
import type { Conversation, Departure, Turn } from '../drive/conversation.ts';
import { plainRequest } from './plainRequest.ts';
import { known, type Probe, type ProbeSettings, pageName, type Scene } from './scene.ts';

const refusals = {
  MISSING: { key: 'none', http: 401 },
  WRONG: { key: 'wrong', http: 401 },
  FORBIDDEN: { key: 'forbidden', http: 403 },
} as const;
type Refusal = keyof typeof refusals;

function clauseOf(refusal: Refusal, endpoint: EndpointId): ClauseId | null {
  const id = `AUTH-${refusal}-${clauseNames[endpoint]}-01`;
  return isClauseId(id) ? id : null;
}

/** Authentication: no key, a wrong key, a key without permission, at one endpoint. */
function keyProbe(endpoint: EndpointId): Probe {
  const clauses = (['MISSING', 'WRONG', 'FORBIDDEN'] as const).flatMap((refusal) => clauseOf(refusal, endpoint) ?? []);
  return {
    id: `keys-${endpoint}`,
    area: 'authentication',
    clauses,
    lacks: (settings) => lackFor(endpoint, settings),
    async run(scene) {
      // A good key first: a service that remembers it must not lend it to the next.
      if (endpoints[endpoint].area === 'administration' && !endpoints[endpoint].mutates)
        await call(scene, endpoint, {});
      for (const refusal of ['MISSING', 'WRONG', 'FORBIDDEN'] as const) {
        const clause = clauseOf(refusal, endpoint);
        if (clause === null) continue;
        if (refusal === 'FORBIDDEN' && scene.stage.ground.keys.forbidden === null) {
          scene.stage.ground.evidence.notExercised(clause, 'the profile names no target.forbiddenApiKey');
          continue;
        }
        const { key, http } = refusals[refusal];
        const turn = known(await call(scene, endpoint, { key }));
        judgeRefusal(turn, clause, http);
      }
    },
  };
}

function judgeRefusal(turn: Turn, clause: ClauseId, http: 401 | 403): void {
  const { reading, exchange, judge } = turn;
  const id = reading.kind === 'standard-error' ? String(reading.error.id) : '';
  const holds = exchange.httpStatus === http && id === standardErrors[http].id;
  judge.expect(clause, holds, `HTTP ${http}, id ${standardErrors[http].id}`, () => turn.name);
}

function lackFor(endpoint: EndpointId, settings: ProbeSettings): string | null {
  if (endpoints[endpoint].area === 'respondent') return null;
  return plainRequest(endpoint, settings) === null ? `the profile's admin section lacks what ${endpoint} needs` : null;
}

/** A request that would succeed with a good key. */
async function call(scene: Scene, endpoint: EndpointId, departure: Departure): Promise<Turn> {
  const surveyId = scene.walkSurveys[0] ?? 0;
  if (endpoint === 'take') return scene.converse(surveyId).take(departure);
  if (endpoint === 'previous-page') return refusedBack(scene, scene.backSurveys[0] ?? surveyId, departure);
  const conversation = scene.converse(surveyId);
  const plain = plainRequest(endpoint, scene.settings);
  if (plain === null) throw new Error(`no request for ${endpoint}`);
  return conversation.request(endpoint, plain.parameters, plain.body(scene.stage.ground.tokens.next()), {
    ...departure,
    ...(plain.path === undefined ? {} : { path: plain.path }),
  });
}

/** A refused call must not have moved the respondent. */
async function refusedBack(scene: Scene, surveyId: number, departure: Departure): Promise<Turn> {
  const { conversation, pages } = await scene.advanced(surveyId, 1);
  const turn = known(await conversation.back(departure));
  const resumed = known(await conversation.take());
  const page = pages[1] ?? null;
  const stayed = resumed.page?.identity === page?.identity;
  resumed.judge.expect('MOVE-RESUME-02', stayed, pageName(page), () => `${resumed.name}, ${pageName(resumed.page)}`);
  return turn;
}

export const keyProbes: readonly Probe[] = endpointIds
  .filter((endpoint) => endpoints[endpoint].apiKey === 'required')
  .map(keyProbe);

/** Whether submit-page looks at the key, and whether the samples' spelling of the header is taken. */
export const keyQuestions: Probe = {
  id: 'key-questions',
  area: 'authentication',
  clauses: [],
  lacks: () => null,
  async run(scene) {
    const surveyId = scene.walkSurveys[0] ?? 0;
    for (const [question, key] of [
      ['Q-SUBMIT-KEY', 'none'],
      ['Q-SUBMIT-WRONG-KEY', 'wrong'],
    ] as const) {
      const { conversation } = await scene.begin(surveyId);
      const turn = known(await conversation.answer({}, { key }));
      const refused = turn.exchange.httpStatus === 401;
      const needed = question === 'Q-SUBMIT-KEY' ? ['required', 'not-needed'] : ['refused', 'ignored'];
      turn.judge.observe(question, (refused ? needed[0] : needed[1]) ?? '');
    }
    const html = known(await scene.converse(surveyId).take({ headers: { accept: 'text/html' } }));
    html.judge.observe('Q-ACCEPT', html.reading.kind === 'flow' ? 'json' : String(html.exchange.httpStatus));
    const { valid } = scene.stage.ground.keys;
    const conversation: Conversation = scene.converse(surveyId);
    const turn = known(await conversation.take({ key: 'none', headers: { apiKey: valid } }));
    turn.judge.observe('Q-KEY-HEADER-NAME', turn.exchange.httpStatus === 401 ? 'refused' : 'accepted');
  },
};
