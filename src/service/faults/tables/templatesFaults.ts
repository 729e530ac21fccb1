import { convert, cutTo, lower, plus, replaced, rewrite, said, set } from '../edits.ts';
import { inSection } from '../fault.ts';

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
      ['template-link-escaped', 'TEMPLATE-CONTENT-03', replaced(/<SURVEY_LINK>/g, '&lt;SURVEY_LINK&gt;')],
      ['template-link-dropped', 'TEMPLATE-CONTENT-03', replaced(/<[^>]*>/g, '')],
      ['template-link-expanded', 'TEMPLATE-CONTENT-03', replaced(/<SURVEY_LINK>/g, 'https://surveys.example/t/1')],
    ] as const
  ).map(([id, clause, change]) => [id, clause, 'create-template', rewrite('content', change)] as const),
]);
