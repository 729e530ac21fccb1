import { convert, convertText, cutTo, lower, plus, replaced, set } from '../edits.ts';
import { fault, inSection } from '../fault.ts';
import { mutateResources } from '../mutateAnswer.ts';

const create = ['create-template'] as const;

function content(change: (content: string) => string) {
  return mutateResources(create, convertText('content', change));
}

function cleaned(text: string): string {
  return text.replaceAll(/<[^>]*>/g, '').trim();
}

/** Email template; Endpoint 7. */
export const templateFaults = [
  ...inSection('template', [
    fault('template-survey-other', ['TEMPLATE-SURVEY-01'], 'surveyID is not that of the request.', {
      how: mutateResources(create, convert('surveyID', plus(1))),
    }),
    fault('template-global-false', ['TEMPLATE-GLOBAL-01'], 'isGlobal is false whatever was sent.', {
      how: mutateResources(create, set('isGlobal', false)),
    }),
    fault('template-title-lower', ['TEMPLATE-TITLE-01'], 'title comes back in lower case.', {
      how: mutateResources(create, convertText('title', lower)),
    }),
    fault('template-subject-trimmed', ['TEMPLATE-SUBJECT-01'], 'emailSubject is cut to 20 characters.', {
      how: mutateResources(create, convertText('emailSubject', cutTo(20))),
    }),
    fault('template-texts-cleaned', ['TEMPLATE-ODD-01'], 'Titles and subjects lose markup and spaces at their ends.', {
      how: mutateResources(create, (template) => {
        for (const name of ['title', 'emailSubject']) convertText(name, cleaned)(template);
      }),
    }),
    fault('template-content-ascii', ['TEMPLATE-CONTENT-01'], 'Content loses its letters beyond ASCII.', {
      how: content(replaced(/[^\p{ASCII}]/gu, '?')),
    }),
    fault('template-crlf-normalized', ['TEMPLATE-CONTENT-02'], 'CRLF in content becomes LF.', {
      how: content(replaced(/\r\n/g, '\n')),
    }),
    fault('template-crlf-doubled', ['TEMPLATE-CONTENT-02'], 'Each CRLF in content gets a second carriage return.', {
      how: content(replaced(/\r\n/g, '\r\r\n')),
    }),
    fault('template-line-breaks-dropped', ['TEMPLATE-CONTENT-02'], 'Line breaks in content become spaces.', {
      how: content(replaced(/\r\n/g, ' ')),
    }),
    fault('template-break-moved', ['TEMPLATE-CONTENT-02'], 'The first line of content takes a word of the next one.', {
      how: content(replaced(/\r\n(\S+) /, ' $1\r\n')),
    }),
    fault('template-link-doubled', ['TEMPLATE-CONTENT-03'], 'The placeholder <SURVEY_LINK> comes back twice.', {
      how: content((text) => text.replaceAll('<SURVEY_LINK>', '<SURVEY_LINK><SURVEY_LINK>')),
    }),
    fault('template-link-escaped', ['TEMPLATE-CONTENT-03'], 'The placeholder <SURVEY_LINK> comes back escaped.', {
      how: content((text) => text.replaceAll('<SURVEY_LINK>', '&lt;SURVEY_LINK&gt;')),
    }),
    fault('template-link-dropped', ['TEMPLATE-CONTENT-03'], 'SURVEY_LINK is taken for markup and dropped.', {
      how: content((text) => text.replaceAll(/<[^>]*>/g, '')),
    }),
    fault('template-link-expanded', ['TEMPLATE-CONTENT-03'], 'The placeholder <SURVEY_LINK> comes back as a URL.', {
      how: content((text) => text.replaceAll('<SURVEY_LINK>', 'https://surveys.example/t/1')),
    }),
  ]),
  ...inSection('create-template', []),
];
