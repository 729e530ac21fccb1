import { describe, expect, test } from 'vitest';
import { judgeAdministration } from '../../../src/judging/allRules.ts';
import { judgeTemplateIds } from '../../../src/judging/rules/templates.ts';
import { absent, answerOf, changed, failing } from '../../support/judging.ts';

const sent = { isGlobal: true, title: 'T', emailSubject: 'S', content: 'Dear\r\n<SURVEY_LINK>\r\n.' };
const template = { emailTemplateID: 5, userID: 6, surveyID: 1001, type: 2, draft: false, ...sent };
const path = '/surveys/1001/templates';

function returned(response: unknown, gave: unknown = sent) {
  return answerOf('create-template', path, { response, requestID: 'r' }, 200, gave);
}

test.each([
  ['emailTemplateID', '5', 'TEMPLATE-ID-01'],
  ['surveyID', 1, 'TEMPLATE-SURVEY-01'],
  ['draft', absent, 'TEMPLATE-CREATE-01'],
  ['isGlobal', 'true', 'TEMPLATE-GLOBAL-01'],
  ['content', null, 'TEMPLATE-CONTENT-01'],
])('a template with %s %j', (member, wrong, ...clauses) => {
  const answer = returned(changed(template, member, wrong));
  expect(failing((findings) => judgeAdministration(findings, answer))).toEqual(clauses);
});

describe('what was sent', () => {
  const clausesOf = (member: string, came: unknown, gave = sent) =>
    failing((findings) => judgeAdministration(findings, returned(changed(template, member, came), gave)));
  test.each([
    ['title', 'T'],
    ['isGlobal', false, 'TEMPLATE-GLOBAL-01'],
    ['title', 'S', 'TEMPLATE-TITLE-01'],
    ['emailSubject', 's', 'TEMPLATE-SUBJECT-01'],
    ['content', 'Dear\n<SURVEY_LINK>\n.', 'TEMPLATE-CONTENT-02'],
    ['content', 'Dear\r\n\r\n.', 'TEMPLATE-CONTENT-03'],
    ['content', 'Dear\r\n<SURVEY_LINK><SURVEY_LINK>\r\n.', 'TEMPLATE-CONTENT-03'],
    ['content', 'Deer\r\n<SURVEY_LINK>\r\n.', 'TEMPLATE-CONTENT-01'],
  ])('%s %j', (member, came, ...clauses) => expect(clausesOf(member, came)).toEqual(clauses));
  test('line breaks stay where they were', () => {
    const gave = { ...sent, content: 'one two\r\nthree <SURVEY_LINK> four five' };
    expect(clausesOf('content', 'one\r\ntwo three <SURVEY_LINK> four five', gave)).toEqual(['TEMPLATE-CONTENT-02']);
    expect(clausesOf('content', 'one two\r\nthree four <SURVEY_LINK> five', gave)).toEqual(['TEMPLATE-CONTENT-03']);
  });
  test('padding may be trimmed', () => {
    expect(clausesOf('title', 'T', { ...sent, title: ' T ' })).toEqual(['TEMPLATE-ODD-01']);
  });
  test('ids differ', () => {
    expect(failing((findings) => judgeTemplateIds(findings, ['5', '5']))).toEqual(['TEMPLATE-UNIQUE-01']);
  });
});
