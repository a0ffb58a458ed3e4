/** Adds a listener for each of these events; the returned function removes it. */
export function listen(
  target: EventTarget | undefined,
  types: readonly string[],
  report: (event: never) => void,
  options?: AddEventListenerOptions,
): () => void {
  const listener = report as EventListener;
  for (const type of types) target?.addEventListener(type, listener, options);
  return () => {
    for (const type of types) target?.removeEventListener(type, listener, options);
  };
}

/** Combines several unsubscribe functions into one. */
export const together =
  (...unsubscribes: readonly (() => unknown)[]) =>
  () => {
    for (const unsubscribe of unsubscribes) unsubscribe();
  };
