/** Prints one line, and ends the script with status 2: wrong arguments, or no way to do its work. */
export function refuse(why: string): never {
  console.error(why);
  process.exit(2);
}

/** @param call the call in the usage line; words other than `known` after the script's name are refused */
export function rejectUnknownArguments(call: string, known: readonly string[] = []): void {
  const other = process.argv.slice(2).find((word) => !known.includes(word));
  if (other !== undefined) refuse(`"${other}" is not understood; usage: ${call}`);
}

const isCount = (text: string) => /^[1-9]\d{0,8}$/.test(text);

/**
 * Value of an environment variable: a whole number from 1 to 999,999,999.
 * @param fallback used when the variable is unset or empty; any other text ends the script, with one
 * line
 */
export function countFrom(name: string, fallback: number): number {
  const text = process.env[name];
  if (!text) return fallback;
  return isCount(text)
    ? Number(text)
    : refuse(`${name} must be a whole number from 1 to 999999999, not "${text}"`);
}

/** Value of an environment variable that is a list of such numbers, as `1,10,30`. */
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
