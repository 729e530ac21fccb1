/** Whether a text is what a program writes where it has no value, and not a text of anybody's. */
export function isPlaceholder(text: string): boolean {
  return /^(?:null|undefined|none|nan|\[object \w+\])$/i.test(text.trim());
}

/** As `isPlaceholder`, where a URL is due: words for people are none either. */
export function isNoUrl(text: string): boolean {
  return isPlaceholder(text) || /^n\/?a$/i.test(text.trim());
}
