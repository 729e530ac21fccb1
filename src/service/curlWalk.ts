import { apiKeyHeader, pathOf } from '../contract/endpoints.ts';
import { keyForms } from '../contract/keyForms.ts';
import type { Survey } from './survey/survey.ts';

/**
 * A walk by hand through the first page of a survey: take, submit, back, with a cookie jar.
 *
 * @param key a key of the service; it is printed, since these lines are there to be pasted.
 */
export function curlWalk(baseUrl: string, key: string, survey: Survey): string[] {
  const call = (endpoint: 'take' | 'submit-page' | 'previous-page', more = ''): string => {
    const url = `${baseUrl}${pathOf(endpoint, { survey_id: survey.id })}`;
    return `curl -s -b jar -c jar -H '${apiKeyHeader}: ${key}' ${more}'${url}'`;
  };
  return [
    call('take'),
    call('submit-page', `-H 'content-type: application/json' -d '${JSON.stringify(firstChoices(survey))}' `),
    call('previous-page'),
  ];
}

/** The first answer of each choice on the first page. */
function firstChoices(survey: Survey): Record<string, string | string[]> {
  const body: Record<string, string | string[]> = {};
  for (const { kind, id, answers } of survey.pages[0]?.questions ?? []) {
    const chosen = String(answers[0]?.id);
    if (kind === 'single') body[`${keyForms.single.prefix}${id}`] = chosen;
    if (kind === 'multiple') body[`${keyForms.multiple.prefix}${id}`] = [chosen];
  }
  return body;
}
