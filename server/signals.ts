import process from 'node:process';

/** SIGHUP: the terminal was closed. Node undoes what `nohup` sets, so there it ends a process too. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Within it a signal is the first one again: of one Ctrl-C a terminal tells all, and each parent too. */
const SAME_PRESS_MS = 1_000;

/**
 * Has the process ended in good order on the first signal, and ends it at once on the second.
 * @returns gives the signals their usual effect again
 */
export function onEndingSignal(
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
