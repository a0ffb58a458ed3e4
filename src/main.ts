import { openInspector } from './app/system/inspector.ts';
import { nextTask } from './app/system/next-task.ts';
import { createRoot } from './app/system/root.ts';
import { inviteCodeOfPage } from './ports/invite-code.ts';
import { needsPolyfills } from './ports/needs-polyfills.ts';
import { draw, loadModule } from './stages/modules.ts';
import { watchBack } from './ui/back.ts';
import { watchFocus } from './ui/lost-focus.ts';

async function begin(): Promise<void> {
  if (needsPolyfills()) (await import('./fallbacks.ts')).polyfill();
  await nextTask();
  const watch = import.meta.env.DEV ? await openInspector() : {};
  const { root, effects } = createRoot({ loadModule, draw, watch });
  const inviteCode = inviteCodeOfPage();
  // a member needs no invite code: it would wait for the next person on this device
  if (inviteCode && effects.storage.session.read() === null) {
    effects.storage.inviteCode.write(inviteCode);
  }
  await nextTask();
  root.start();
}

watchBack();
watchFocus();
begin();
