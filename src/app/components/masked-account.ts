/**
 * A masked account, shortened to fit a line: at most four hidden characters in a row, and one hidden group
 * for several. The groups stay on one line.
 */
export const shortMaskedAccount = (account: string) =>
  account
    .replace(/\*{4}(?: \*{4})+(?= )/g, '****')
    .replace(/\*+/g, (stars) => '•'.repeat(Math.min(stars.length, 4)))
    .replaceAll(' ', '\u00a0')
    // a line may break after these characters, unless they are joined to the next one
    .replace(/[/-]/g, '$&\u2060');
