/**
 * An account as the server covers it, short enough for a line: of what is hidden, four signs in a row
 * and one group of four say so, however long it is. Its groups stay on one line.
 */
export const coveredAccount = (account: string) =>
  account
    .replace(/\*{4}(?: \*{4})+(?= )/g, '****')
    .replace(/\*+/g, (stars) => '•'.repeat(Math.min(stars.length, 4)))
    .replaceAll(' ', '\u00a0')
    // a line may end behind these, unless they are joined to what follows
    .replace(/[/-]/g, '$&\u2060');
