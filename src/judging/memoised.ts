/** What stands under a key, made where nothing does. */
export function entryOf<Key, Entry>(map: Map<Key, Entry>, key: Key, make: () => Entry): Entry {
  const known = map.get(key);
  if (known !== undefined) return known;
  const fresh = make();
  map.set(key, fresh);
  return fresh;
}

/** How many texts are remembered, and how long each may be. */
const mostTexts = 512;
const longestText = 4096;

/** The same for each text as `find`, which goes by the text alone; what it found in the latest ones is remembered. */
export function remembered<Found>(find: (text: string) => Found): (text: string) => Found {
  const known = new Map<string, { readonly found: Found }>();
  return (text) => {
    if (text.length > longestText) return find(text);
    const before = known.get(text);
    if (before !== undefined) return before.found;
    const found = find(text);
    if (known.size === mostTexts) known.clear();
    known.set(text, { found });
    return found;
  };
}
