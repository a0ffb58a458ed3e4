import type { DeviceInfo } from '../../../machines/app/resources.ts';
import { openClaimStore } from '../../ports/claim-store.ts';

/** Queued and unreadable claims on this device; null where this browser stores none. */
export async function readClaims(): Promise<DeviceInfo['claims']> {
  const store = openClaimStore();
  try {
    const [ids, unreadable] = await Promise.all([store.ids(), store.unreadable()]);
    return { kept: ids.length, unreadable: unreadable.map((entry) => JSON.stringify(entry)) };
  } catch {
    return null;
  } finally {
    store.close();
  }
}
