import { type Clause, must, should } from '../../contract/clause.ts';

export const datapadsClauses = {
  'DATAPAD-HTML-02': should(
    'datapad',
    'datapad-html-settable',
    '`analysisHtmlText` is settable: HTML that was sent is returned.',
    { probes: ['datapads'] },
  ),
  'DATAPAD-UPDATE-01': must('update-datapad', 'update-datapad-result', 'All fields of the datapad are returned.', {
    probes: ['datapads'],
  }),
  'DATAPAD-UPDATE-02': must('update-datapad', 'update-datapad-others', 'An update changes `analysisHtmlText` only.', {
    probes: ['datapads'],
  }),
} as const satisfies Record<string, Clause>;
