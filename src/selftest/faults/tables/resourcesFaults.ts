import {
  inEachService,
  insteadOfSuccess,
  keepOf,
  mutateGranted,
  mutateResources,
  pageByLinkOnly,
} from '../answerCalls.ts';
import { at, convert, cutTo, drop, type Edit, lower, plus, replaced, rewrite, said, set, trim } from '../edits.ts';
import { fault, inPlace, inSection } from '../fault.ts';

const list = ['list-departments'] as const;
const asked = 'query of list-departments';

/** Reads a list with another parameter where the call does not have it, but may have to have another. */
function assume(missing: string, value: string, beside = missing): Edit {
  return said(
    (query) => {
      if (!(missing in query) && (beside === missing || beside in query)) query[missing] = value;
    },
    `${missing} is ${value} where ${beside === missing ? 'it is missing' : `${beside} stands alone`}`,
  );
}

const escaped = said(
  (text: string) => text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`),
  'is escaped as HTML',
);

const digitsRead = said((name: unknown) => (/^\d+$/.test(String(name)) ? Number(name) : name), 'is a number if digits');

/** Department; Endpoints 4 and 5; Limits. */
export const departmentFaults = [
  ...inSection('department', [
    ['department-organization-other', 'DEPARTMENT-ORGANIZATION-02', 'departments', convert('organizationID', plus(1))],
    [
      'department-list-organization-other',
      'DEPARTMENT-ORGANIZATION-03 DEPARTMENT-LIST-02',
      'list-departments',
      convert('organizationID', plus(1)),
    ],
    ...inPlace('create-department', [
      ['department-ids-reused', 'DEPARTMENT-UNIQUE-01', convert('departmentID', plus(-1)), { everyNth: 2 }],
    ]),
  ]),
  ...inSection('create-department', [
    ['department-name-cut', 'DEPARTMENT-CREATE-NAME-01', 'departments', rewrite('name', cutTo(12))],
    ['department-name-number', 'DEPARTMENT-NAME-01', 'departments', convert('name', digitsRead)],
    ['department-name-trimmed', 'DEPARTMENT-CREATE-NAME-02', 'departments', rewrite('name', trim)],
    ['department-primary-dropped', 'DEPARTMENT-CREATE-PRIMARY-01', 'departments', set('primaryAccountID', 0)],
  ]),
  ...inSection('list-departments', [
    fault('department-not-listed', 'DEPARTMENT-LIST-02', 'Every third department is missing from the list.', {
      how: keepOf(list, ({ departmentID }) => Number(departmentID) % 3 !== 0),
    }),
    ['departments-page-ignored', 'PAGING-LAW-03', asked, set('page', '1')],
    ['departments-page-by-link-only', 'DEPARTMENT-PAGE-01', 'Only links lead to later pages.', pageByLinkOnly(list)],
    ['departments-per-page-ignored', 'DEPARTMENT-PER-PAGE-01', asked, set('perPage', '100')],
    fault('departments-need-page', 'DEPARTMENT-PAGE-DEFAULT-01', 'The department list takes perPage with page only.', {
      how: insteadOfSuccess(list, 400, ({ query }) => query.has('perPage') && !query.has('page')),
    }),
    ['departments-without-pagination', 'DEPARTMENT-LIST-01', 'answer of list-departments', drop('pagination')],
    ['department-list-name-html', 'DEPARTMENT-LIST-02', 'list-departments', rewrite('name', escaped)],
    ['department-primary-lost-in-list', 'DEPARTMENT-LIST-02', 'list-departments', set('primaryAccountID', 0)],
  ]),
  ...inSection('limits', [
    ['departments-default-per-page', 'DEPARTMENT-PER-PAGE-DEFAULT-01', asked, assume('perPage', '50')],
    ['departments-few-by-page', 'DEPARTMENT-PER-PAGE-DEFAULT-01', asked, assume('perPage', '10', 'page')],
    ['departments-second-by-size', 'DEPARTMENT-PAGE-DEFAULT-01', asked, assume('page', '2', 'perPage')],
    ['departments-default-page', 'DEPARTMENT-PAGE-DEFAULT-01', asked, assume('page', '2')],
  ]),
];

const link = '<SURVEY_LINK>';
const cleaned = (text: string): string => text.replaceAll(/<[^>]*>/g, '').trim();
const breakMoved = replaced(/\r\n(\S+) /, ' $1\r\n');
const clean = said((template: Record<string, unknown>) => {
  for (const name of ['title', 'emailSubject']) rewrite(name, cleaned)(template);
}, 'title and emailSubject lack markup and blanks at their ends');

/** Email template; Endpoint 7. */
export const templateFaults = inSection('template', [
  ['template-survey-other', 'TEMPLATE-SURVEY-01', 'create-template', convert('surveyID', plus(1))],
  ['template-global-false', 'TEMPLATE-GLOBAL-01', 'create-template', set('isGlobal', false)],
  ['template-title-lower', 'TEMPLATE-TITLE-01', 'create-template', rewrite('title', lower)],
  ['template-subject-trimmed', 'TEMPLATE-SUBJECT-01', 'create-template', rewrite('emailSubject', cutTo(20))],
  ['template-texts-cleaned', 'TEMPLATE-ODD-01', 'create-template', clean],
  ...(
    [
      ['template-content-ascii', 'TEMPLATE-CONTENT-01', replaced(/[^\p{ASCII}]/gu, '?')],
      ['template-crlf-normalized', 'TEMPLATE-CONTENT-02', replaced(/\r\n/g, '\n')],
      ['template-crlf-doubled', 'TEMPLATE-CONTENT-02', replaced(/\r\n/g, '\r\r\n')],
      ['template-line-breaks-dropped', 'TEMPLATE-CONTENT-02', replaced(/\r\n/g, ' ')],
      ['template-break-moved', 'TEMPLATE-CONTENT-02', breakMoved],
      ['template-link-doubled', 'TEMPLATE-CONTENT-03', replaced(/<SURVEY_LINK>/g, `${link}${link}`)],
      ['template-second-link-dropped', 'TEMPLATE-CONTENT-03', replaced(/(<SURVEY_LINK>.*)<SURVEY_LINK>/s, '$1')],
      ['template-link-escaped', 'TEMPLATE-CONTENT-03', replaced(/<SURVEY_LINK>/g, '&lt;SURVEY_LINK&gt;')],
      ['template-link-dropped', 'TEMPLATE-CONTENT-03', replaced(/<[^>]*>/g, '')],
      ['template-link-expanded', 'TEMPLATE-CONTENT-03', replaced(/<SURVEY_LINK>/g, 'https://surveys.example/t/1')],
    ] as const
  ).map(([id, clause, change]) => [id, clause, 'create-template', rewrite('content', change)] as const),
]);

const update = ['update-datapad'] as const;
const initialHtml = '<p>No analysis has been written yet.</p>';

/** Datapad; Endpoint 8. */
export const datapadFaults = [
  ...inSection('datapad', [
    ['datapad-id-other', 'DATAPAD-ID-01', 'update-datapad', convert('datapadID', plus(1))],
    ['datapad-survey-other', 'DATAPAD-SURVEY-01', 'update-datapad', convert('surveyID', plus(1))],
    ['datapad-html-ignored', 'DATAPAD-HTML-02', 'update-datapad', set('analysisHtmlText', '<p>as before</p>')],
    ['datapad-report-null-word', 'DATAPAD-URL-REPORT-01', 'update-datapad', set('urls.report', 'null')],
    ['datapad-excel-no-url', 'DATAPAD-URL-EXCEL-01', 'update-datapad', set('urls.excel', 'not available')],
  ]),
  ...inSection('datapad', [
    [
      'datapad-letters-spoilt',
      'DATAPAD-HTML-04 DATAPAD-HTML-02',
      'update-datapad',
      rewrite('analysisHtmlText', replaced(/[^\p{ASCII}]/gu, '?')),
    ],
  ]),
  ...inSection('update-datapad', [
    fault('datapad-text-first', 'DATAPAD-HTML-03 DATAPAD-HTML-02', 'Each update returns the text of the first one.', {
      how: inEachService(() => {
        const stored = new Map<string, unknown>();
        return mutateGranted(update, (body, { url }) => {
          const datapad = at(body, 'response');
          const first = stored.get(url) ?? datapad.analysisHtmlText;
          stored.set(url, first);
          datapad.analysisHtmlText = first;
        });
      }),
    }),
    fault('datapad-title-overwritten', 'DATAPAD-UPDATE-02', 'An update of the HTML text changes the title too.', {
      how: mutateResources(update, (datapad) => set('title', String(datapad.analysisHtmlText))(datapad)),
    }),
    fault('datapad-empty-undescribed', 'DATAPAD-UPDATE-01', 'An update with an empty text returns no description.', {
      how: mutateResources(update, (datapad) => datapad.analysisHtmlText === '' && drop('description')(datapad)),
    }),
    fault('datapad-text-before', 'DATAPAD-HTML-03 DATAPAD-HTML-02', 'An update returns the text before it.', {
      how: inEachService(() => {
        const stored = new Map<string, unknown>();
        return mutateGranted(update, (body, { url }) => {
          const datapad = at(body, 'response');
          const before = stored.get(url) ?? initialHtml;
          stored.set(url, datapad.analysisHtmlText);
          datapad.analysisHtmlText = before;
        });
      }),
    }),
  ]),
];
