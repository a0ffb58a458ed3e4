/**
 * A layer above a screen (dialog, sheet), which Back closes before it leaves the screen. Each open layer has one
 * entry in the browser's history, so that a Back gesture and a Back button have the same effect.
 */
interface Layer {
  readonly onBack: () => void;
}

/** Timeout for a step of the history in a busy browser. */
const LONGEST_STEP_MS = 1_000;

const layers: Layer[] = [];
/** this module's entries in the history, above the screen's own */
let entries = 0;
/** pending steps back by this module, which close no layer */
let ownSteps = 0;
let isScheduled = false;
/** whether the last step through the history went forward */
let isForward = false;

const depthOf = (state: unknown): number =>
  typeof state === 'object' && state !== null && 'layer' in state ? Number(state.layer) : 0;

/** Opens a layer. Back calls `onBack`, which may close it; the returned function removes the layer. */
export function openLayer(onBack: () => void): () => void {
  const layer = { onBack };
  layers.push(layer);
  schedule();
  return () => {
    const index = layers.indexOf(layer);
    if (index >= 0) layers.splice(index, 1);
    schedule();
  };
}

/**
 * Removes the entries of all open layers before the screen below is replaced: otherwise the uppermost layer's entry
 * would be replaced. Resolves when the screen's own entry is the current one, or after a timeout.
 */
export async function leaveLayers(): Promise<void> {
  if (entries > 0) stepBack(0);
  if (ownSteps === 0) return;
  await new Promise((arrived) => {
    addEventListener('popstate', arrived, { once: true });
    setTimeout(arrived, LONGEST_STEP_MS);
  });
}

function stepBack(depth: number): void {
  ownSteps += 1;
  history.go(depth - entries);
  entries = depth;
}

/** A layer that is removed and opened again in the same task keeps its entry. */
function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  queueMicrotask(() => {
    isScheduled = false;
    settle();
  });
}

function settle(): void {
  // the app has changed the screen meanwhile: the layers' entries are behind it
  if (entries > 0 && depthOf(history.state) === 0) entries = 0;
  while (entries < layers.length) {
    entries += 1;
    history.pushState({ layer: entries }, '');
  }
  if (entries > layers.length) stepBack(layers.length);
}

/** Called once, before any other listener for `popstate`. */
export function watchBack(): void {
  addEventListener('popstate', onPop);
  // older browsers (before 2026) may lack `navigation`
  globalThis.navigation?.addEventListener('currententrychange', ({ from }) => {
    isForward = from.index < (navigation.currentEntry?.index ?? 0);
  });
}

function onPop({ state }: PopStateEvent): void {
  if (ownSteps > 0) {
    ownSteps -= 1;
    return;
  }
  const depth = depthOf(state);
  // the entry's layer is closed: go on to the screen that was opened from it, or back
  if (depth > layers.length) {
    history.go(isForward && navigation.canGoForward ? 1 : -1);
    return;
  }
  entries = depth;
  for (const layer of layers.slice(depth).reverse()) layer.onBack();
  // a layer that may not close now gets its entry again, for the next Back
  schedule();
}
