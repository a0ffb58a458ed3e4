const PATIENCE_MS = 2_000;
const EVERY_MS = 1_000;

/**
 * Says how far work is: nothing in the first two seconds, then once a second.
 * @param now milliseconds of a clock that never goes back
 * @returns takes the step, and how much of it is done, from 0 to 1
 */
export function sayProgress(
  say: (text: string) => void = () => {},
  now: () => number = () => performance.now(),
): (step: string, share: number) => void {
  let next = now() + PATIENCE_MS;
  return (step, share) => {
    if (now() < next) return;
    next = now() + EVERY_MS;
    say(`${step}: ${Math.floor(share * 100)} %`);
  };
}
