import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ToolError } from '../../errors.ts';
import { readInput } from '../../readInput.ts';
import { resolveSurvey } from './resolveSurvey.ts';
import type { Survey } from './survey.ts';
import { parseSurveyFile } from './surveyFile.ts';

export type SurveyCatalogue = ReadonlyMap<number, Survey>;

/** The surveys that come with the service, one YAML file each. */
const surveyFolder = fileURLToPath(new URL('../surveys/', import.meta.url));

let ownSurveys: SurveyCatalogue | null = null;

/**
 * Loads every `.yaml` and `.json` file of a folder as a survey; without a folder the surveys that come with the
 * service, which are read once.
 *
 * @throws ToolError USAGE when a file cannot be read, needs a correction, or repeats the id of another.
 */
export function loadSurveys(folder?: string): SurveyCatalogue {
  if (folder !== undefined) return surveysOf(folder);
  ownSurveys ??= surveysOf(surveyFolder);
  return ownSurveys;
}

function surveysOf(folder: string): SurveyCatalogue {
  const surveys = new Map<number, Survey>();
  for (const file of surveyFilesOf(folder)) {
    const survey = resolveSurvey(parseSurveyFile(basename(file), readInput(`${folder}/${file}`, 'survey')));
    if (surveys.has(survey.id)) throw new ToolError('USAGE', `${file}: survey id ${survey.id} is used by another file`);
    surveys.set(survey.id, survey);
  }
  return surveys;
}

function surveyFilesOf(folder: string): string[] {
  let files: string[];
  try {
    files = readdirSync(folder);
  } catch (cause) {
    throw new ToolError('USAGE', `the folder of surveys cannot be read: ${folder}`, { cause });
  }
  const surveys = files.filter((file) => /\.(ya?ml|json)$/.test(file)).sort();
  if (surveys.length === 0) {
    throw new ToolError('USAGE', `there is no survey in ${folder}: put a .yaml or .json file of a survey there`);
  }
  return surveys;
}

/** A line a survey, for people. */
export function describeSurveys(surveys: SurveyCatalogue): string[] {
  return [...surveys.values()].map(({ id, name, pages, gate, backAllowed, quota }) => {
    if (gate !== undefined) return `${id}  ${name}: ${gate}`;
    const traits = [
      `${pages.length} ${pages.length === 1 ? 'page' : 'pages'}`,
      ...(backAllowed ? [] : ['no way back']),
      ...(Number.isFinite(quota) ? [`quota ${quota}`] : []),
    ];
    return `${id}  ${name}: ${traits.join(', ')}`;
  });
}
