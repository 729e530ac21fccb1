import { liveMarkup, markedText } from '../../judging/tokens.ts';
import type { Random } from '../random.ts';

/** Phrases, escaped as in JSON: many scripts, combining marks, right-to-left text, characters beyond the basic plane, and quotes. */
const phrases = [
  'Quick and friendly, thank you.',
  'Naïve café crème — déjà vu',
  'Straße, Größe, Übung',
  'Пожалуйста, быстрее',
  'とても良かったです',
  '非常满意',
  '정말 좋았어요',
  'شكرا جزيلا',
  'תודה רבה',
  'ขอบคุณมาก',
  'धन्यवाद',
  '👩‍👩‍👧‍👦 🎉 👍🏽',
  'e\u0301 o\u0308 n\u0303',
  '𝒻𝒶𝓃𝒸𝓎 𐍈',
  `"quoted" & 'single' <b>tags</b> \\ / 100 %`,
  'one, two; three: four',
  'a + b = c (d) [e] {f}',
].map((phrase) => JSON.stringify(phrase).slice(1, -1));

/**
 * A free text, escaped as in JSON, that carries `token`: one to three phrases. After refusals it suits narrower
 * fields: one word, then a number, which alone is without the token.
 */
export function drawText(random: Random, token: string, refusals: number): string {
  if (refusals === 1) return token;
  if (refusals > 1) return String(random.between(1, 99));
  let text = random.chance(0.2) ? `${token} ${liveMarkup}b</${markedText}> &amp;` : token;
  const count = random.between(1, 3);
  for (let i = 0; i < count; i++) text += ` ${phrases[random.below(phrases.length)]}`;
  return text;
}
