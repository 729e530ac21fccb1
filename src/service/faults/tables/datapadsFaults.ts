import { at, convert, plus, set } from '../edits.ts';
import { fault, inSection } from '../fault.ts';
import { inEachService, mutateAnswer, mutateResources } from '../mutateAnswer.ts';

const update = ['update-datapad'] as const;
const initialHtml = '<p>No analysis has been written yet.</p>';

/** Datapad; Endpoint 8. */
export const datapadFaults = [
  ...inSection('datapad', [
    ['datapad-id-other', 'DATAPAD-ID-01', 'update-datapad', convert('datapadID', plus(1))],
    ['datapad-survey-other', 'DATAPAD-SURVEY-01', 'update-datapad', convert('surveyID', plus(1))],
    ['datapad-html-ignored', 'DATAPAD-HTML-02', 'update-datapad', set('analysisHtmlText', '<p>as before</p>')],
    ['datapad-report-null-word', 'DATAPAD-URL-REPORT-01', 'update-datapad', set('urls.report', 'null')],
    ['datapad-excel-no-url', 'DATAPAD-URL-EXCEL-01', 'update-datapad', set('urls.excel', 'not available')],
  ]),
  ...inSection('update-datapad', [
    fault('datapad-title-overwritten', 'DATAPAD-UPDATE-02', 'An update of the HTML text changes the title too.', {
      how: mutateResources(update, (datapad) => set('title', String(datapad.analysisHtmlText))(datapad)),
    }),
    fault('datapad-text-before', 'DATAPAD-HTML-03 DATAPAD-HTML-02', 'An update returns the text before it.', {
      how: inEachService(() => {
        const stored = new Map<string, unknown>();
        return mutateAnswer(update, (body, { url }) => {
          const datapad = at(body, 'response');
          const before = stored.get(url) ?? initialHtml;
          stored.set(url, datapad.analysisHtmlText);
          datapad.analysisHtmlText = before;
        });
      }),
    }),
  ]),
];
