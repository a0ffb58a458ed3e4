/**
 * A name as strangers may see it: over 6 characters the first 2, up to 3 stars, the last 2;
 * otherwise the first character, then stars. Counts characters as people do, not UTF-16 units.
 */
export function maskName(name: string): string {
  const characters = Array.from(new Intl.Segmenter().segment(name), (part) => part.segment);
  if (characters.length <= 6) {
    return (characters[0] ?? '') + '*'.repeat(Math.max(characters.length - 1, 0));
  }
  const stars = '*'.repeat(Math.min(3, characters.length - 4));
  return characters.slice(0, 2).join('') + stars + characters.slice(-2).join('');
}

/** An account number read back to its owner: only the last 4 characters are shown. */
export function maskAccount(account: string): string {
  const characters = Array.from(account);
  const hidden = Math.max(characters.length - 4, 0);
  return '*'.repeat(hidden) + characters.slice(hidden).join('');
}
