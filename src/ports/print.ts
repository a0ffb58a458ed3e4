/** Firefox on Android has no print before 114. */
export const canPrint = () => 'print' in globalThis;

/** Prints the page. The root element has the class meanwhile: styles hide parts by it. */
export function printWith(className: string): void {
  const { classList } = document.documentElement;
  classList.add(className);
  globalThis.print();
  classList.remove(className);
}
