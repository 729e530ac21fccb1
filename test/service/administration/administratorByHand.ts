import { defaultKeys } from '../../../src/service/apiKeys.ts';
import type { RunningService } from '../../../src/service/service.ts';

/** A response as a test looks at it. */
export interface Seen {
  readonly httpStatus: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at bodies freely; the assertions are the check
  readonly body: any;
}

const [validKey = ''] = defaultKeys.valid;

/** An account holder who writes every request by hand: no part of the product's client takes part. */
export class AdministratorByHand {
  readonly #baseUrl: string;
  key: string | undefined = validKey;

  constructor(service: Pick<RunningService, 'baseUrl'>) {
    this.#baseUrl = service.baseUrl;
  }

  get(path: string): Promise<Seen> {
    return this.request('GET', path);
  }

  post(path: string, body: unknown): Promise<Seen> {
    return this.request('POST', path, JSON.stringify(body));
  }

  put(path: string, body: unknown): Promise<Seen> {
    return this.request('PUT', path, JSON.stringify(body));
  }

  /** @param path relative to `/a/api/v2`, or an absolute URL as links give it. */
  async request(method: string, path: string, body?: string): Promise<Seen> {
    const url = path.startsWith('http') ? path : `${this.#baseUrl}/a/api/v2${path}`;
    const headers: Record<string, string> = { accept: 'application/json', 'content-type': 'application/json' };
    if (this.key !== undefined) headers['api-key'] = this.key;
    const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
    return { httpStatus: response.status, body: await response.json() };
  }
}
