import { isOn, type Run } from './law.ts';

/** Whether it is seen, as far as it was told. @param atFirst before anything was */
export const isVisibleIn = (run: Run, atFirst = true): boolean =>
  run.moments.findLast(isOn('visibility.changed'))?.event.isVisible ?? atFirst;

export const shows = (run: Run): boolean => run.on('visibility.changed') && run.event.isVisible;
export const hides = (run: Run): boolean => run.on('visibility.changed') && !run.event.isVisible;
export const goesOnline = (run: Run): boolean =>
  run.on('connectivity.changed') && run.event.isOnline;
