/** Firefox on Android has no print before 114. */
export const canPrint = () => 'print' in globalThis;

/** Prints the page; with a class on its root element meanwhile, by which styles may leave parts out. */
export function printWith(className: string): void {
  const { classList } = document.documentElement;
  classList.add(className);
  globalThis.print();
  classList.remove(className);
}
