/** What this browser listens at for push messages; null: nothing, or it has no push service. */
export async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** Whatever is sent to this browser from now on reaches nobody; it needs no connection. */
export async function endSubscription(): Promise<void> {
  await (await findSubscription())?.unsubscribe();
}
