import type { Point, Scheme } from '../../machines/theme.machine.ts';
import { colourBars } from './colour-bars.ts';
import { listen } from './listen.ts';

/** The latest requested scheme: after quick presses, the transition of an earlier press shows this scheme, too. */
let wanted: Scheme;

function show(): void {
  document.documentElement.dataset.theme = wanted;
  colourBars();
}

/**
 * Puts the document into a scheme.
 * @param at centre of the circle in which the new scheme opens; without it, without browser support or with reduced
 * motion, the scheme changes at once
 */
export function showScheme(scheme: Scheme, at?: Point): void {
  wanted = scheme;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (!at || isStill || !('startViewTransition' in document)) {
    show();
    return;
  }
  const { x, y } = at;
  const radius = Math.hypot(Math.max(x, innerWidth - x), Math.max(y, innerHeight - y));
  const { style } = document.documentElement;
  style.setProperty('--reveal-x', `${x}px`);
  style.setProperty('--reveal-y', `${y}px`);
  style.setProperty('--reveal-radius', `${radius}px`);
  // rejects after another press or in a hidden page, but the scheme changes then too
  document.startViewTransition(show).ready.catch(() => undefined);
}

const darkQuery = () => matchMedia('(prefers-color-scheme: dark)');

export const systemScheme = (): Scheme => (darkQuery().matches ? 'dark' : 'light');

/** Calls back with the system's colour scheme at every change. */
export const watchSystemScheme = (report: (scheme: Scheme) => void): (() => void) =>
  listen(darkQuery(), ['change'], () => report(systemScheme()));
