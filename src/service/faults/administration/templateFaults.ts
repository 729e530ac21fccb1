import type { AdministrationEndpoint } from '../../administration/call.ts';
import type { Fault } from '../fault.ts';
import { isMembers } from '../replyDraft.ts';
import { replaced, spoilAnswer, spoilResources, without } from './answerFaults.ts';

const create: readonly AdministrationEndpoint[] = ['create-template'];
const update: readonly AdministrationEndpoint[] = ['update-datapad'];

function templateMember(id: string, description: string, member: string, value: (before: unknown) => unknown): Fault {
  return replaced({ id, section: 'template', description }, create, member, value);
}

function datapadMember(id: string, description: string, member: string, value: (before: unknown) => unknown): Fault {
  return replaced({ id, section: 'datapad', description }, update, member, value);
}

function urls(id: string, description: string, change: (urls: Record<string, unknown>) => void): Fault {
  return spoilResources({ id, section: 'datapad', description }, update, (datapad) => {
    if (isMembers(datapad.urls)) change(datapad.urls);
  });
}

/** Broken promises about email templates (document, Email template; Endpoint 7). */
export const templateFaults: readonly Fault[] = [
  templateMember('template-id-string', 'emailTemplateID is a string.', 'emailTemplateID', String),
  templateMember('template-user-string', 'userID is a string.', 'userID', String),
  templateMember('template-survey-other', 'surveyID is not that of the request.', 'surveyID', (id) => Number(id) + 1),
  templateMember('template-type-string', 'The type of a template is a string.', 'type', () => 'invitation'),
  templateMember('template-global-string', 'isGlobal is a string.', 'isGlobal', String),
  templateMember('template-global-false', 'isGlobal is false whatever was sent.', 'isGlobal', () => false),
  templateMember('template-draft-number', 'The draft member of a template is a number.', 'draft', Number),
  templateMember('template-title-lower', 'title comes back in lower case.', 'title', (title) =>
    String(title).toLowerCase(),
  ),
  templateMember('template-subject-trimmed', 'emailSubject is cut to 20 characters.', 'emailSubject', (subject) =>
    String(subject).slice(0, 20),
  ),
  templateMember('template-crlf-normalized', 'CRLF in content becomes LF.', 'content', (content) =>
    String(content).replaceAll('\r\n', '\n'),
  ),
  templateMember('template-line-breaks-dropped', 'Line breaks in content become spaces.', 'content', (content) =>
    String(content).replaceAll('\r\n', ' '),
  ),
  templateMember('template-link-escaped', 'The placeholder <SURVEY_LINK> comes back escaped.', 'content', (content) =>
    String(content).replaceAll('<SURVEY_LINK>', '&lt;SURVEY_LINK&gt;'),
  ),
  templateMember(
    'template-link-dropped',
    'The placeholder <SURVEY_LINK> is taken for markup and dropped.',
    'content',
    (content) => String(content).replaceAll(/<[^>]*>/g, ''),
  ),
  templateMember('template-link-expanded', 'The placeholder <SURVEY_LINK> comes back as a URL.', 'content', (content) =>
    String(content).replaceAll('<SURVEY_LINK>', 'https://surveys.example/t/1'),
  ),
  without(
    { id: 'template-draft-missing', section: 'create-template', description: 'A new template has no draft member.' },
    create,
    'draft',
  ),
  without(
    { id: 'template-user-missing', section: 'create-template', description: 'A new template has no userID.' },
    create,
    'userID',
  ),
  without(
    {
      id: 'template-content-missing',
      section: 'create-template',
      description: 'A new template comes without content.',
    },
    create,
    'content',
  ),
  spoilAnswer(
    { id: 'template-ids-reused', section: 'sanity', description: 'Templates share one id.' },
    create,
    ({ response }) => {
      if (isMembers(response)) response.emailTemplateID = 70_001;
      return true;
    },
  ),
];

/** Broken promises about datapads (document, Datapad; Endpoint 8). */
export const datapadFaults: readonly Fault[] = [
  datapadMember('datapad-id-string', 'datapadID is a string.', 'datapadID', String),
  datapadMember('datapad-id-other', 'datapadID is not that of the request.', 'datapadID', (id) => Number(id) + 1),
  datapadMember('datapad-survey-missing', 'A datapad has no surveyID.', 'surveyID', () => undefined),
  datapadMember('datapad-title-null', 'title of a datapad is null.', 'title', () => null),
  datapadMember('datapad-description-missing', 'A datapad has no description.', 'description', () => undefined),
  datapadMember('datapad-html-missing', 'A datapad has no analysisHtmlText.', 'analysisHtmlText', () => undefined),
  urls('datapad-report-missing', 'urls has no report.', (members) => delete members.report),
  urls('datapad-csv-null', 'urls.csv is null.', (members) => {
    members.csv = null;
  }),
  urls('datapad-excel-missing', 'urls has no excel.', (members) => delete members.excel),
  urls('datapad-excel-no-url', 'urls.excel is no URL.', (members) => {
    members.excel = 'not available';
  }),
  spoilResources(
    {
      id: 'datapad-title-overwritten',
      section: 'update-datapad',
      description: 'An update of the HTML text changes the title too.',
    },
    update,
    (datapad) => {
      datapad.title = String(datapad.analysisHtmlText);
    },
  ),
];
