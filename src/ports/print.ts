/** Firefox on Android has no print before 114. */
export const canPrint = () => 'print' in globalThis;

/** Prints the page. The root element has the class meanwhile, by which styles hide parts of the page. */
export function printWith(className: string): void {
  const { classList } = document.documentElement;
  classList.add(className);
  globalThis.print();
  classList.remove(className);
}
