import { info } from '../../../contract/user.calls.ts';
import type { Effects } from '../system/effects.ts';

/**
 * Makes a call by which an ended session is noticed: `api` then reports its end to the whole app.
 */
export function checkSession({ api, storage }: Effects): void {
  if (storage.session.read()) api(info, {}).catch(() => undefined);
}
