import { info } from '../../../contract/user.calls.ts';
import type { Effects } from '../system/effects.ts';

/** Makes a call to notice an ended session: `api` then reports it to the whole app. */
export function checkSession({ api, storage }: Effects): void {
  if (storage.session.read()) api(info, {}).catch(() => undefined);
}
