import { decodeHTML } from 'entities';
import { Datapad } from '../../contract/administrationSchemas.ts';
import { ClauseTable } from '../../contract/clause.ts';
import { asText, isRecord } from '../../contract/jsonShape.ts';
import type { Findings } from '../findings.ts';
import { lacking, shown } from '../mismatch.ts';
import { type Json, objectIn } from '../reading/administrationAnswer.ts';
import type { Answer } from '../reading/answer.ts';
import type { Granted } from '../reading/reading.ts';
import { judgeShape, type Shape, shapeOf, whereShown } from '../schemaJudge.ts';
import { tokensIn } from '../tokens.ts';

export const datapadsClauses = new ClauseTable()
  .group('datapad')
  .should('DATAPAD-HTML-02', 'datapad-html-settable', { probes: ['datapads'] })
  .says('`analysisHtmlText` is settable: HTML that was sent is returned.')
  .why('How the value is treated is not shown: the sample sends a path and gets HTML.')
  .follows('datapad-late')
  .must('DATAPAD-HTML-04', 'datapad-html-settable', { probes: ['datapads'] })
  .says('Letters beyond ASCII come back in a text that comes back.')
  .broken('Letters of a datapad are spoilt')
  .why('No way to treat HTML turns letters into others; they may be escaped.')
  .follows('datapad-late')
  .group('update-datapad', { probes: ['datapads'] })
  .must('DATAPAD-HTML-03', 'update-datapad-stored', { topic: 'datapad-late' })
  .says('An update returns the HTML text that is stored, and not, each time, the one that was sent before.')
  .broken('An update of a datapad returns the text before it')
  .must('DATAPAD-UPDATE-01', 'update-datapad-result')
  .says('All fields of the datapad are returned.')
  .brokenBy('An updated datapad comes back incomplete')
  .should('DATAPAD-UPDATE-02', 'update-datapad-others')
  .says('An update changes `analysisHtmlText` only.')
  .why('No sentence says that title and description stay.');

const whole = shapeOf(Datapad);

/** Members where they are shown; the three of `urls` are always present. */
const shape: Shape = {
  ...whereShown(whole),
  members: whole.members.map(([name, member]) => [name, { ...member, optional: true }]),
};

/** 8. PUT datapads: the answer alone. */
export function judgeDatapad(findings: Findings, answer: Answer, { response }: Granted): void {
  judgeShape(findings, answer.exchange.path, shape, response, 'response');
  const given: Json = isRecord(response) ? response : {};
  const missing = whole.members.map(([name]) => name).filter((name) => given[name] === undefined);
  findings.expect('DATAPAD-UPDATE-01', missing.length === 0, 'all members', lacking(missing));
  findings.observe('Q-HTTP-UPDATE-DATAPAD', String(answer.exchange.httpStatus));
}

/** A text that was set, against the datapad before. */
export function judgeDatapadSet(findings: Findings, answer: Answer, sent: string, before: Json): void {
  const { analysisHtmlText: stored } = objectIn(answer);
  if (typeof stored === 'string') {
    const path = 'response.analysisHtmlText';
    const isVerbatim = findings.expect('DATAPAD-HTML-02', stored === sent, shown(sent), { value: stored }, path);
    const altered = stored === before.analysisHtmlText ? 'ignored' : 'altered';
    findings.observe('Q-DATAPAD-VALUE', isVerbatim ? 'verbatim' : altered);
  }
  const after = objectIn(answer);
  const changed = (['title', 'description'] as const).filter((member) => after[member] !== before[member]);
  const actual = (): string => `changed: ${changed.join(', ')}`;
  findings.expect('DATAPAD-UPDATE-02', changed.length === 0, 'only analysisHtmlText changed', actual);
}

/** The letters of a text that came back: all of it did where its marker is there. */
export function judgeDatapadLetters(findings: Findings, answer: Answer, sent: string, marker: string): void {
  const { analysisHtmlText: stored } = objectIn(answer);
  if (typeof stored !== 'string' || !stored.includes(marker)) return;
  const read = decodeHTML(stored);
  const lost = (sent.match(/[\p{Lo}]+/gu) ?? []).filter((letters) => !read.includes(letters));
  const path = 'response.analysisHtmlText';
  findings.expect('DATAPAD-HTML-04', lost.length === 0, lost.join(', '), { value: stored }, path);
}

/**
 * Texts that were set one after the other, and what each update returned (document, 8. PUT datapads). A service may
 * ignore a text, or write it otherwise; one that returns what it was sent before, by whatever probe, returns no stored
 * text. An update that is only taken down (HTTP 202) shows what it shows.
 *
 * @param sent the texts, each with a token that no other has, or none. @param answers to them, in the same order.
 */
export function judgeDatapadOrder(findings: Findings, sent: readonly string[], answers: readonly Answer[]): void {
  if (answers.some(({ exchange }) => exchange.httpStatus === 202)) return;
  const shownTexts = answers.map((answer) => asText(objectIn(answer).analysisHtmlText));
  const late = shownTexts.filter((text, at) => tokensIn(text).some((token) => !sent[at]?.includes(token)));
  // The first one may be stored, and stay for good.
  const isLate = late.length >= 2 && !shownTexts.some((text, at) => at > 0 && isOf(text, sent[at] ?? ''));
  const expected = 'the text that was sent, or what the service makes of it';
  const path = 'response.analysisHtmlText';
  findings.expect('DATAPAD-HTML-03', !isLate, expected, () => `the text that was sent before: ${shown(late[0])}`, path);
}

/** Whether a text is what the service made of the one that was sent. */
function isOf(text: string, sent: string): boolean {
  return text === sent || tokensIn(sent).some((token) => text.includes(token));
}
