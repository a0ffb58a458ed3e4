/** Gives the browser's own bars the colour of the screen below them. */
export function colourBars(): void {
  const page = document.documentElement;
  const name = page.dataset.screen === 'feed' ? '--stage' : '--canvas';
  const colour = getComputedStyle(page).getPropertyValue(name);
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', colour);
}
