import { endpointIds } from '../../contract/endpoints.ts';
import { type StandardErrorStatus, standardErrors } from '../../contract/serviceErrors.ts';
import { administrationEndpoints, success } from '../../service/administration/call.ts';
import { at } from '../../service/faults/edits.ts';
import { insteadOfError } from '../../service/faults/mutateAnswer.ts';
import { both, from, mutateResponse, standardError } from '../../service/faults/mutateResponse.ts';
import { isSuccess } from '../../service/faults/responseDraft.ts';
import type { GeneratedFault } from './generatedFault.ts';

const errorStatuses = [400, 401, 403, 404, 500] as const satisfies readonly StandardErrorStatus[];

/** Each endpoint with every wrong code: for keys that are no good, and for success. */
export function* answerCodeFaults(): Generator<GeneratedFault> {
  for (const endpoint of endpointIds) {
    for (const httpStatus of [204, 302, 404, 500]) {
      yield {
        kind: 'success has another HTTP status',
        place: `${endpoint}: ${httpStatus}`,
        how: mutateResponse(both(from(endpoint), isSuccess), (draft) => {
          draft.httpStatus = httpStatus;
        }),
      };
    }
    for (const contentType of ['text/html; charset=utf-8', 'text/plain']) {
      yield {
        kind: 'JSON is called something else',
        place: `${endpoint}: ${contentType}`,
        how: mutateResponse(both(from(endpoint), isSuccess), (draft) => {
          draft.contentType = contentType;
        }),
      };
    }
    if (endpoint === 'submit-page') continue;
    for (const right of [401, 403] as const) {
      // Who may not regenerate a key is not said.
      if (right === 403 && endpoint === 'regenerate-key') continue;
      for (const wrong of errorStatuses) {
        if (wrong === right) continue;
        yield {
          kind: 'a bad key gets another error',
          place: `${endpoint}: ${wrong} for ${right}`,
          how: mutateResponse(both(from(endpoint), standardError(right)), (draft) => {
            draft.httpStatus = wrong;
            Object.assign(at(draft.body, 'response', 'error'), standardErrors[wrong], { httpStatusCode: wrong });
          }),
        };
      }
      for (const member of ['id', 'name', 'message'] as const) {
        yield {
          kind: 'the error of a bad key has another text',
          place: `${endpoint}, ${right}: ${member}`,
          how: mutateResponse(both(from(endpoint), standardError(right)), ({ body }) => {
            at(body, 'response', 'error')[member] = standardErrors[404][member];
          }),
        };
      }
    }
  }
  for (const endpoint of administrationEndpoints) {
    for (const right of [401, 403] as const) {
      if (endpoint === 'regenerate-key') continue;
      yield {
        kind: 'a bad key is served',
        place: `${endpoint}: ${right === 401 ? 'missing or wrong' : 'without permission'}`,
        how: insteadOfError(right, [endpoint], (call, clean) => clean({ ...call, key: 'canvass-second-key' })),
      };
      yield {
        kind: 'a bad key gets an empty success',
        place: `${endpoint}: ${right}`,
        how: insteadOfError(right, [endpoint], () => success(200, endpoint.startsWith('list') ? [] : {})),
      };
    }
  }
  const misread: Readonly<Record<string, (key: string) => string>> = {
    'with more behind it': (key) => key.slice(0, 'canvass-key'.length),
    'with more before it': (key) => key.slice(-'canvass-key'.length),
    'in other letters': (key) => key.toLowerCase(),
    'cut by one': (key) => `${key}y`,
  };
  for (const [name, read] of Object.entries(misread)) {
    yield {
      kind: 'a misspelt key is served',
      place: name,
      how: {
        kind: 'keys',
        standing: (key, clean) =>
          clean === 'unknown' && key !== undefined && read(key) === 'canvass-key' ? 'valid' : clean,
      },
    };
  }
}
