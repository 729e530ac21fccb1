/** The forms in which a service may give a secret away. */
export const secretForms: Readonly<Record<string, (secret: string) => string>> = {
  'in capitals': (secret) => secret.toUpperCase(),
  'in base64': (secret) => Buffer.from(secret).toString('base64'),
  'in base64 for URLs': (secret) => Buffer.from(secret).toString('base64url'),
  'in base64 behind a user name': (secret) => Buffer.from(`u:${secret}:p`).toString('base64'),
  'in base64 behind another user name': (secret) => Buffer.from(`me:${secret}`).toString('base64'),
  'in base64 over lines': (secret) =>
    (
      Buffer.from(secret)
        .toString('base64')
        .match(/.{1,7}/g) ?? []
    ).join('\r\n'),
  hexadecimal: (secret) => Buffer.from(secret).toString('hex'),
  'hexadecimal in capitals': (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
  'percent-encoded': (secret) => [...Buffer.from(secret)].map((byte) => `%${byte.toString(16)}`).join(''),
  'in character references': (secret) => [...secret].map((letter) => `&#${letter.charCodeAt(0)};`).join(''),
  'in hexadecimal references': (secret) => [...secret].map((c) => `&#x${c.charCodeAt(0).toString(16)};`).join(''),
  'in JSON escapes': (secret) =>
    [...secret].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  'split over lines': (secret) => (secret.match(/.{1,5}/g) ?? []).join('\n\t'),
  'split over lines of a JSON text': (secret) => (secret.match(/.{1,5}/g) ?? []).join('\\n'),
  'in JSON in JSON': (secret) => JSON.stringify(JSON.stringify(secret)).slice(3, -3),
  'in references in JSON in a URL': (secret) =>
    encodeURIComponent(JSON.stringify([...secret].map((letter) => `&#${letter.charCodeAt(0)};`).join(''))),
};
