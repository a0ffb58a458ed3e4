import { isOn, type Run } from './invariant.ts';

/** Returns the visibility by the last `visibility.changed`. @param atFirst visibility before the first one */
export const isVisibleIn = (run: Run, atFirst = true): boolean =>
  run.moments.findLast(isOn('visibility.changed'))?.event.isVisible ?? atFirst;

export const shows = (run: Run): boolean => run.on('visibility.changed') && run.event.isVisible;
export const hides = (run: Run): boolean => run.on('visibility.changed') && !run.event.isVisible;
export const goesOnline = (run: Run): boolean =>
  run.on('connectivity.changed') && run.event.isOnline;
