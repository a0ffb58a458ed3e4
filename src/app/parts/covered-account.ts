/** An account as the server covers it, but for its end: four signs say so, however long it is. */
export const coveredAccount = (account: string) =>
  account.replace(/\*+/, (stars) => '•'.repeat(Math.min(stars.length, 4)));
