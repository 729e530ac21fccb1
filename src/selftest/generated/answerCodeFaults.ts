import { endpointIds } from '../../contract/endpoints.ts';
import { type StandardErrorStatus, standardErrors } from '../../contract/serviceErrors.ts';
import { administrationEndpoints, success } from '../../service/administration/call.ts';
import { insteadOfError } from '../faults/answerCalls.ts';
import { at, type Edit, replaced, said, set } from '../faults/edits.ts';
import { on } from '../faults/faultPlaces.ts';
import { changed, type GeneratedFault, wrong } from './generatedFault.ts';

const errorStatuses = [400, 401, 403, 404, 500] as const satisfies readonly StandardErrorStatus[];

/** What a key that was sent is read as, where a part of it counts. */
const misread: Readonly<Record<string, (key: string) => string>> = {
  'with more behind it': (key) => key.slice(0, 'canvass-key'.length),
  'with more before it': (key) => key.slice(-'canvass-key'.length),
  'in other letters': (key) => key.toLowerCase(),
  'cut by one': replaced(/$/, 'y'),
};

/** Each endpoint with every wrong code: for keys that are no good, and for success. */
export function* answerCodeFaults(): Generator<GeneratedFault> {
  for (const endpoint of endpointIds) {
    const succeeded = `answers, ${on(endpoint)}, successful` as const;
    for (const httpStatus of [204, 302, 404, 500])
      yield changed('success has another HTTP status', succeeded, set('httpStatus', httpStatus));
    for (const contentType of ['text/html; charset=utf-8', 'text/plain'])
      yield changed('JSON is called something else', succeeded, set('contentType', contentType));
    if (endpoint === 'submit-page') continue;
    for (const right of [401, 403] as const) {
      // Who may not regenerate a key is not said.
      if (right === 403 && endpoint === 'regenerate-key') continue;
      const failed = `${on(endpoint)}, with HTTP ${right}` as const;
      for (const other of errorStatuses)
        if (other !== right) yield changed('a bad key gets another error', `answers, ${failed}`, becomesError(other));
      for (const member of ['id', 'name', 'message'] as const) {
        const edit = set(member, standardErrors[404][member]);
        yield changed('the error of a bad key has another text', `standard errors, ${failed}`, edit);
      }
    }
  }
  for (const endpoint of administrationEndpoints) {
    for (const right of [401, 403] as const) {
      if (endpoint === 'regenerate-key') continue;
      const served = insteadOfError(right, [endpoint], (call, clean) => clean({ ...call, key: 'canvass-second-key' }));
      const empty = insteadOfError(right, [endpoint], () => success(200, endpoint.startsWith('list') ? [] : {}));
      yield wrong('a bad key is served', `${endpoint}: in place of ${right}`, served);
      yield wrong('a bad key gets an empty success', `${endpoint}: in place of ${right}`, empty);
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

function becomesError(httpStatus: StandardErrorStatus): Edit {
  return said((draft) => {
    draft.httpStatus = httpStatus;
    Object.assign(at(draft, 'body', 'response', 'error'), standardErrors[httpStatus], { httpStatusCode: httpStatus });
  }, `it is ${httpStatus}`);
}
