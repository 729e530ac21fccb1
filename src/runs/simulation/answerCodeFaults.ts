import { endpointIds } from '../../contract/endpoints.ts';
import { type StandardErrorStatus, standardErrors } from '../../contract/serviceErrors.ts';
import { administrationEndpoints, success } from '../../service/administration/call.ts';
import { at, set, within } from '../../service/faults/edits.ts';
import type { Injection } from '../../service/faults/injection.ts';
import { insteadOfError } from '../../service/faults/mutateAnswer.ts';
import {
  both,
  type Condition,
  from,
  mutateBody,
  mutateResponse,
  sendAs,
  standardError,
} from '../../service/faults/mutateResponse.ts';
import { isSuccess } from '../../service/faults/responseDraft.ts';
import { type GeneratedFault, wrong } from './generatedFault.ts';

const errorStatuses = [400, 401, 403, 404, 500] as const satisfies readonly StandardErrorStatus[];

/** What a key that was sent is read as, where a part of it counts. */
const misread: Readonly<Record<string, (key: string) => string>> = {
  'with more behind it': (key) => key.slice(0, 'canvass-key'.length),
  'with more before it': (key) => key.slice(-'canvass-key'.length),
  'in other letters': (key) => key.toLowerCase(),
  'cut by one': (key) => `${key}y`,
};

/** Each endpoint with every wrong code: for keys that are no good, and for success. */
export function* answerCodeFaults(): Generator<GeneratedFault> {
  for (const endpoint of endpointIds) {
    const succeeded = both(from(endpoint), isSuccess);
    for (const httpStatus of [204, 302, 404, 500])
      yield wrong('success has another HTTP status', `${endpoint}: ${httpStatus}`, sendAs(succeeded, { httpStatus }));
    for (const contentType of ['text/html; charset=utf-8', 'text/plain'])
      yield wrong('JSON is called something else', `${endpoint}: ${contentType}`, sendAs(succeeded, { contentType }));
    if (endpoint === 'submit-page') continue;
    for (const right of [401, 403] as const) {
      // Who may not regenerate a key is not said.
      if (right === 403 && endpoint === 'regenerate-key') continue;
      const failed = both(from(endpoint), standardError(right));
      for (const other of errorStatuses)
        if (other !== right)
          yield wrong('a bad key gets another error', `${endpoint}: ${other} for ${right}`, inPlaceOf(failed, other));
      for (const member of ['id', 'name', 'message'] as const) {
        const edit = within('response.error', set(member, standardErrors[404][member]));
        const place = `${endpoint}, ${right}: ${member}`;
        yield wrong('the error of a bad key has another text', place, mutateBody(failed, edit));
      }
    }
  }
  for (const endpoint of administrationEndpoints) {
    for (const right of [401, 403] as const) {
      if (endpoint === 'regenerate-key') continue;
      const served = insteadOfError(right, [endpoint], (call, clean) => clean({ ...call, key: 'canvass-second-key' }));
      const empty = insteadOfError(right, [endpoint], () => success(200, endpoint.startsWith('list') ? [] : {}));
      const whose = right === 401 ? 'missing or wrong' : 'without permission';
      yield wrong('a bad key is served', `${endpoint}: ${whose}`, served);
      yield wrong('a bad key gets an empty success', `${endpoint}: ${right}`, empty);
    }
  }
  for (const [name, read] of Object.entries(misread)) {
    yield wrong('a misspelt key is served', name, {
      kind: 'keys',
      standing: (key, clean) =>
        clean === 'unknown' && key !== undefined && read(key) === 'canvass-key' ? 'valid' : clean,
    });
  }
}

function inPlaceOf(applies: Condition, httpStatus: StandardErrorStatus): Injection {
  return mutateResponse(applies, (draft) => {
    draft.httpStatus = httpStatus;
    Object.assign(at(draft.body, 'response', 'error'), standardErrors[httpStatus], { httpStatusCode: httpStatus });
  });
}
