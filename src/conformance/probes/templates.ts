import type { ClauseId } from '../../contract/clauses/catalogue.ts';
import { shown } from '../ledger/judge.ts';
import { Administrator, judgeTableError, lacksAdmin, objectIn } from './administrator.ts';
import type { Probe } from './probeContext.ts';

/** 7. POST templates. */
export const templates: Probe = {
  id: 'templates',
  area: 'create-template',
  clauses: [
    'ROUTE-CREATE-TEMPLATE-01',
    'TEMPLATE-CREATE-01',
    'TEMPLATE-GLOBAL-01',
    'TEMPLATE-TITLE-01',
    'TEMPLATE-SUBJECT-01',
    'TEMPLATE-CONTENT-01',
    'TEMPLATE-CONTENT-02',
    'TEMPLATE-CONTENT-03',
    'TEMPLATE-UNIQUE-01',
    'ADMIN-UNKNOWN-TEMPLATES-01',
  ],
  lacks: lacksAdmin('surveyId', 'mutate'),
  async run(scene) {
    const admin = new Administrator(scene);
    const ids = [await create(admin, false), await create(admin, true), await create(admin, false)];
    const unknown = await admin.call('create-template', {
      body: bodyOf(admin.marker(), false),
      ids: { surveyId: 987654321 },
    });
    judgeTableError(unknown, 'ADMIN-UNKNOWN-TEMPLATES-01');
    unknown.judge.observe('Q-UNKNOWN-TEMPLATE-SURVEY', String(unknown.exchange.httpStatus));
    unknown.judge.expect('TEMPLATE-UNIQUE-01', new Set(ids).size === ids.length, 'ids that differ', () =>
      ids.join(', '),
    );
    await askMandatory(admin);
  },
};

function bodyOf(marker: string, isGlobal: boolean) {
  return {
    isGlobal,
    title: `${marker} Title "Quoted" & <tag>`,
    emailSubject: `${marker} Betreff: Grüße 日本`,
    content: `${marker}\r\nDear reader,\r\n\r\n  please visit <SURVEY_LINK>.\r\nLF alone\nand a tab\t.\r\n`,
  };
}

async function create(admin: Administrator, isGlobal: boolean): Promise<unknown> {
  const marker = admin.marker();
  const body = bodyOf(marker, isGlobal);
  const turn = await admin.granted('create-template', { body });
  const template = objectIn(turn);
  turn.judge.observe('Q-HTTP-CREATE-TEMPLATE', String(turn.exchange.httpStatus));
  turn.judge.observe('Q-TEMPLATE-TYPE', shown(template.type));
  turn.judge.observe('Q-TEMPLATE-DRAFT', shown(template.draft));
  const echo = (clause: ClauseId, member: keyof typeof body): void => {
    const same = template[member] === body[member];
    turn.judge.expect(clause, same, `${member} ${shown(body[member])}`, () => shown(template[member]));
  };
  echo('TEMPLATE-GLOBAL-01', 'isGlobal');
  echo('TEMPLATE-TITLE-01', 'title');
  echo('TEMPLATE-SUBJECT-01', 'emailSubject');
  echo('TEMPLATE-CONTENT-01', 'content');
  const content = typeof template.content === 'string' ? template.content : '';
  const breaks = (text: string): string => text.replace(/[^\r\n]/g, '');
  turn.judge.expect('TEMPLATE-CONTENT-02', breaks(content) === breaks(body.content), 'CRLF as sent', () =>
    shown(content),
  );
  turn.judge.expect('TEMPLATE-CONTENT-03', content.includes('<SURVEY_LINK>'), '<SURVEY_LINK>', () => shown(content));
  admin.created('create-template', template.emailTemplateID, marker);
  return template.emailTemplateID;
}

async function askMandatory(admin: Administrator): Promise<void> {
  const mandatory: string[] = [];
  const members = ['isGlobal', 'title', 'emailSubject', 'content'] as const;
  let turn = null;
  for (const member of members) {
    const marker = admin.marker();
    const { [member]: _left, ...body } = bodyOf(marker, false);
    turn = await admin.call('create-template', { body });
    if (turn.reading.kind === 'administration') {
      admin.created('create-template', objectIn(turn).emailTemplateID, marker);
    } else mandatory.push(member);
  }
  const all = mandatory.length === members.length ? 'all' : mandatory.join(', ');
  turn?.judge.observe('Q-MANDATORY-TEMPLATE', all === '' ? 'none' : all);
}
