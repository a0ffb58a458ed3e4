/** Asks the browser to keep what is here when room gets scarce; it may say no. */
export async function askToPersist(): Promise<void> {
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist();
  } catch {
    // blocked, or not known to this browser
  }
}
