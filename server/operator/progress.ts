const EVERY_MS = 1_000;
/** Seconds in which nothing is said. */
const PATIENCE = 2;

/** Hears what is being done, and how much of it is, from 0 to 1, where that is known. */
export type Report = (step: string, share?: number) => void;

/**
 * Says once a second how far a command is, from its third second on.
 * @param name of the command: what is said of work that reports nothing is how long it has taken
 */
function startProgress(
  name: string,
  say: (text: string) => void,
): { report: Report; stop: () => void } {
  let [step, share]: [string, number | undefined] = [name, undefined];
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += 1;
    if (seconds < PATIENCE) return;
    const far = share === undefined ? `${seconds} s` : `${Math.floor(share * 100)} %`;
    say(`${step}: ${far}`);
  }, EVERY_MS);
  return {
    report: (what, part) => {
      [step, share] = [what, part];
    },
    stop: () => clearInterval(timer),
  };
}

/** @param say null: nobody waits */
export async function withProgress<Result>(
  name: string,
  say: ((text: string) => void) | null,
  work: (report: Report) => Promise<Result>,
): Promise<Result> {
  if (say === null) return work(() => {});
  const { report, stop } = startProgress(name, say);
  try {
    return await work(report);
  } finally {
    stop();
  }
}
