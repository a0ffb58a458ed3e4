import { listen, together } from './listen.ts';

/** Maximum movement of a holding finger in pixels; a longer movement is a swipe. */
const STILL_PX = 12;
const KEYS = ['ArrowLeft', 'ArrowRight'];
const ENDS = [...KEYS, 'Meta'];

interface Hold {
  /** CSS selector of the surface to hold */
  surface: string;
  report: (isHeld: boolean) => void;
  /** whether the hold had an effect: then its release does not count as a press */
  wasUsed: () => boolean;
}

/**
 * Reports when a finger or the mouse is held on the surface, or the left or right arrow key, and when the hold ends.
 * Returns an unsubscribe function.
 */
export function watchHold({ surface, report, wasUsed }: Hold): () => void {
  let start: PointerEvent | null = null;
  let swallowsClick = false;
  const end = () => {
    if (!start) return;
    start = null;
    swallowsClick = wasUsed();
    report(false);
  };
  const isKey = ({ key, repeat, altKey, ctrlKey, metaKey }: KeyboardEvent) =>
    KEYS.includes(key) &&
    !(repeat || altKey || ctrlKey || metaKey) &&
    document.querySelector('dialog[open]') === null;
  return together(
    end,
    listen(document, ['pointerdown'], (event: PointerEvent) => {
      swallowsClick = false;
      if (!event.isPrimary || event.button !== 0) return;
      if (!(event.target as Element).closest(surface)) return;
      start = event;
      report(true);
    }),
    listen(document, ['pointermove'], ({ clientX, clientY }: PointerEvent) => {
      if (!start) return;
      if (Math.hypot(clientX - start.clientX, clientY - start.clientY) > STILL_PX) end();
    }),
    listen(document, ['pointerup', 'pointercancel'], end),
    // on some phones a long press opens a menu
    listen(document, ['contextmenu'], (event: Event) => start && event.preventDefault()),
    listen(
      document,
      ['click'],
      (event: MouseEvent) => {
        // lets a key's click (`detail` 0) pass: an earlier touch that caused no click may have left the flag set
        if (!swallowsClick || event.detail === 0) return;
        swallowsClick = false;
        event.stopPropagation();
      },
      { capture: true },
    ),
    listen(document, ['keydown'], (event: KeyboardEvent) => isKey(event) && report(true)),
    // macOS sends no `keyup` of other keys while the command key is held
    listen(document, ['keyup'], ({ key }: KeyboardEvent) => ENDS.includes(key) && report(false)),
    listen(globalThis, ['blur'], () => report(false)),
  );
}
