import { ad } from './ad.invariants.ts';
import { ads } from './ads.invariants.ts';
import { agreement } from './agreement.invariants.ts';
import { app } from './app.invariants.ts';
import { appUpdate } from './app-update.invariants.ts';
import { auth } from './auth.invariants.ts';
import { breakReminder } from './break-reminder.invariants.ts';
import { captions } from './captions.invariants.ts';
import { claim } from './claim.invariants.ts';
import { clipCache } from './clip-cache.invariants.ts';
import { clipLoading } from './clip-loading.invariants.ts';
import { connectivity } from './connectivity.invariants.ts';
import { dailyShare } from './daily-share.invariants.ts';
import { dataUsed } from './data-used.invariants.ts';
import { debugCall, debugCalls, maintenance } from './debug.invariants.ts';
import { deletion } from './deletion.invariants.ts';
import { earning } from './earning.invariants.ts';
import { emailLink } from './email.invariants.ts';
import { emailChange } from './email-change.invariants.ts';
import { emailConfirmation } from './email-confirmation.invariants.ts';
import { feed } from './feed.invariants.ts';
import { forgot } from './forgot.invariants.ts';
import { friends } from './friends.invariants.ts';
import { install } from './install.invariants.ts';
import type { Invariants } from './invariant.ts';
import { landing } from './landing.invariants.ts';
import { list } from './list.invariants.ts';
import { locale } from './locale.invariants.ts';
import { myData } from './my-data.invariants.ts';
import { nowPlaying } from './now-playing.invariants.ts';
import { objection } from './objection.invariants.ts';
import { outbox } from './outbox.invariants.ts';
import { passkeyLogin, passkeys } from './passkeys.invariants.ts';
import { password } from './password.invariants.ts';
import { payout } from './payout.invariants.ts';
import { proof } from './proof.invariants.ts';
import { push } from './push.invariants.ts';
import { recover, recovery } from './recovery.invariants.ts';
import { registration } from './registration.invariants.ts';
import { rendition } from './rendition.invariants.ts';
import { report } from './report.invariants.ts';
import { reset } from './reset.invariants.ts';
import { resource } from './resource.invariants.ts';
import { sessions } from './sessions.invariants.ts';
import { share } from './share.invariants.ts';
import { speed } from './speed.invariants.ts';
import { statement } from './statement.invariants.ts';
import { task } from './task.invariants.ts';
import { tasks } from './tasks.invariants.ts';
import { theme } from './theme.invariants.ts';
import { ticker } from './ticker.invariants.ts';
import { video } from './video.invariants.ts';
import { watchProgress } from './watch-progress.invariants.ts';
import { withdrawInfo } from './withdraw-info.invariants.ts';
import { withdrawal } from './withdrawal.invariants.ts';

/** The invariants of every machine, by the names of the models. */
export const allInvariants: Record<string, Invariants> = {
  ad,
  ads,
  app,
  appUpdate,
  auth,
  breakReminder,
  captions,
  claim,
  clipCache,
  clipLoading,
  dailyShare,
  dataUsed,
  debugCall,
  debugCalls,
  feed,
  forgot,
  friends,
  install,
  landing,
  earning,
  connectivity,
  list,
  locale,
  maintenance,
  deletion,
  myData,
  statement,
  nowPlaying,
  objection,
  outbox,
  password,
  payout,
  push,
  recover,
  passkeyLogin,
  passkeys,
  recovery,
  registration,
  rendition,
  report,
  agreement,
  reset,
  emailLink,
  emailChange,
  proof,
  emailConfirmation,
  resource,
  sessions,
  share,
  task,
  tasks,
  speed,
  theme,
  ticker,
  video,
  watchProgress,
  withdrawInfo,
  withdrawal,
};
