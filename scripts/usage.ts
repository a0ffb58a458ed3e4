/** Ends a script that was called wrongly, with one line. */
export function refuse(why: string): never {
  console.error(why);
  process.exit(2);
}

/** @param call how the script is called; other words after its name than `known` are refused */
export function refuseOthers(call: string, known: readonly string[] = []): void {
  const other = process.argv.slice(2).find((word) => !known.includes(word));
  if (other !== undefined) refuse(`"${other}" is not understood; usage: ${call}`);
}
