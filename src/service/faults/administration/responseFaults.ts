import type { Answering } from '../../administration/area.ts';
import { type AdministrationEndpoint, error, success } from '../../administration/call.ts';
import { type Fault, fault } from '../fault.ts';
import { at, each, isMembers, type Members } from '../replyDraft.ts';
import { around, replaced, resourcesOf, spoilAnswer, spoilResources, without } from './answerFaults.ts';

const create: readonly AdministrationEndpoint[] = ['create-response'];
const list: readonly AdministrationEndpoint[] = ['list-responses'];
const fetch: readonly AdministrationEndpoint[] = ['fetch-response'];
const all: readonly AdministrationEndpoint[] = [
  'create-response',
  'list-responses',
  'filter-responses',
  'fetch-response',
];

/** What was sent is not stored: every later look at the record shows another value. */
function echo(id: string, description: string, member: string, value: (before: unknown) => unknown): Fault {
  return replaced({ id, section: 'create-response', description }, all, member, value);
}

function within(id: string, description: string, change: (record: Members) => void): Fault {
  return spoilResources({ id, section: 'create-response', description }, all, change);
}

function values(record: Members): Members[] {
  return each(record, 'responseSet').flatMap((question) => each(question, 'answerValues'));
}

/** Answers 200 where a resource does not exist. */
function foundAnyway(id: string, description: string, endpoint: AdministrationEndpoint, response: unknown): Fault {
  return around({ id, section: 'errors', description }, [endpoint], (call, clean) => {
    const answer = clean(call);
    return answer.kind === 'error' && answer.httpStatus === 404 ? success(200, response) : answer;
  });
}

/** Broken promises about creating and reading response records (document, Endpoints 9 to 12). */
export const responseFaults: readonly Fault[] = [
  around(
    { id: 'create-needs-ip', section: 'create-response', description: 'A record without ipAddress is refused.' },
    create,
    (call, clean) =>
      isMembers(call.body) && !('ipAddress' in call.body) && call.key ? refusedOr(clean(call)) : clean(call),
  ),
  around(
    {
      id: 'create-full-refused',
      section: 'create-response',
      description: 'A record with customVariables is refused.',
    },
    create,
    (call, clean) => (isMembers(call.body) && 'customVariables' in call.body ? refusedOr(clean(call)) : clean(call)),
  ),
  around(
    {
      id: 'create-without-set',
      section: 'create-response',
      description: 'A record is created without responseSet.',
    },
    create,
    (call, clean) => {
      const given = isMembers(call.body) && !('responseSet' in call.body);
      return given ? clean({ ...call, body: { ...Object(call.body), responseSet: [] } }) : clean(call);
    },
  ),
  around(
    {
      id: 'create-set-no-array',
      section: 'create-response',
      description: 'A responseSet that is no array counts as an empty one.',
    },
    create,
    (call, clean) => {
      const odd = isMembers(call.body) && 'responseSet' in call.body && !Array.isArray(call.body.responseSet);
      return odd ? clean({ ...call, body: { ...Object(call.body), responseSet: [] } }) : clean(call);
    },
  ),
  without(
    {
      id: 'create-id-missing',
      section: 'create-response',
      description: 'The stored record comes back without responseID.',
    },
    create,
    'responseID',
  ),
  without(
    {
      id: 'create-name-missing',
      section: 'create-response',
      description: 'The stored record comes back without surveyName.',
    },
    create,
    'surveyName',
  ),
  without(
    {
      id: 'create-quality-missing',
      section: 'create-response',
      description: 'The stored record comes back without dataQuality.',
    },
    create,
    'dataQuality',
  ),
  spoilAnswer(
    { id: 'create-only-id', section: 'create-response', description: 'Creation returns the id of the record alone.' },
    create,
    (body) => {
      body.response = { responseID: isMembers(body.response) ? body.response.responseID : 0 };
      return true;
    },
  ),
  echo('create-drops-ip', 'ipAddress is not stored.', 'ipAddress', () => '0.0.0.0'),
  echo('create-drops-external', 'externalReference is not stored.', 'externalReference', () => ''),
  echo('create-drops-language', 'language is not stored.', 'language', () => 'English'),
  echo('create-drops-inset', 'currentInset is not stored.', 'currentInset', () => ''),
  echo('create-drops-system', 'operatingSystem is not stored.', 'operatingSystem', () => ''),
  echo('create-drops-device', 'osDeviceType is not stored.', 'osDeviceType', () => ''),
  echo('create-drops-browser', 'browser is not stored.', 'browser', () => ''),
  echo('create-drops-time-taken', 'timeTaken is not stored.', 'timeTaken', () => 0),
  echo('create-drops-duplicate', 'duplicate is not stored.', 'duplicate', () => false),
  within('create-drops-custom', 'custom2 is not stored.', (record) => {
    at(record, 'customVariables').custom2 = null;
  }),
  within('create-swaps-coordinates', 'latitude and longitude are stored the other way round.', (record) => {
    const location = at(record, 'location');
    [location.latitude, location.longitude] = [location.longitude, location.latitude];
  }),
  within('create-cuts-text', 'Texts of answers are stored up to 10 characters.', (record) => {
    for (const answer of values(record)) at(answer, 'value').text = String(at(answer, 'value').text).slice(0, 10);
  }),
  within('create-ascii-text', 'Texts of answers lose what is not ASCII.', (record) => {
    for (const answer of values(record)) {
      const value = at(answer, 'value');
      value.text = String(value.text).replace(/[^ -~]/g, '?');
    }
  }),
  within('create-drops-question', 'The last answered question is not stored.', (record) => {
    if (Array.isArray(record.responseSet)) record.responseSet.pop();
  }),
  within('create-drops-code', 'questionCode is not stored.', (record) => {
    for (const question of each(record, 'responseSet')) question.questionCode = '';
  }),
  within('create-drops-weight', 'weight is not stored.', (record) => {
    for (const answer of values(record)) at(answer, 'value').weight = 0;
  }),
  within('create-drops-answer-text', 'answerText is not stored.', (record) => {
    for (const answer of values(record)) answer.answerText = '';
  }),
  fault(
    {
      id: 'create-ids-reused',
      section: 'sanity',
      description: 'One record in ten is said to have the id of the record that was created before it.',
      everyNth: 10,
    },
    { kind: 'administration', around: idsReused },
  ),
  fault(
    {
      id: 'list-stale',
      section: 'list-responses',
      description: 'The list does not show a new record the first time that it is read.',
    },
    { kind: 'administration', around: staleList },
  ),
  spoilAnswer(
    {
      id: 'list-newest-altered',
      section: 'list-responses',
      description: 'The list shows records without their answers.',
    },
    list,
    (body) => {
      const records = resourcesOf(body).filter((record) => each(record, 'responseSet').length > 0);
      for (const record of records) record.responseSet = [];
      return records.length > 0;
    },
  ),
  spoilAnswer(
    { id: 'list-wrapped', section: 'list-responses', description: 'The list is an object that holds the array.' },
    list,
    (body) => {
      body.response = { responses: body.response };
      return true;
    },
  ),
  around(
    {
      id: 'fetch-lost',
      section: 'fetch-response',
      description: 'One fetch in five of a record that exists gives 404.',
      everyNth: 5,
    },
    fetch,
    (call, clean, occurs) => {
      const answer = clean(call);
      return answer.kind === 'success' && occurs() ? error(404) : answer;
    },
  ),
  around(
    {
      id: 'fetch-neighbour',
      section: 'fetch-response',
      description: 'A fetch gives the record before, where there is one.',
    },
    fetch,
    (call, clean) => {
      const answer = clean(call);
      if (answer.kind !== 'success') return answer;
      const response_id = String(Number(call.parameters.response_id) - 1);
      const before = clean({ ...call, parameters: { ...call.parameters, response_id } });
      return before.kind === 'success' ? before : answer;
    },
  ),
  foundAnyway('unknown-response-null', 'An unknown response gives null.', 'fetch-response', null),
  foundAnyway('unknown-survey-list-empty', 'Responses of an unknown survey are an empty object.', 'list-responses', {}),
  around(
    { id: 'unknown-response-bad-request', section: 'errors', description: 'An unknown response gives 400.' },
    fetch,
    (call, clean) => {
      const answer = clean(call);
      return answer.kind === 'error' && answer.httpStatus === 404 ? error(400) : answer;
    },
  ),
  around(
    { id: 'unknown-datapad-made', section: 'errors', description: 'An update of an unknown datapad makes one.' },
    ['update-datapad'],
    (call, clean) => {
      const answer = clean(call);
      if (answer.kind !== 'error' || answer.httpStatus !== 404) return answer;
      const url = 'https://reports.surveys.example/new';
      return success(200, {
        datapadID: Number(call.parameters.datapad_id),
        surveyID: Number(call.parameters.survey_id),
        title: '',
        description: '',
        analysisHtmlText: '',
        urls: { report: url, csv: url, excel: url },
      });
    },
  ),
  around(
    {
      id: 'unknown-organization-created',
      section: 'errors',
      description: 'Departments of an unknown organization are those of organization 1.',
    },
    ['create-department', 'list-departments'],
    (call, clean) => {
      const unknown = /^\d+$/.test(call.parameters.organization_id ?? '');
      return clean(unknown ? { ...call, parameters: { organization_id: '1' } } : call);
    },
  ),
  around(
    { id: 'unknown-template-survey', section: 'errors', description: 'A template is made for an unknown survey.' },
    ['create-template'],
    (call, clean) => {
      const answer = clean(call);
      const unknown = answer.kind === 'error' && answer.httpStatus === 404;
      return unknown ? clean({ ...call, parameters: { survey_id: '1001' } }) : answer;
    },
  ),
];

function refusedOr(answer: ReturnType<typeof success>): ReturnType<typeof success> {
  return answer.kind === 'success' ? error(400) : answer;
}

/** Every now and then a new record is said to have the id of the one before. */
function idsReused(clean: Answering, occurs: () => boolean): Answering {
  let earlier: unknown;
  return (call) => {
    const answer = clean(call);
    if (call.endpoint !== 'create-response' || answer.kind !== 'success' || !isMembers(answer.body.response)) {
      return answer;
    }
    const before = earlier;
    earlier = answer.body.response.responseID;
    if (before === undefined || !occurs()) return answer;
    return { ...answer, body: { ...answer.body, response: { ...answer.body.response, responseID: before } } };
  };
}

/** Hides what was created since the last reading of the list. */
function staleList(clean: Answering): Answering {
  const fresh = new Set<unknown>();
  return (call) => {
    const answer = clean(call);
    if (answer.kind !== 'success') return answer;
    const { response } = answer.body;
    if (call.endpoint === 'create-response' && isMembers(response)) fresh.add(response.responseID);
    if (call.endpoint !== 'list-responses' || !Array.isArray(response)) return answer;
    const shown = response.filter((record) => !isMembers(record) || !fresh.has(record.responseID));
    fresh.clear();
    return { ...answer, body: { ...answer.body, response: shown } };
  };
}
