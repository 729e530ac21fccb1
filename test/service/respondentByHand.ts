import { expect } from 'vitest';
import { defaultKeys } from '../../src/service/apiKeys.ts';
import type { RunningService } from '../../src/service/service.ts';

/** A response as a test looks at it: status, headers and the parsed body. */
export interface Seen {
  readonly httpStatus: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at bodies freely; the assertions are the check
  readonly body: any;
}

const [validKey = ''] = defaultKeys.valid;

/** A respondent who writes every request by hand: no part of the product's respondent takes part. */
export class RespondentByHand {
  readonly #service: RunningService;
  readonly surveyId: number | string;
  cookies = new Map<string, string>();
  token: string | undefined;

  constructor(service: RunningService, surveyId: number | string) {
    this.#service = service;
    this.surveyId = surveyId;
  }

  take(headers: Record<string, string> = {}): Promise<Seen> {
    return this.request('GET', 'take', undefined, headers);
  }

  back(headers: Record<string, string> = {}): Promise<Seen> {
    return this.request('GET', 'previous-page', undefined, headers);
  }

  submit(answers: unknown, headers: Record<string, string> = {}): Promise<Seen> {
    return this.request('POST', 'submit-page', JSON.stringify(answers), headers);
  }

  /** Submits and expects `success`. */
  async advance(answers: unknown): Promise<Seen> {
    const seen = await this.submit(answers);
    expect(seen.body).toMatchObject({ response: { status: 'success' } });
    return seen;
  }

  /** A GET without one of the headers that are sent otherwise. */
  without(header: string, step: string): Promise<Seen> {
    return this.request('GET', step, undefined, {}, header);
  }

  async request(
    method: string,
    step: string,
    body?: string,
    extra: Record<string, string> = {},
    without?: string,
  ): Promise<Seen> {
    const headers: Record<string, string> = { 'api-key': validKey, accept: 'application/json', ...extra };
    if (body !== undefined) headers['content-type'] ??= 'application/json';
    if (this.cookies.size > 0) headers.cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    if (this.token !== undefined) headers['x-survey-token'] = this.token;
    if (without !== undefined) delete headers[without];
    const url = `${this.#service.baseUrl}/a/api/v2/surveys/${this.surveyId}/${step}`;
    const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const [name = '', value = ''] = pair.split('=');
      this.cookies.set(name, value);
    }
    this.token = response.headers.get('x-survey-token') ?? this.token;
    const text = await response.text();
    return { httpStatus: response.status, headers: response.headers, body: parsed(text) };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the questions of a body that a test looks at freely
export function questionsOf(seen: Seen): any[] {
  return seen.body.response.questions.map(({ json }: { json: string }) => JSON.parse(json));
}
