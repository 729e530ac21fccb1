import type { EmailTemplateRequest } from '../../contract/administrationSchemas.ts';
import { asText } from '../../contract/jsonShape.ts';
import { objectIn } from '../../judging/reading/administrationAnswer.ts';
import { judgeDatapadLetters, judgeDatapadOrder, judgeDatapadSet } from '../../judging/rules/datapads.ts';
import { judgeUnknownDatapad, observeUnknown } from '../../judging/rules/errorBodies.ts';
import { judgeTemplateIds } from '../../judging/rules/templates.ts';
import { textVarieties, variedText } from '../../respondent/answers/texts.ts';
import type { ProbeExchange } from '../drive/conversation.ts';
import { ProbeBlocked } from '../drive/probeStopped.ts';
import { Administrator, isGranted, lacksAdmin } from './administrator.ts';
import type { Probe } from './probeContext.ts';

/** 7. POST templates. */
export const templates: Probe = {
  id: 'templates',
  area: 'create-template',
  asks: [
    'Q-HTTP-CREATE-TEMPLATE',
    'Q-MANDATORY-TEMPLATE',
    'Q-TEMPLATE-TYPE',
    'Q-TEMPLATE-DRAFT',
    'Q-UNKNOWN-TEMPLATE-SURVEY',
  ],
  lacks: lacksAdmin('surveyId', 'mutate'),
  async run(context) {
    const admin = new Administrator(context);
    const made: ProbeExchange[] = [];
    let refused = '';
    for (const body of bodies(admin)) {
      const exchange = await admin.call('create-template', { body });
      if (!isGranted(exchange)) {
        refused = exchange.name;
        continue;
      }
      admin.created('create-template', objectIn(exchange).emailTemplateID, body.title.slice(0, 60));
      made.push(exchange);
    }
    const last = made.at(-1);
    if (last === undefined) throw new ProbeBlocked(`no template was created: ${refused}`);
    judgeTemplateIds(
      last.findingsWith(...made),
      made.map((exchange) => asText(objectIn(exchange).emailTemplateID)),
    );
    const body = plainBody(admin, false);
    const unknown = await admin.call('create-template', { body, ids: { surveyId: 987654321 } });
    observeUnknown(unknown.findings, 'Q-UNKNOWN-TEMPLATE-SURVEY', unknown);
    await askMandatory(admin);
  },
};

function plainBody(admin: Administrator, isGlobal: boolean): EmailTemplateRequest {
  const marker = admin.marker();
  const content = `${marker}\r\nDear reader,\r\n\r\n  please visit <SURVEY_LINK>.\r\nThe end.`;
  return { isGlobal, title: marker, emailSubject: marker, content };
}

/** Plain ones, global and not; each kind of text in each member by itself, so that a refusal tells of one thing. */
function bodies(admin: Administrator): readonly EmailTemplateRequest[] {
  const varied = Array.from({ length: textVarieties }, (_, at) => {
    const marker = admin.marker();
    const texts = { title: variedText(marker, at), emailSubject: variedText(marker, at) };
    const { content } = plainBody(admin, false);
    return [
      { ...plainBody(admin, at % 2 === 1), ...texts },
      { ...plainBody(admin, at % 2 === 1), content: `${variedText(marker, at)}\r\n${content}` },
    ];
  });
  const padded = { ...plainBody(admin, false), title: `  ${admin.marker()}\t` };
  const plain = plainBody(admin, false);
  const linkedTwice = { ...plain, content: `${plain.content}\r\nOnce more: <SURVEY_LINK>.` };
  return [plainBody(admin, false), plainBody(admin, true), linkedTwice, ...varied.flat(), padded];
}

async function askMandatory(admin: Administrator): Promise<void> {
  const mandatory: string[] = [];
  const members = ['isGlobal', 'title', 'emailSubject', 'content'] as const;
  let exchange: ProbeExchange | null = null;
  for (const member of members) {
    const { [member]: _left, ...body } = plainBody(admin, false);
    exchange = await admin.call('create-template', { body });
    if (isGranted(exchange)) admin.created('create-template', objectIn(exchange).emailTemplateID, '');
    else mandatory.push(member);
  }
  const all = mandatory.length === members.length ? 'all' : mandatory.join(', ');
  exchange?.findings.observe('Q-MANDATORY-TEMPLATE', all === '' ? 'none' : all);
}

/** 8. PUT datapads. */
export const datapads: Probe = {
  id: 'datapads',
  area: 'update-datapad',
  asks: ['Q-HTTP-UPDATE-DATAPAD', 'Q-MANDATORY-DATAPAD', 'Q-DATAPAD-VALUE', 'Q-UNKNOWN-DATAPAD'],
  lacks: lacksAdmin('surveyId', 'datapadId', 'mutate'),
  async run(context) {
    const admin = new Administrator(context);
    const first = `<p>${admin.marker()}</p>`;
    let before = await admin.granted('update-datapad', { body: { analysisHtmlText: first } });
    const varied = Array.from({ length: textVarieties }, (_, at) => variedText(admin.marker(), at));
    const sent = [first];
    const answers = [before];
    const marker = admin.marker();
    for (const analysisHtmlText of [`<h1>${marker}</h1>\r\n<p>日本</p>`, ...varied, '<p>last</p>']) {
      const exchange = await admin.call('update-datapad', { body: { analysisHtmlText } });
      if (!isGranted(exchange)) continue;
      judgeDatapadSet(exchange.findingsWith(before), exchange, analysisHtmlText, objectIn(before));
      judgeDatapadLetters(exchange.findings, exchange, analysisHtmlText, marker);
      before = exchange;
      sent.push(analysisHtmlText);
      answers.push(exchange);
    }
    const last = answers.at(-1);
    if (last !== undefined) judgeDatapadOrder(last.findingsWith(...answers), sent, answers);
    const body = { analysisHtmlText: '<p>nowhere</p>' };
    const unknown = await admin.call('update-datapad', { body, ids: { datapadId: 987654321 } });
    judgeUnknownDatapad(unknown.findings, unknown);
    const bare = await admin.call('update-datapad', { body: {} });
    bare.findings.observe('Q-MANDATORY-DATAPAD', isGranted(bare) ? 'optional' : 'mandatory');
    // An empty text may be refused; where it is taken, the answer is a whole datapad all the same.
    await admin.call('update-datapad', { body: { analysisHtmlText: '' } });
  },
};
