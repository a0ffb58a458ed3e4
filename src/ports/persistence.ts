/** Asks the browser not to evict this site's data when the disk is full; the browser may refuse. */
export async function askToPersist(): Promise<void> {
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist();
  } catch {
    // blocked, or unknown to this browser
  }
}
