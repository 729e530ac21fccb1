import { expect } from 'vitest';
import { defaultKeys } from '../../src/service/apiKeys.ts';
import { type Asked, ask, type Seen } from './ask.ts';

const [validKey = ''] = defaultKeys.valid;

/** A respondent who writes every request by hand: no part of the product's respondent takes part. */
export class RespondentByHand {
  readonly #service: Asked;
  readonly surveyId: number | string;
  cookies = new Map<string, string>();
  token: string | undefined;

  constructor(service: Asked, surveyId: number | string) {
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
    const seen = await ask(this.#service, method, `/a/api/v2/surveys/${this.surveyId}/${step}`, headers, body);
    for (const cookie of seen.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const [name = '', value = ''] = pair.split('=');
      this.cookies.set(name, value);
    }
    this.token = seen.headers.get('x-survey-token') ?? this.token;
    return seen;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the questions of a body that a test looks at freely
export function questionsOf(seen: Seen): any[] {
  return seen.body.response.questions.map(({ json }: { json: string }) => JSON.parse(json));
}
