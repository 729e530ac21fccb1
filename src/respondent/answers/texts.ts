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

/** A free text that carries `token`, one to three phrases long, escaped as in JSON. */
export function drawText(random: Random, token: string): string {
  let text = token;
  const count = random.between(1, 3);
  for (let i = 0; i < count; i++) text += ` ${phrases[random.below(phrases.length)]}`;
  return text;
}
