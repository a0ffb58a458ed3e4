/** Firefox on Android has no print before 114. */
export const canPrint = () => 'print' in globalThis;

/**
 * Prints the page. The root element has the class until the next press: styles for paper hide the rest of the page by
 * it. Safari returns from `print()` before it lays out the paper (MDN, `Window.print()`).
 */
export function printWith(className: string): void {
  const { classList } = document.documentElement;
  const presses = new AbortController();
  const remove = () => {
    classList.remove(className);
    presses.abort();
  };
  classList.add(className);
  for (const press of ['pointerdown', 'keydown', 'click'])
    addEventListener(press, remove, { capture: true, signal: presses.signal });
  globalThis.print();
}
