import type { WitnessStep } from '../../result/verdict.ts';

/** What was sent: the line of the request, its headers, its body. */
export function requestText(step: WitnessStep): string {
  const headers = Object.entries(step.headers).map(([name, value]) => `${name}: ${value}`);
  return [`${step.method} ${step.path}`, ...headers, ...(step.body === null ? [] : ['', prettyJson(step.body)])].join(
    '\n',
  );
}

/** What came: the status, or why there is none, and the body. */
export function responseText({ response }: WitnessStep): string {
  return [statusText(response), ...(response.body === '' ? [] : ['', prettyJson(response.body)])].join('\n');
}

export function statusText({ failure, httpStatus }: WitnessStep['response']): string {
  return failure ?? `HTTP ${httpStatus}`;
}

/** JSON with indentation, where it is whole; anything else, such as a body that was cut, as it came. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
