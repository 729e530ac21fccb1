import { isRecord, textsIn } from '../../contract/jsonShape.ts';
import type { Exchange } from '../../result/exchange.ts';

/** What may be a key, where it stands in another place than the document says. */
const keyLike = /^\S{12,512}$/;

/**
 * API keys that an answer gives away, which nothing that leaves the process may show: `response.apiKey` of a regeneration,
 * and where there is none whatever looks like a key.
 */
export function keysIn({ endpoint, httpStatus, json }: Exchange): readonly string[] {
  if (endpoint !== 'regenerate-key' || httpStatus >= 400) return [];
  const { response = json } = isRecord(json) ? json : {};
  if (isRecord(response) && typeof response.apiKey === 'string') return [response.apiKey];
  return textsIn(response).filter((text) => keyLike.test(text));
}
