const classes = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'] as const;

/**
 * A made-up value of the same form as `value`: each digit and each letter becomes another one, the rest stays, so that
 * the service refuses it for what it is and not for how it looks. Hexadecimal digits stay hexadecimal.
 */
export function forged(value: string): string {
  const hexadecimal = /^[0-9a-f]*$/i.test(value);
  let result = '';
  for (let at = 0; at < value.length; at++) {
    const character = value.charAt(at);
    const alphabet = classes.find((letters) => letters.includes(character));
    if (alphabet === undefined) {
      result += character;
      continue;
    }
    const size = hexadecimal && alphabet.length > 10 ? 6 : alphabet.length;
    result += alphabet.charAt((alphabet.indexOf(character) + 1 + (at % (size - 1))) % size);
  }
  return result;
}
