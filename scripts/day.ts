/**
 * @param name of the option or variable that says it
 * @returns the day as it is written, 2026-11-20
 * @throws when there is no such day
 */
export function readDay(name: string, text: string): string {
  const start = new Date(`${text}T00:00:00Z`);
  const isDay = !Number.isNaN(start.getTime()) && start.toISOString().startsWith(`${text}T`);
  if (!isDay) throw new Error(`${name} ${text}: not a day such as 2026-11-20`);
  return text;
}
