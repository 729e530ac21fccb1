import type { ReportData } from '../pageData.ts';

const nothing: ReportData = { time: null, heat: null, endpoints: [], capacity: [], witnesses: {}, stopToken: '' };

/** What the page was given: the JSON of its data island, written by the same version of canvass. */
export function readData(): ReportData {
  const given: Partial<ReportData> = JSON.parse(document.getElementById('data')?.textContent ?? '{}');
  return { ...nothing, ...given };
}
