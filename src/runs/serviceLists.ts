import { openApiDocument } from '../contract/openapi.ts';
import { describeDimensions } from '../selftest/dimensions/dimensions.ts';
import { describeFaults } from '../selftest/faults/faults.ts';
import { describeSurveys, loadSurveys } from '../service/survey/surveyCatalogue.ts';

/** What can be listed of the service instead of starting it. */
export interface ServiceLists {
  readonly openapi: boolean;
  readonly faults: boolean;
  readonly variants: boolean;
  readonly surveys: boolean;
}

/** The lists that are wanted, line by line. @throws ToolError for a folder of surveys that cannot be read */
export function describeService(wanted: ServiceLists, surveysFolder: string | null): readonly string[] {
  return [
    ...(wanted.openapi ? [JSON.stringify(openApiDocument(), null, 2)] : []),
    ...(wanted.faults ? describeFaults() : []),
    ...(wanted.variants ? describeDimensions() : []),
    ...(wanted.surveys ? describeSurveys(loadSurveys(surveysFolder ?? undefined)) : []),
  ];
}
