import { listen, together } from './listen.ts';

/** A finger that goes further swipes. */
const STILL_PX = 12;
const KEYS = ['ArrowLeft', 'ArrowRight'];
const ENDS = [...KEYS, 'Meta'];

interface Hold {
  /** of what is held */
  surface: string;
  report: (isHeld: boolean) => void;
  /** holding has done something: letting go is then no press */
  wasUsed: () => boolean;
}

/** Reports a finger, a mouse or an arrow key that is held on the clip, until the returned function is called. */
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
    // a long press asks for a menu on some phones
    listen(document, ['contextmenu'], (event: Event) => start && event.preventDefault()),
    listen(
      document,
      ['click'],
      (event: MouseEvent) => {
        // a key's click has no count: a long touch may have had none itself
        if (!swallowsClick || event.detail === 0) return;
        swallowsClick = false;
        event.stopPropagation();
      },
      { capture: true },
    ),
    listen(document, ['keydown'], (event: KeyboardEvent) => isKey(event) && report(true)),
    // macOS tells of no other key that is let go while the command key is held
    listen(document, ['keyup'], ({ key }: KeyboardEvent) => ENDS.includes(key) && report(false)),
    listen(globalThis, ['blur'], () => report(false)),
  );
}
