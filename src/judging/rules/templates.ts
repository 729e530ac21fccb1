import { EmailTemplate } from '../../contract/administrationSchemas.ts';
import { ClauseTable, shapeClauseOf } from '../../contract/clause.ts';
import { jsonText, membersOf } from '../../contract/jsonShape.ts';
import type { Findings } from '../findings.ts';
import { lacking, shown } from '../mismatch.ts';
import { type Json, objectIn } from '../reading/administrationAnswer.ts';
import type { Answer } from '../reading/answer.ts';
import type { Granted } from '../reading/reading.ts';
import { isPlain } from '../reading/sentValues.ts';
import { judgeShape, missingMembers, shapeOf, whereShown } from '../schemaJudge.ts';

export const templatesClauses = new ClauseTable()
  .group('template', { probes: ['templates'] })
  .must('TEMPLATE-CONTENT-02', 'template-content-crlf')
  .says('CRLF line breaks of `content` survive byte for byte.')
  .broken('CRLF line breaks of templates do not come back as they were sent')
  .must('TEMPLATE-CONTENT-03', 'template-content-link')
  .says('The placeholder `<SURVEY_LINK>` in `content` survives byte for byte.')
  .broken('Templates lose the placeholder <SURVEY_LINK>')
  .group('create-template')
  .must('TEMPLATE-CREATE-01', 'create-template-result', { probes: ['templates'] })
  .says('All nine fields of the new template are returned.')
  .brokenBy('A new template comes back incomplete')
  .group('template')
  .should('TEMPLATE-ODD-01', 'template-content', { probes: ['templates'] })
  .says('Spaces at the ends and markup in title, subject and content come back as they were sent.')
  .why('A service may trim texts and take scripts out of markup.')
  .group('sanity')
  .sane('TEMPLATE-UNIQUE-01', 'sanity-unique-templates', { probes: ['templates'], ofSeveralAnswers: true })
  .says('Each email template gets an id of its own.')
  .broken('Two templates get the same id');

const whole = shapeOf(EmailTemplate);
const shape = whereShown(whole);

/** 7. POST templates: what is returned, beside what was sent. */
export function judgeTemplate(findings: Findings, answer: Answer, { response }: Granted): void {
  judgeShape(findings, answer.exchange.path, shape, response, 'response');
  const missing = missingMembers(whole, response);
  findings.expect('TEMPLATE-CREATE-01', missing.length === 0, 'all nine members', lacking(missing));
  judgeSent(findings, answer, membersOf(answer.exchange.requestBody ?? ''));
  const { type, draft } = objectIn(answer);
  findings.observe('Q-HTTP-CREATE-TEMPLATE', String(answer.exchange.httpStatus));
  if (type !== undefined) findings.observe('Q-TEMPLATE-TYPE', shown(type));
  if (draft !== undefined) findings.observe('Q-TEMPLATE-DRAFT', shown(draft));
}

const sentMembers = ['isGlobal', 'title', 'emailSubject', 'content'] as const;

/** Sent and returned; line breaks and the placeholder of `content` have clauses of their own. */
function judgeSent(findings: Findings, answer: Answer, sent: Json): void {
  const template = objectIn(answer);
  for (const member of sentMembers) {
    const [gave, came] = [worded(sent[member], member), worded(template[member], member)];
    // Another kind, or none, is told of by its own clause.
    if (typeof came !== typeof gave) continue;
    const strict = shapeClauseOf(EmailTemplate.properties[member])?.id ?? '';
    const clause = isPlain(gave) ? strict : 'TEMPLATE-ODD-01';
    const words = `${member} ${shown(gave)}`;
    const due = member === 'content' || !isPlain(gave) ? words : { value: jsonText(gave), words };
    findings.expect(clause, came === gave, due, { value: came }, `response.${member}`);
  }
  const { content } = template;
  if (typeof content !== 'string' || typeof sent.content !== 'string') return;
  const path = 'response.content';
  // Where words were changed, which is another matter, nobody can say what stands where.
  const isWhole =
    isPlain(worded(sent.content, 'content')) && worded(content, 'content') === worded(sent.content, 'content');
  const isLined = !isWhole || wordsOfLines(content) === wordsOfLines(sent.content);
  const isBroken = breaks(content) === breaks(sent.content) && isLined;
  const lines = `the line breaks of ${shown(sent.content)}`;
  if (breaks(sent.content) !== '') findings.expect('TEMPLATE-CONTENT-02', isBroken, lines, { value: content }, path);
  const isPlaced = !isWhole || placed(content) === placed(sent.content);
  const hasLink = content.includes('<SURVEY_LINK>') && isPlaced;
  findings.expect('TEMPLATE-CONTENT-03', hasLink, '<SURVEY_LINK>, where it was', { value: content }, path);
}

/** Of `content` the words alone. */
function worded(value: unknown, member: string): unknown {
  if (member !== 'content' || typeof value !== 'string') return value;
  return value.replaceAll('<SURVEY_LINK>', ' ').replaceAll(/\s+/g, ' ');
}

/** The words of each line, without the placeholder. */
function wordsOfLines(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => String(worded(line, 'content')).trim())
    .join('\n');
}

/** The words with the placeholder among them. */
function placed(text: string): string {
  return text.replaceAll('<SURVEY_LINK>', ' <SURVEY_LINK> ').replaceAll(/\s+/g, ' ');
}

function breaks(text: string): string {
  return text.replaceAll(/[^\r\n]/g, '');
}

/** Ids of templates that were created in one run. */
export function judgeTemplateIds(findings: Findings, ids: readonly string[]): void {
  findings.expect('TEMPLATE-UNIQUE-01', new Set(ids).size === ids.length, 'ids that differ', () => ids.join(', '));
}
