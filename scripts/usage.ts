/** Ends a script that was called wrongly, with one line. */
export function refuse(why: string): never {
  console.error(why);
  process.exit(2);
}
