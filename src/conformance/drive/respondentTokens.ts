/** What every text begins with that marks a resource as made by canvass. */
export const markerStart = 'canvass ';

/** The form of a token: a mark that no survey text has, and a number of the run and of the respondent. */
const tokenForm = /cvs[0-9a-z]{6}x\d{5}z/g;

/**
 * Tokens that the free texts of a probe's respondents carry, one each: whatever comes back with another's token has
 * leaked from a respondent to another.
 */
export class RespondentTokens {
  readonly #run: string;
  #count = 0;

  /** @param seed tells this run's tokens from those of other runs against the same service. */
  constructor(seed: number) {
    this.#run = (seed >>> 0).toString(36).padStart(6, '0').slice(-6);
  }

  next(): string {
    this.#count++;
    return `cvs${this.#run}x${String(this.#count).padStart(5, '0')}z`;
  }

  /** The token of another respondent in `text`, or `null`. */
  foreignIn(text: string, own: string): string | null {
    return text.match(tokenForm)?.find((token) => token !== own) ?? null;
  }
}
