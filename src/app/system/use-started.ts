import { useEffect } from 'react';
import type { SheetStart } from './starts.ts';
import { useEffects, useRoot } from './use-child.ts';

/** Starts a child loaded with the component that draws it; a running child continues. */
export function useStarted(start: SheetStart, isDue = true): void {
  const root = useRoot();
  const effects = useEffects();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a start may be made anew at each drawing
  useEffect(() => {
    if (isDue) root.send({ type: 'module.fetched', output: [start(effects)] });
  }, [root, effects, isDue]);
}
