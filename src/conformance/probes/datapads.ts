import { shown } from '../ledger/judge.ts';
import { Administrator, judgeTableError, lacksAdmin, objectIn } from './administrator.ts';
import type { Probe } from './probeContext.ts';

/** 8. PUT datapads. */
export const datapads: Probe = {
  id: 'datapads',
  area: 'update-datapad',
  clauses: [
    'ROUTE-UPDATE-DATAPAD-01',
    'DATAPAD-UPDATE-01',
    'DATAPAD-UPDATE-02',
    'DATAPAD-HTML-02',
    'ADMIN-UNKNOWN-DATAPAD-01',
  ],
  lacks: lacksAdmin('surveyId', 'datapadId', 'mutate'),
  async run(scene) {
    const admin = new Administrator(scene);
    const before = objectIn(await admin.granted('update-datapad', { body: { analysisHtmlText: '<p>first</p>' } }));
    for (const text of [`<h1>${admin.marker()}</h1>\r\n<p>"&amp;" 日本</p>`, '<p>last</p>']) {
      const turn = await admin.granted('update-datapad', { body: { analysisHtmlText: text } });
      const after = objectIn(turn);
      turn.judge.observe('Q-HTTP-UPDATE-DATAPAD', String(turn.exchange.httpStatus));
      const verbatim = after.analysisHtmlText === text;
      const stored = String(after.analysisHtmlText);
      turn.judge.expect('DATAPAD-HTML-02', verbatim, shown(text), () => shown(stored));
      const altered = stored === before.analysisHtmlText ? 'ignored' : 'altered';
      turn.judge.observe('Q-DATAPAD-VALUE', verbatim ? 'verbatim' : altered);
      const others = ['datapadID', 'surveyID', 'title', 'description'] as const;
      const changed = others.filter((member) => after[member] !== before[member]);
      turn.judge.expect(
        'DATAPAD-UPDATE-02',
        changed.length === 0,
        'only analysisHtmlText changed',
        () => `changed: ${changed.join(', ')}`,
      );
    }
    const unknown = await admin.call('update-datapad', {
      body: { analysisHtmlText: '<p>nowhere</p>' },
      ids: { datapadId: 987654321 },
    });
    judgeTableError(unknown, 'ADMIN-UNKNOWN-DATAPAD-01');
    unknown.judge.observe('Q-UNKNOWN-DATAPAD', String(unknown.exchange.httpStatus));
    const empty = await admin.call('update-datapad', { body: {} });
    empty.judge.observe('Q-MANDATORY-DATAPAD', empty.reading.kind === 'administration' ? 'optional' : 'mandatory');
  },
};
