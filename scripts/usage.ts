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

const isCount = (text: string) => /^[1-9]\d{0,8}$/.test(text);

/**
 * What an environment variable says, a whole number from 1 to 999,999,999.
 * @param fallback where it is not set, or empty; anything else in it ends the script, with one line
 */
export function countFrom(name: string, fallback: number): number {
  const text = process.env[name];
  if (!text) return fallback;
  return isCount(text)
    ? Number(text)
    : refuse(`${name} must be a whole number from 1 to 999999999, not "${text}"`);
}

/** The same of a list, as `1,10,30`. */
export function countsFrom(name: string, fallback: readonly number[]): readonly number[] {
  const text = process.env[name];
  if (!text) return fallback;
  const counts = text.split(',');
  return counts.every(isCount)
    ? counts.map(Number)
    : refuse(
        `${name} must be whole numbers from 1 to 999999999 with commas between them, not "${text}"`,
      );
}
