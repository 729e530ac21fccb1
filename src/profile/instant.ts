const iso = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)\s*(Z|[+-]\d\d:?\d\d)?$/i;

/** Reads an instant as ISO 8601 has it (without a zone in UTC), or seconds or milliseconds since 1970; ms, null for none. */
export function instantOf(text: string): number | null {
  if (/^\d{1,11}(?:\.\d+)?$/.test(text)) return Number(text) * 1000;
  if (/^\d{12,14}$/.test(text)) return Number(text);
  const [, day, time, zone = 'Z'] = iso.exec(text) ?? [];
  if (day === undefined || time === undefined) return null;
  const spelt = zone.toUpperCase().replace(/(\d\d)(\d\d)$/, '$1:$2');
  const instantMs = Date.parse(`${day}T${time.replace(',', '.')}${spelt}`);
  return Number.isNaN(instantMs) ? null : instantMs;
}
