import type { Datapad } from '../../contract/administration.ts';
import type { Store } from '../store/store.ts';
import type { Variants } from '../variants.ts';
import { datapadBody } from './bodies.ts';
import { type AdministrationAnswer, type AdministrationCall, error, success } from './call.ts';

/** The datapads that exist: no endpoint creates one. */
const datapads = [
  { datapadID: 5, surveyID: 1001, title: 'Satisfaction by channel', description: 'What the channels have in common' },
] as const;

const initialText = '<p>No analysis has been written yet.</p>';

/** PUT datapads (service.md#update-datapad). */
export function updateDatapad(
  call: AdministrationCall,
  surveyId: number,
  datapadId: number,
  store: Store,
  variants: Variants,
): AdministrationAnswer {
  const datapad = datapads.find(({ datapadID, surveyID }) => datapadID === datapadId && surveyID === surveyId);
  if (datapad === undefined) return error(variants.unknownDatapad === '403' ? 403 : 404);
  const body = datapadBody(call.body, variants);
  if (body === undefined) return error(400);
  const text = body.analysisHtmlText;
  if (text === undefined && variants.datapadHtml === 'mandatory') return error(400);
  if (text !== undefined) {
    store.setDatapadText(surveyId, datapadId, variants.datapadValue === 'altered' ? `<div>${text}</div>` : text);
  }
  const url = (format: string): string => `https://reports.surveys.example/${surveyId}/${datapadId}.${format}`;
  const updated: Datapad = {
    ...datapad,
    analysisHtmlText: store.datapadText(surveyId, datapadId) ?? initialText,
    urls: { report: url('html'), csv: url('csv'), excel: url('xlsx') },
  };
  return success(Number(variants.updateDatapadHttp), updated);
}
