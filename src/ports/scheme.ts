import type { Point, Scheme } from '../../machines/theme.machine.ts';
import { colourBars } from './colour-bars.ts';
import { listen } from './listen.ts';

/** Of several presses in a row the last one counts, whichever circle is still opening. */
let wanted: Scheme;

function show(): void {
  document.documentElement.dataset.theme = wanted;
  colourBars();
}

/**
 * Puts the document into a scheme.
 * @param at where the new scheme opens as a circle; without it, where the browser cannot, and for
 *   those who asked for less motion, it is simply there
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
  // cut short by the next press, or in a page that nobody sees: the scheme is shown all the same
  document.startViewTransition(show).ready.catch(() => undefined);
}

const darkQuery = () => matchMedia('(prefers-color-scheme: dark)');

export const systemScheme = (): Scheme => (darkQuery().matches ? 'dark' : 'light');

/** Calls back with the system's colour scheme at every change. */
export const watchSystemScheme = (report: (scheme: Scheme) => void): (() => void) =>
  listen(darkQuery(), ['change'], () => report(systemScheme()));
