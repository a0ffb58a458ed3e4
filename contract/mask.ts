const charactersOf = (text: string) =>
  Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

/**
 * Masks a name for strangers. Of more than 6 characters, the first 2, 3 stars and the last 2 remain; otherwise the
 * first character, and a star for each other one. Counts characters as people do, not UTF-16 units.
 */
export function maskName(name: string): string {
  const characters = charactersOf(name);
  if (characters.length <= 6) {
    return (characters[0] ?? '') + '*'.repeat(Math.max(characters.length - 1, 0));
  }
  return `${characters.slice(0, 2).join('')}***${characters.slice(-2).join('')}`;
}

/**
 * Masks an account. Of a long account the first 2 and the last 4 characters remain, never more than half. There are
 * as many stars as hidden characters.
 * @param written the account with the separators of its usual form, which stay
 */
export function maskAccount(account: string, written = account): string {
  const masked = maskPlain(account);
  if (written === account) return masked;
  const plain = charactersOf(account);
  const left = charactersOf(masked);
  const shown = charactersOf(written).map((sign) => {
    if (sign !== plain[0]) return sign;
    plain.shift();
    return left.shift();
  });
  // the written form lacks a character of the account or has another order, so it might show hidden characters
  return plain.length === 0 ? shown.join('') : masked;
}

function maskPlain(account: string): string {
  const characters = charactersOf(account);
  const shown = Math.floor(characters.length / 2);
  const last = Math.min(4, shown);
  const first = Math.min(2, shown - last);
  const end = characters.length - last;
  return (
    characters.slice(0, first).join('') + '*'.repeat(end - first) + characters.slice(end).join('')
  );
}

/** The last four characters of an account, never more than half of it, after an ellipsis for the hidden ones. */
export function accountSuffix(account: string): string {
  const characters = charactersOf(account);
  const shown = Math.min(4, Math.floor(characters.length / 2));
  return account === '' ? '' : `…${characters.slice(characters.length - shown).join('')}`;
}
