import { isRecord } from '../../../contract/jsonShape.ts';
import { type AdministrationCall, error, success } from '../../../service/administration/call.ts';
import { defaultKeys } from '../../../service/apiKeys.ts';
import type { Session } from '../../../service/respondent/keptSessions.ts';
import { afterRegeneration, answerCalls, bodyOf, inEachService } from '../answerCalls.ts';
import { at, convert, said, set } from '../edits.ts';
import { fault, inSection } from '../fault.ts';
import type { Injection } from '../injection.ts';
import { always, mutateResponse } from '../mutateResponse.ts';
import { isSuccess } from '../responseDraft.ts';

const regenerate = ['regenerate-key'] as const;
const writes: readonly string[] = ['create-department', 'create-template', 'update-datapad', 'create-response'];
const isWriting = ({ endpoint }: AdministrationCall): boolean => writes.includes(endpoint);

/** Which new key an old one was replaced by. */
function replacementOf(old: string | undefined, keys: ReadonlyMap<string, string>): string | undefined {
  return [...keys].findLast(([, replaced]) => replaced === old)?.[0];
}

/** Calls with a replaced key are taken for calls with the key that replaced it. */
function revived(applies: (call: AdministrationCall, keys: ReadonlyMap<string, string>) => boolean): Injection {
  return afterRegeneration((call, clean, keys) =>
    clean(applies(call, keys) ? { ...call, key: replacementOf(call.key, keys) ?? call.key } : call),
  );
}

/** Calls are refused after a regeneration. @param applies told whether the key came from one. */
function refused(httpStatus: 401 | 403, applies: (call: AdministrationCall, isNew: boolean) => boolean): Injection {
  return afterRegeneration((call, clean, keys) =>
    keys.size > 0 && applies(call, keys.has(call.key ?? '')) ? error(httpStatus) : clean(call),
  );
}

/** Of each service, the sessions. */
const sessionsAt = new Map<string, Set<Session>>();

const renamed = convert(
  'response',
  said((response) => isRecord(response) && { api_key: response.apiKey }, 'has api_key for apiKey'),
);
const bare = convert(
  'response',
  said((response) => isRecord(response) && response.apiKey, 'is the bare key'),
);

/** Endpoint 6. */
export const regenerateKeyFaults = inSection('regenerate-key', [
  ['key-old-lives', 'KEY-REGENERATE-03', 'After regeneration the old key still works.', revived(() => true)],
  ['key-old-writes', 'KEY-REGENERATE-03', 'A replaced key still writes.', revived(isWriting)],
  fault('key-old-regenerates', 'KEY-REGENERATE-03', 'A key that was replaced can be replaced once more.', {
    how: inEachService(() => {
      const replaced = new Set<string | undefined>();
      return answerCalls(regenerate, (call, clean) => {
        const answer = clean(call);
        if (answer.kind === 'success') replaced.add(call.key);
        return replaced.has(call.key) && answer.kind === 'error'
          ? success(200, { apiKey: `${call.key}-more` })
          : answer;
      });
    }),
  }),
  ['key-made-lives', 'KEY-REGENERATE-03', 'New keys do not expire.', revived(({ key }, keys) => keys.has(key ?? ''))],
  ['key-others-die', 'KEY-REGENERATE-05', 'All other keys expire, too.', refused(401, (_call, isNew) => !isNew)],
  fault('key-new-read-only', 'KEY-REGENERATE-04', 'The key that regeneration returns gets 403 for writing.', {
    how: refused(403, (call, isNew) => isNew && isWriting(call)),
  }),
  fault('key-new-lists-nothing', 'KEY-REGENERATE-04', 'The new key gets 401 from the list of departments.', {
    how: refused(401, ({ endpoint }, isNew) => isNew && endpoint === 'list-departments'),
  }),
  fault('key-new-stays', 'KEY-REGENERATE-04', 'A key that came from regeneration cannot be replaced.', {
    how: inEachService(() => {
      const made = new Set<unknown>();
      return answerCalls(regenerate, (call, clean) => {
        if (made.has(call.key)) return error(401);
        const answer = clean(call);
        made.add(at({ ...bodyOf(answer) }, 'response').apiKey ?? call.key);
        return answer;
      });
    }),
  }),
  fault('key-old-fetches', 'KEY-REGENERATE-03', 'After regeneration the old key still fetches records.', {
    how: revived(({ endpoint }) => endpoint === 'fetch-response'),
  }),
  fault('key-others-read-only', 'KEY-REGENERATE-05', 'Regeneration lets other keys read only.', {
    how: refused(401, (call, isNew) => !isNew && isWriting(call)),
  }),
  fault('key-ends-walks', 'KEY-REGENERATE-06', 'Regeneration has every respondent begin anew.', {
    how: mutateResponse(always, (draft, { endpoint, origin, session }) => {
      const sessions = sessionsAt.get(origin) ?? new Set();
      sessionsAt.set(origin, session === undefined ? sessions : sessions.add(session));
      if (endpoint !== 'regenerate-key' || !isSuccess(draft)) return;
      for (const session of sessions) session.walks.length = 0;
      sessionsAt.delete(origin);
    }),
  }),
  fault('key-unchanged', 'KEY-REGENERATE-02', 'Regeneration returns the key that it was called with.', {
    how: answerCalls(regenerate, (call, clean) => {
      const listing = clean({ ...call, endpoint: 'list-departments', parameters: { organization_id: '1' } });
      return listing.kind === 'success' ? success(200, { apiKey: call.key }) : clean(call);
    }),
  }),
  fault('key-comes-again', 'KEY-REGENERATE-02', 'The second regeneration returns the key that the first one expired.', {
    how: inEachService(() => {
      const expired: string[] = [];
      return answerCalls(regenerate, (call, clean) => {
        const answer = clean(call);
        if (answer.kind !== 'success' || call.key === undefined) return answer;
        expired.push(call.key);
        return expired.length === 2 ? success(200, { apiKey: expired[0] }) : answer;
      });
    }),
  }),
  ['key-with-others', 'SANITY-SECRET-01', 'answer of regenerate-key', set('others', defaultKeys.forbidden)],
  ['key-missing', 'KEY-REGENERATE-01', 'answer of regenerate-key', renamed],
  ['key-bare', 'KEY-REGENERATE-01', 'answer of regenerate-key', bare],
]);
