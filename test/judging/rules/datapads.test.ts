import { describe, expect, test } from 'vitest';
import { judgeAdministration } from '../../../src/judging/allRules.ts';
import { judgeDatapadLetters, judgeDatapadOrder, judgeDatapadSet } from '../../../src/judging/rules/datapads.ts';
import { tokenOf } from '../../../src/judging/tokens.ts';
import { absent, answerOf, changed, failing } from '../../support/judging.ts';

const urls = { report: '/r', csv: 'https://files.example/c', excel: 'x?y=1' };
const datapad = { datapadID: 5, surveyID: 1001, title: 'T', description: 'D', analysisHtmlText: '<p>a</p>', urls };

function returned(response: unknown) {
  return answerOf('update-datapad', '/surveys/1001/datapads/5', { response, requestID: 'r' });
}

test.each([
  ['title', 'T'],
  ['datapadID', 6, 'DATAPAD-ID-01'],
  ['surveyID', 6, 'DATAPAD-SURVEY-01'],
  ['description', absent, 'DATAPAD-UPDATE-01'],
  ['urls', [], 'DATAPAD-URLS-01'],
  ['urls.csv', absent, 'DATAPAD-URL-CSV-01'],
  ['urls.excel', 'no url', 'DATAPAD-URL-EXCEL-01'],
  ['urls.csv', '', 'DATAPAD-URL-CSV-01'],
  ['urls.report', 'N/A', 'DATAPAD-URL-REPORT-01'],
  ['urls.report', null, 'DATAPAD-URL-REPORT-01'],
])('a datapad with %s %j', (member, wrong, ...clauses) => {
  const answer = returned(changed(datapad, member, wrong));
  expect(failing((findings) => judgeAdministration(findings, answer))).toEqual(clauses);
});

test('an update that returns nothing returns no members', () => {
  expect(failing((findings) => judgeAdministration(findings, returned(null)))).toContain('DATAPAD-UPDATE-01');
});

describe('an update', () => {
  const clausesOf = (member: string, came: unknown) =>
    failing((findings) => judgeDatapadSet(findings, returned(changed(datapad, member, came)), '<p>a</p>', datapad));
  test.each([
    ['title', 'T'],
    ['title', 'U', 'DATAPAD-UPDATE-02'],
    ['analysisHtmlText', '<div><p>a</p></div>', 'DATAPAD-HTML-02'],
  ])('%s %j', (member, came, ...clauses) => expect(clausesOf(member, came)).toEqual(clauses));
});

test.each([
  ['<p>m 日本</p>'],
  ['<p>m &#26085;&#x672c;</p>'],
  ['<p>another</p>'],
  ['<p>m ??</p>', 'DATAPAD-HTML-04'],
  ['<p>m &#9999999999;</p>', 'DATAPAD-HTML-04'],
])('letters that come back as %j', (analysisHtmlText, ...clauses) => {
  const answer = returned({ ...datapad, analysisHtmlText });
  expect(failing((findings) => judgeDatapadLetters(findings, answer, '<p>m 日本</p>', 'm'))).toEqual(clauses);
});

const [a, b, c, d] = [1, 2, 3, 4].map((index) => tokenOf('sample00', index));
const sent = [`<p>${a}</p>`, `${b}`, `<p>${c}</p>`, `${d}`, '<p>last</p>'];

test.each([
  ['what was sent', sent],
  ['what was sent, in a frame', sent.map((text) => `<div>${text}</div>`)],
  ['one text for ever', sent.map(() => '<p>first</p>')],
  ['markup only', sent.map((text, at) => (text.startsWith('<') ? text : sent[at - 1]))],
  ['the first text for good', sent.map(() => sent[0]), 'DATAPAD-HTML-03'],
  ['the text of another probe for good', sent.map(() => tokenOf('sample00', 5)), 'DATAPAD-HTML-03'],
  ['what was sent before', ['<p>first</p>', ...sent.slice(0, -1)], 'DATAPAD-HTML-03'],
  ['what was sent before, in a frame', ['', ...sent.slice(0, -1)].map((text) => `<b>${text}</b>`), 'DATAPAD-HTML-03'],
])('updates that return %s', (_how, texts, ...clauses) => {
  const answers = texts.map((text) => returned({ ...datapad, analysisHtmlText: text }));
  expect(failing((findings) => judgeDatapadOrder(findings, sent, answers))).toEqual(clauses);
});
