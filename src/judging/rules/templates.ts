import { EmailTemplate, type EmailTemplateRequest } from '../../contract/administration.ts';
import { type Clause, must, sane, should } from '../../contract/clause.ts';
import { shapeClauseOf } from '../../contract/shapeClause.ts';
import { type Findings, shown } from '../findings.ts';
import { objectIn } from '../reading/administration.ts';
import type { Answer } from '../reading/answer.ts';
import { judgeShape, missingMembers, shapeOf, whereShown } from '../shape.ts';

export const templatesClauses = {
  'TEMPLATE-CONTENT-02': must(
    'template',
    'template-content-crlf',
    'CRLF line breaks of `content` survive byte for byte.',
    { probes: ['templates'] },
  ),
  'TEMPLATE-CONTENT-03': must(
    'template',
    'template-content-link',
    'The placeholder `<SURVEY_LINK>` in `content` survives byte for byte.',
    { probes: ['templates'] },
  ),
  'TEMPLATE-CREATE-01': must(
    'create-template',
    'create-template-result',
    'All nine fields of the new template are returned.',
    { probes: ['templates'] },
  ),
  'TEMPLATE-ODD-01': should(
    'template',
    'template-content',
    'Spaces at the ends and markup in title, subject and content come back as they were sent.',
    { probes: ['templates'], why: 'A service may trim texts and take scripts out of markup.' },
  ),
  'TEMPLATE-UNIQUE-01': sane('sanity', 'sanity-unique-templates', 'Each email template gets an id of its own.', {
    probes: ['templates'],
  }),
} as const satisfies Record<string, Clause>;

const whole = shapeOf(EmailTemplate);
const shape = whereShown(whole);

/** 7. POST templates: the answer alone. */
export function judgeTemplate(findings: Findings, answer: Answer): void {
  if (answer.reading.kind !== 'administration') return;
  const { response } = answer.reading;
  judgeShape(findings, answer.exchange, shape, response, 'response');
  const missing = missingMembers(whole, response);
  findings.expect('TEMPLATE-CREATE-01', missing.length === 0, 'all nine members', () => `no ${missing.join(', ')}`);
  const { type, draft } = objectIn(answer);
  findings.observe('Q-HTTP-CREATE-TEMPLATE', String(answer.exchange.httpStatus));
  if (type !== undefined) findings.observe('Q-TEMPLATE-TYPE', shown(type));
  if (draft !== undefined) findings.observe('Q-TEMPLATE-DRAFT', shown(draft));
}

const sentMembers = ['isGlobal', 'title', 'emailSubject', 'content'] as const;

/**
 * Sent and returned.
 *
 * @param isPlain whether its texts have neither spaces at their ends nor markup beyond the placeholder.
 */
export function judgeTemplateSent(
  findings: Findings,
  answer: Answer,
  sent: EmailTemplateRequest,
  isPlain: boolean,
): void {
  const template = objectIn(answer);
  for (const member of sentMembers) {
    const came = template[member];
    // Another kind, or none, is told of by its own clause.
    if (typeof came !== typeof sent[member]) continue;
    const clause = isPlain || member === 'isGlobal' ? shapeClauseOf(EmailTemplate.properties[member])?.id : undefined;
    const expected = `${member} ${shown(sent[member])}`;
    // The line breaks of `content` have a clause of their own.
    const same = member === 'content' ? words(came) === words(sent.content) : came === sent[member];
    findings.expect(clause ?? 'TEMPLATE-ODD-01', same, expected, () => shown(came), `response.${member}`);
  }
  const { content } = template;
  if (typeof content !== 'string') return;
  const path = 'response.content';
  const isSame = breaks(content) === breaks(sent.content);
  if (isPlain) findings.expect('TEMPLATE-CONTENT-02', isSame, 'CRLF as it was sent', () => shown(content), path);
  if (!sent.content.includes('<SURVEY_LINK>')) return;
  const hasLink = content.includes('<SURVEY_LINK>');
  findings.expect('TEMPLATE-CONTENT-03', hasLink, '<SURVEY_LINK>', () => shown(content), path);
}

function words(text: unknown): string {
  return String(text)
    .replaceAll(/[\r\n]+/g, '\n')
    .replaceAll(/<SURVEY_LINK>/g, '');
}

function breaks(text: string): string {
  return text.replaceAll(/[^\r\n]/g, '');
}

/** Ids of templates that were created in one run. */
export function judgeTemplateIds(findings: Findings, ids: readonly string[]): void {
  findings.expect('TEMPLATE-UNIQUE-01', new Set(ids).size === ids.length, 'ids that differ', () => ids.join(', '));
}
