import { sessionCookie } from '../../../contract/endpoints.ts';
import { isRecord } from '../../../contract/jsonShape.ts';
import {
  type AdministrationAnswer,
  type AdministrationCall,
  administrationEndpoints,
  error,
  success,
} from '../../../service/administration/call.ts';
import { defaultKeys, type KeyStanding } from '../../../service/apiKeys.ts';
import { afterRegeneration, answerCalls, bodyOf, inEachService, insteadOfError } from '../answerCalls.ts';
import { at, set } from '../edits.ts';
import { fault, inPlace, inSection } from '../fault.ts';
import type { Injection } from '../injection.ts';
import { both, type Condition, from, mutateCookie, replaceBody, statusAlone } from '../mutateResponse.ts';
import { isStandardError } from '../responseDraft.ts';

/** What a key is taken for, where it is worth `of` in truth. */
function takeKeys(of: KeyStanding, as: KeyStanding): Injection {
  return { kind: 'keys', standing: (_key, clean) => (clean === of ? as : clean) };
}

/** What a key that is no good is taken for, where it `looks` like that; undefined is none at all. */
function takeBadKeys(as: KeyStanding, looks: (key: string | undefined) => boolean): Injection {
  return { kind: 'keys', standing: (key, clean) => (clean === 'unknown' && looks(key) ? as : clean) };
}

const isAKey = (key: string | undefined): boolean => key !== undefined;

function emptyList({ url }: AdministrationCall): AdministrationAnswer {
  const links = { self: url, first: url, last: url, prev: null, next: null };
  return success(200, [], { perPage: 100, totalItems: 0, currentPage: 1, totalPages: 0, links });
}

const isKeylessTakeOfClosed: Condition = (draft, { url }) =>
  draft.httpStatus === 401 && isStandardError(draft) && url.includes('/surveys/1004/');
const isKeyless = ({ key }: AdministrationCall): boolean => key === undefined;
const hasKey = ({ key }: AdministrationCall): boolean => key !== undefined;

/** Keys that are no good: the error that the document gives them, another one, and whose calls they are. */
const badKeys = [
  { kind: 'missing', what: 'A call without a key', httpStatus: 401, other: 400, applies: isKeyless },
  { kind: 'wrong', what: 'A call with a wrong key', httpStatus: 401, other: 400, applies: hasKey },
  { kind: 'forbidden', what: 'A call with a key without permission', httpStatus: 403, other: 404, applies: hasKey },
] as const;

/** Each bad key at each of endpoints 4 to 12; the document does not say who may not regenerate a key. */
const otherErrors = administrationEndpoints.flatMap((endpoint) =>
  badKeys
    .filter(({ kind }) => endpoint !== 'regenerate-key' || kind !== 'forbidden')
    .map(({ kind, what, httpStatus, other, applies }) =>
      fault(
        `${endpoint}-${kind}-key-other-error`,
        `AUTH-${kind}-${endpoint}-01`.toUpperCase(),
        `${what} to ${endpoint} gives ${other}.`,
        { how: insteadOfError(httpStatus, [endpoint], () => error(other), applies) },
      ),
    ),
);

/** Authentication. */
export const authenticationFaults = inSection('authentication', [
  ...otherErrors,
  ...badKeys.map(
    ({ kind, httpStatus }) =>
      [
        `previous-page-${kind}-key-conflict`,
        `AUTH-${kind.toUpperCase()}-PREVIOUS-01 ERROR-HTTP-STATUS-02`,
        `answers, on back, with HTTP ${httpStatus}`,
        set('httpStatus', 409),
      ] as const,
  ),
  fault('cookie-renamed', 'TAKE-COOKIE-01', 'The session cookie is called SESSIONID.', {
    how: mutateCookie((cookie) => cookie.replace(sessionCookie, 'SESSIONID')),
  }),
  fault('key-missing-accepted', 'AUTH-MISSING-TAKE-01', 'A call without a key is served.', {
    how: takeBadKeys('valid', (key) => key === undefined),
  }),
  ['key-wrong-accepted', 'AUTH-WRONG-TAKE-01', 'A wrong key is taken for a valid one.', takeBadKeys('valid', isAKey)],
  ['key-wrong-as-forbidden', 'AUTH-WRONG-TAKE-01', 'A wrong key gives 403.', takeBadKeys('forbidden', isAKey)],
  ['key-null-accepted', 'AUTH-WRONG-TAKE-01', 'The word null is a key.', takeBadKeys('valid', (key) => key === 'null')],
  fault('key-last-sign-ignored', 'AUTH-WRONG-TAKE-01', 'The last sign of a key is not looked at.', {
    how: takeBadKeys('valid', (key) =>
      defaultKeys.valid.some((each) => key?.length === each.length && key.slice(0, -1) === each.slice(0, -1)),
    ),
  }),
  fault(
    'key-capitals-accepted',
    'AUTH-LETTERS-01 AUTH-LETTERS-02',
    'Whatever is written in capitals is taken for a key.',
    {
      how: takeBadKeys('valid', (key) => /^[A-Z-]{4,}$/.test(key ?? '')),
    },
  ),
  fault('survey-closed-keyless', 'AUTH-NO-PAGE-01', 'A closed survey says so without a key.', {
    how: replaceBody(both(from('take'), isKeylessTakeOfClosed), 200, statusAlone('survey_closed')),
  }),
  fault(
    'filter-second-page-without-key',
    'AUTH-MISSING-FILTER-RESPONSES-01',
    'The second page of the filter needs no key.',
    {
      how: answerCalls(['filter-responses'], (call, clean) =>
        isKeyless(call) && call.query.get('page') === '2' ? emptyList(call) : clean(call),
      ),
    },
  ),
  fault('datapad-wrong-key-stored', 'AUTH-WRONG-UPDATE-DATAPAD-01', 'A refused datapad update is stored.', {
    how: inEachService(() => {
      let stored: unknown;
      return answerCalls(['update-datapad'], (call, clean) => {
        const answer = clean(call);
        const body = bodyOf(answer);
        const text = isRecord(call.body) ? call.body.analysisHtmlText : undefined;
        if (answer.kind === 'error' && answer.httpStatus === 401 && hasKey(call)) stored = text ?? stored;
        if (body === undefined || answer.kind !== 'success' || text !== undefined || stored === undefined)
          return answer;
        at(body, 'response').analysisHtmlText = stored;
        return { ...answer, body };
      });
    }),
    variants: { datapadHtml: 'optional' },
  }),
  fault('key-forbidden-accepted', 'AUTH-FORBIDDEN-LIST-DEPARTMENTS-01', 'A key without permission is served.', {
    how: takeKeys('forbidden', 'valid'),
  }),
  fault('key-forbidden-as-wrong', 'AUTH-FORBIDDEN-LIST-DEPARTMENTS-01', 'A key without permission gives 401.', {
    how: takeKeys('forbidden', 'unknown'),
  }),
  ['key-valid-never', 'AUTH-HEADER-01', 'No key is accepted.', takeKeys('valid', 'unknown')],
  ['key-valid-refused', 'AUTH-HEADER-01', 'A valid key is refused.', takeKeys('valid', 'unknown'), { everyNth: 20 }],
  fault('key-new-dead', 'KEY-REGENERATE-04', 'The key that regeneration returns does not work.', {
    how: afterRegeneration((call, clean, keys) => (keys.has(call.key ?? '') ? error(401) : clean(call))),
  }),
  ['unauthorized-ok', 'AUTH-WRONG-TAKE-01', 'answers, standard error, with HTTP 401', set('httpStatus', 200)],
  ['unauthorized-as-400', 'AUTH-WRONG-TAKE-01', 'answers, standard error, with HTTP 401', set('httpStatus', 400)],
  ...inPlace('answers, standard error, with HTTP 403', [
    ['forbidden-ok', 'AUTH-FORBIDDEN-TAKE-01 ERROR-HTTP-STATUS-02', set('httpStatus', 200)],
  ]),
  fault('filter-without-key', 'AUTH-MISSING-FILTER-RESPONSES-01', 'The filter without a key gives an empty list.', {
    how: answerCalls(['filter-responses'], (call, clean) => (isKeyless(call) ? emptyList(call) : clean(call))),
  }),
  fault('datapad-missing-key-forbidden', 'AUTH-MISSING-UPDATE-DATAPAD-01', 'A keyless datapad update gives 403.', {
    how: answerCalls(['update-datapad'], (call, clean) => (isKeyless(call) ? error(403) : clean(call))),
  }),
  fault('departments-forbidden-empty', 'AUTH-FORBIDDEN-LIST-DEPARTMENTS-01', 'A forbidden key sees no departments.', {
    how: insteadOfError(403, ['list-departments'], emptyList),
  }),
]);
