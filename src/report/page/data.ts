import type { ReportData, TimeData } from '../pageData.ts';

const nothing: ReportData = { time: '', witnesses: {}, stopToken: '' };

/** What the page was given: the JSON of its data island, written by the same version of canvass. */
export function readData(): ReportData {
  const given: Partial<ReportData> = JSON.parse(document.getElementById('data')?.textContent ?? '{}');
  return { ...nothing, ...given };
}

/** The timeline of the page; null where it has none. */
export async function readTime({ time }: ReportData): Promise<TimeData | null> {
  if (time === '') return null;
  const bytes = Uint8Array.from(atob(time), (character) => character.charCodeAt(0));
  const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return await new Response(inflated).json();
}
