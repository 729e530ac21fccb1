import { at, convert, plus, set } from '../edits.ts';
import { fault, inSection } from '../fault.ts';
import { inEachService, mutateAnswer, mutateResources } from '../mutateAnswer.ts';

const update = ['update-datapad'] as const;
const initialHtml = '<p>No analysis has been written yet.</p>';

/** Datapad; Endpoint 8. */
export const datapadFaults = [
  ...inSection('datapad', [
    fault('datapad-id-other', ['DATAPAD-ID-01'], 'datapadID is not that of the request.', {
      how: mutateResources(update, convert('datapadID', plus(1))),
    }),
    fault('datapad-survey-other', ['DATAPAD-SURVEY-01'], 'surveyID of a datapad is not that of the request.', {
      how: mutateResources(update, convert('surveyID', plus(1))),
    }),
    fault('datapad-html-ignored', ['DATAPAD-HTML-02'], 'analysisHtmlText cannot be set.', {
      how: mutateResources(update, set('analysisHtmlText', '<p>as before</p>')),
    }),
    fault('datapad-report-null-word', ['DATAPAD-URL-REPORT-01'], 'urls.report is the word null.', {
      how: mutateResources(update, set('urls.report', 'null')),
    }),
    fault('datapad-excel-no-url', ['DATAPAD-URL-EXCEL-01'], 'urls.excel is no URL.', {
      how: mutateResources(update, set('urls.excel', 'not available')),
    }),
  ]),
  ...inSection('update-datapad', [
    fault('datapad-title-overwritten', ['DATAPAD-UPDATE-02'], 'An update of the HTML text changes the title too.', {
      how: mutateResources(update, (datapad) => set('title', String(datapad.analysisHtmlText))(datapad)),
    }),
    fault('datapad-text-before', ['DATAPAD-HTML-03', 'DATAPAD-HTML-02'], 'An update returns the text before it.', {
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
