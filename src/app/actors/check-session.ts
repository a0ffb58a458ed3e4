import { info } from '../../../contract/user.calls.ts';
import type { Effects } from '../system/effects.ts';

/** Makes a call for a session that may be over: if it is, whoever makes calls says so to all. */
export function checkSession({ api, storage }: Effects): void {
  if (storage.session.read()) api(info, {}).catch(() => undefined);
}
