/**
 * Runs a function for all items concurrently and waits for all, so none still runs in the next test.
 * @throws the first failure of those items, once all have ended
 */
export async function runConcurrently<Item>(
  items: readonly Item[],
  run: (item: Item) => Promise<void>,
): Promise<void> {
  const ends = await Promise.allSettled(items.map(run));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
