import { error, success } from '../../administration/call.ts';
import { defaultKeys } from '../../keys.ts';
import { at } from '../edits.ts';
import { fault, inSection } from '../fault.ts';
import { afterRegeneration, answerCalls, bodyOf, inEachService, mutateAnswer } from '../mutateAnswer.ts';

const regenerate = ['regenerate-key'] as const;
const writes: readonly string[] = ['create-department', 'create-template', 'update-datapad', 'create-response'];

/** Which new key an old one was replaced by. */
function replacementOf(old: string | undefined, keys: ReadonlyMap<string, string>): string | undefined {
  return [...keys].findLast(([, replaced]) => replaced === old)?.[0];
}

/** Endpoint 6. */
export const regenerateKeyFaults = inSection('regenerate-key', [
  fault('key-old-lives', ['KEY-REGENERATE-03'], 'After regeneration the old key still works.', {
    how: afterRegeneration((call, clean, keys) => clean({ ...call, key: replacementOf(call.key, keys) ?? call.key })),
  }),
  fault('key-old-writes', ['KEY-REGENERATE-03'], 'After regeneration the old key still writes.', {
    how: afterRegeneration((call, clean, keys) =>
      clean(writes.includes(call.endpoint) ? { ...call, key: replacementOf(call.key, keys) ?? call.key } : call),
    ),
    origin: 'document',
  }),
  fault('key-old-regenerates', ['KEY-REGENERATE-03'], 'A key that was replaced can be replaced once more.', {
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
    origin: 'document',
  }),
  fault('key-made-lives', ['KEY-REGENERATE-03'], 'A key that came from regeneration does not expire.', {
    how: afterRegeneration((call, clean, keys) => {
      const replacement = keys.has(call.key ?? '') ? replacementOf(call.key, keys) : undefined;
      return clean({ ...call, key: replacement ?? call.key });
    }),
    origin: 'document',
  }),
  fault('key-others-die', ['KEY-REGENERATE-05'], 'Regeneration expires every other key of the account too.', {
    how: afterRegeneration((call, clean, keys) =>
      keys.size > 0 && !keys.has(call.key ?? '') ? error(401) : clean(call),
    ),
  }),
  fault('key-new-read-only', ['KEY-REGENERATE-04'], 'The key that regeneration returns gets 403 for writing.', {
    how: afterRegeneration((call, clean, keys) =>
      writes.includes(call.endpoint) && keys.has(call.key ?? '') ? error(403) : clean(call),
    ),
    origin: 'document',
  }),
  fault('key-new-lists-nothing', ['KEY-REGENERATE-04'], 'The new key gets 401 from the list of departments.', {
    how: afterRegeneration((call, clean, keys) =>
      call.endpoint === 'list-departments' && keys.has(call.key ?? '') ? error(401) : clean(call),
    ),
    origin: 'document',
  }),
  fault('key-new-stays', ['KEY-REGENERATE-04'], 'A key that came from regeneration cannot be replaced.', {
    how: inEachService(() => {
      const made = new Set<unknown>();
      return answerCalls(regenerate, (call, clean) => {
        if (made.has(call.key)) return error(401);
        const answer = clean(call);
        made.add(at({ ...bodyOf(answer) }, 'response').apiKey ?? call.key);
        return answer;
      });
    }),
    origin: 'document',
  }),
  fault('key-old-fetches', ['KEY-REGENERATE-03'], 'After regeneration the old key still fetches records.', {
    how: afterRegeneration((call, clean, keys) =>
      clean(call.endpoint === 'fetch-response' ? { ...call, key: replacementOf(call.key, keys) ?? call.key } : call),
    ),
    origin: 'document',
  }),
  fault('key-others-read-only', ['KEY-REGENERATE-05'], 'Regeneration lets other keys read only.', {
    how: afterRegeneration((call, clean, keys) =>
      writes.includes(call.endpoint) && keys.size > 0 && !keys.has(call.key ?? '') ? error(401) : clean(call),
    ),
    origin: 'document',
  }),
  fault('key-unchanged', ['KEY-REGENERATE-02'], 'Regeneration returns the key that it was called with.', {
    how: answerCalls(regenerate, (call, clean) => {
      const listing = clean({ ...call, endpoint: 'list-departments', parameters: { organization_id: '1' } });
      return listing.kind === 'success' ? success(200, { apiKey: call.key }) : clean(call);
    }),
  }),
  fault('key-with-others', ['SANITY-SECRET-01'], 'Regeneration lists the other keys of the account.', {
    how: mutateAnswer(regenerate, (body) => {
      body.others = defaultKeys.forbidden;
    }),
    origin: 'document',
  }),
  fault('key-missing', ['KEY-REGENERATE-01'], 'Regeneration returns the key under another name.', {
    how: mutateAnswer(regenerate, (body) => {
      body.response = { api_key: at(body, 'response').apiKey };
    }),
  }),
  fault('key-bare', ['KEY-REGENERATE-01'], 'Regeneration returns the bare key as its response.', {
    how: mutateAnswer(regenerate, (body) => {
      body.response = at(body, 'response').apiKey;
    }),
  }),
]);
