import { objectIn } from '../../judging/reading/administrationAnswer.ts';
import { judgeDatapadLetters, judgeDatapadOrder, judgeDatapadSet } from '../../judging/rules/datapads.ts';
import { judgeUnknownDatapad } from '../../judging/rules/errorBodies.ts';
import { textVarieties, variedText } from '../../respondent/answers/texts.ts';
import { Administrator, isGranted, lacksAdmin } from './administrator.ts';
import type { Probe } from './probeContext.ts';

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
