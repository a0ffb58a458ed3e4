const EVERY_MS = 1_000;
/** Seconds without any output. */
const PATIENCE = 2;

/** Receives the current step and, if known, its share from 0 to 1. */
export type Report = (step: string, share?: number) => void;

/**
 * Prints a command's progress once a second, from its third second on.
 * @param name of the command: printed with the elapsed time while the work reports nothing
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

/** Runs work, and prints its progress. @param say null: nobody watches, and nothing is printed */
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
