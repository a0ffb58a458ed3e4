/** Moves a video into a box without interrupting it, where the browser can. */
export function place(box: HTMLElement, element: HTMLElement): void {
  if (element.parentNode === box) return;
  if ('moveBefore' in box && element.isConnected) box.moveBefore(element, box.firstChild);
  else box.prepend(element);
}
