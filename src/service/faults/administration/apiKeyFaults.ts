import type { Answering } from '../../administration/area.ts';
import { type AdministrationAnswer, type AdministrationEndpoint, error, success } from '../../administration/call.ts';
import { type Fault, type FaultText, fault, type Occurs } from '../fault.ts';
import { isMembers } from '../replyDraft.ts';
import { around, spoilAnswer } from './answerFaults.ts';

const regenerate: readonly AdministrationEndpoint[] = ['regenerate-key'];

function emptyList(url: string): AdministrationAnswer {
  const links = { self: url, first: url, last: url, prev: null, next: null };
  return success(200, [], { perPage: 100, totalItems: 0, currentPage: 1, totalPages: 0, links });
}

/** The key of an answer of regenerate-key. */
function keyIn(answer: ReturnType<typeof success>): string {
  const response = answer.kind === 'success' ? answer.body.response : undefined;
  return isMembers(response) ? String(response.apiKey) : '';
}

/** A fault that remembers keys, in each service for itself. */
function afterRegeneration(
  text: FaultText,
  remember: (keys: { old: string; fresh: string }, memory: Map<string, string>) => void,
  effect: 'refuse-others' | 'replace' | 'refuse-known',
): Fault {
  const around = (clean: Answering, occurs: Occurs): Answering => {
    const memory = new Map<string, string>();
    return (call) => {
      const { key = '' } = call;
      if (call.endpoint === 'regenerate-key') {
        const answered = clean(call);
        if (answered.kind === 'success' && occurs()) remember({ old: key, fresh: keyIn(answered) }, memory);
        return answered;
      }
      if (effect === 'replace') return clean({ ...call, key: memory.get(key) ?? call.key });
      const refused = effect === 'refuse-known' ? memory.has(key) : memory.size > 0 && !memory.has(key);
      return refused ? error(401) : clean(call);
    };
  };
  return fault(text, { kind: 'administration', around });
}

/** Broken promises about key regeneration (document, Endpoint 6; Authentication). */
export const apiKeyFaults: readonly Fault[] = [
  afterRegeneration(
    { id: 'key-old-lives', section: 'regenerate-key', description: 'After regeneration the old key still works.' },
    ({ old, fresh }, memory) => memory.set(old, fresh),
    'replace',
  ),
  afterRegeneration(
    { id: 'key-new-dead', section: 'authentication', description: 'The key that regeneration returns does not work.' },
    ({ fresh }, memory) => memory.set(fresh, fresh),
    'refuse-known',
  ),
  afterRegeneration(
    {
      id: 'key-others-die',
      section: 'regenerate-key',
      description: 'Regeneration expires every other key of the account too.',
    },
    ({ fresh }, memory) => memory.set(fresh, fresh),
    'refuse-others',
  ),
  around(
    {
      id: 'key-unchanged',
      section: 'regenerate-key',
      description: 'Regeneration returns the key that it was called with.',
    },
    regenerate,
    (call, clean) => {
      const listing = clean({ ...call, endpoint: 'list-departments', parameters: { organization_id: '1' } });
      return listing.kind === 'success' ? success(200, { apiKey: call.key }) : clean(call);
    },
  ),
  spoilAnswer(
    { id: 'key-missing', section: 'regenerate-key', description: 'Regeneration returns the key under another name.' },
    regenerate,
    (body) => {
      body.response = { api_key: isMembers(body.response) ? body.response.apiKey : '' };
      return true;
    },
  ),
  spoilAnswer(
    { id: 'key-bare', section: 'regenerate-key', description: 'Regeneration returns the bare key as its response.' },
    regenerate,
    (body) => {
      body.response = isMembers(body.response) ? body.response.apiKey : '';
      return true;
    },
  ),
  around(
    {
      id: 'filter-without-key',
      section: 'authentication',
      description: 'The filter without a key gives an empty list.',
    },
    ['filter-responses'],
    (call, clean) => (call.key === undefined ? emptyList(call.url) : clean(call)),
  ),
  around(
    {
      id: 'datapad-missing-key-forbidden',
      section: 'authentication',
      description: 'A datapad update without a key gives 403.',
    },
    ['update-datapad'],
    (call, clean) => (call.key === undefined ? error(403) : clean(call)),
  ),
  around(
    {
      id: 'fetch-forbidden-not-found',
      section: 'authentication',
      description: 'A forbidden key gets 404 from a fetch.',
    },
    ['fetch-response'],
    (call, clean) => {
      const answer = clean(call);
      return answer.kind === 'error' && answer.httpStatus === 403 ? error(404) : answer;
    },
  ),
  around(
    {
      id: 'template-wrong-key-bad-request',
      section: 'authentication',
      description: 'A template with a wrong key gives 400.',
    },
    ['create-template'],
    (call, clean) => {
      const answer = clean(call);
      return answer.kind === 'error' && answer.httpStatus === 401 && call.key !== undefined ? error(400) : answer;
    },
  ),
  around(
    {
      id: 'departments-forbidden-empty',
      section: 'authentication',
      description: 'A forbidden key gets an empty department list.',
    },
    ['list-departments'],
    (call, clean) => {
      const answer = clean(call);
      if (answer.kind !== 'error' || answer.httpStatus !== 403) return answer;
      return emptyList(call.url);
    },
  ),
];
