import type { AdministrationEndpoint } from '../../administration/call.ts';
import type { Fault } from '../fault.ts';
import { at, isMembers, type Members } from '../replyDraft.ts';
import { around, spoilAnswer, withQuery } from './answerFaults.ts';

const filter: readonly AdministrationEndpoint[] = ['filter-responses'];

/** A condition that is looked for elsewhere, and so is found nowhere. */
function misread(id: string, description: string, field: string, sought: (value: string) => string): Fault {
  return around({ id, section: 'filter-responses', description }, filter, (call, clean) => {
    const value = call.query.get(field);
    return clean(value === null ? call : withQuery(call, { [field]: sought(value) }));
  });
}

/** A condition that is not looked at, so that everything matches it. */
function ignored(field: string): Fault {
  const text = {
    id: `filter-${field.toLowerCase()}-ignored`,
    section: 'filter-responses',
    description: `The filter ignores ${field}.`,
  } as const;
  return around(text, filter, (call, clean) => clean(withQuery(call, { [field]: null })));
}

function links(id: string, description: string, change: (query: URLSearchParams) => void): Fault {
  return spoilAnswer({ id, section: 'filter-responses', description }, filter, ({ pagination }) => {
    if (!isMembers(pagination)) return false;
    const members: Members = at(pagination, 'links');
    for (const [name, link] of Object.entries(members)) {
      if (typeof link !== 'string') continue;
      const [path, text] = link.split('?');
      const query = new URLSearchParams(text);
      change(query);
      members[name] = `${path}?${query}`;
    }
    return true;
  });
}

const nowhere = (value: string): string => `${value} nowhere`;

/** Broken promises about the filter (document, Endpoint 11; Limits). */
export const filterFaults: readonly Fault[] = [
  ignored('custom1'),
  ignored('custom3'),
  ignored('extRef'),
  misread('filter-custom2-empty', 'A record is not found by its custom2.', 'custom2', nowhere),
  misread('filter-custom4-empty', 'A record is not found by its custom4.', 'custom4', nowhere),
  misread('filter-custom5-empty', 'A record is not found by its custom5.', 'custom5', nowhere),
  misread('filter-extref-empty', 'A record is not found by its externalReference.', 'extRef', nowhere),
  misread(
    'filter-not-decoded',
    'Values of custom1 are compared as they stand in the URL.',
    'custom1',
    encodeURIComponent,
  ),
  misread('filter-cut', 'Values of extRef are compared up to the first ampersand only.', 'extRef', (value) =>
    value.includes('&') ? `${value.slice(0, value.indexOf('&'))}` : value,
  ),
  links('filter-links-drop-filter', 'The links of the filter do not repeat its parameters.', (query) => {
    for (const name of [...query.keys()]) if (name !== 'page' && name !== 'perPage') query.delete(name);
  }),
  links('filter-links-drop-ext-ref', 'The links of the filter do not repeat extRef.', (query) =>
    query.delete('extRef'),
  ),
  links('filter-links-drop-page', 'The links of the filter have no page.', (query) => query.delete('page')),
  links('filter-links-drop-per-page', 'The links of the filter have no perPage.', (query) => query.delete('perPage')),
  links('filter-links-other-value', 'The links of the filter cut the values of its parameters.', (query) => {
    for (const [name, value] of [...query]) if (name.startsWith('custom')) query.set(name, value.slice(0, -1));
  }),
  spoilAnswer(
    { id: 'filter-without-pagination', section: 'filter-responses', description: 'The filter has no pagination.' },
    filter,
    (body) => delete body.pagination,
  ),
  spoilAnswer(
    {
      id: 'filter-bare-ids',
      section: 'filter-responses',
      description: 'The filter gives response ids in place of records.',
    },
    filter,
    (body) => {
      if (!Array.isArray(body.response) || body.response.length === 0) return false;
      body.response = body.response.map((record) => (isMembers(record) ? record.responseID : record));
      return true;
    },
  ),
];
