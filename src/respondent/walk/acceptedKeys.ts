/** API keys that the service has accepted in this run. */
export class AcceptedKeys {
  readonly #accepted = new Set<string>();
  #latest: string | null = null;

  accept(apiKey: string | null): void {
    if (apiKey === null || apiKey === this.#latest) return;
    this.#latest = apiKey;
    this.#accepted.add(apiKey);
  }

  isAccepted(apiKey: string | null): boolean {
    return apiKey !== null && this.#accepted.has(apiKey);
  }
}
