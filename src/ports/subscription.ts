/** This browser's push subscription; null: none, or the browser has no push service. */
export async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** Ends the push subscription: later messages do not reach this browser. Works offline, too. */
export async function endSubscription(): Promise<void> {
  await (await findSubscription())?.unsubscribe();
}
