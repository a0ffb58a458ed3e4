import process from 'node:process';

/** SIGHUP: the terminal was closed. Node overrides `nohup`, so the signal ends the process there, too. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Signals within this time count as one: a terminal sends Ctrl-C to all processes, and each parent passes
 * it on.
 */
const SAME_PRESS_MS = 1_000;

/**
 * Ends the process in good order on the first signal, and at once on the second.
 * @returns a function that restores the signals' usual effect
 */
export function onShutdownSignal(
  end: () => void,
  endAtOnce: () => void = () => process.exit(1),
): () => void {
  let begun: number | null = null;
  const onSignal = () => {
    if (begun !== null) {
      if (performance.now() - begun > SAME_PRESS_MS) endAtOnce();
      return;
    }
    begun = performance.now();
    end();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return () => {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  };
}
