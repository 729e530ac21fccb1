import { defaultKeys } from '../../../src/service/apiKeys.ts';
import { type Asked, ask, type Seen } from '../ask.ts';

const [validKey = ''] = defaultKeys.valid;

/** An account holder who writes every request by hand: no part of the product's client takes part. */
export class AdministratorByHand {
  readonly #service: Asked;
  key: string | undefined = validKey;

  constructor(service: Asked) {
    this.#service = service;
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
    const headers: Record<string, string> = { accept: 'application/json', 'content-type': 'application/json' };
    if (this.key !== undefined) headers['api-key'] = this.key;
    const url = path.startsWith('http') ? path : `/a/api/v2${path}`;
    return await ask(this.#service, method, url, headers, body);
  }
}
