import { ad } from './ad.laws.ts';
import { ads } from './ads.laws.ts';
import { agreement } from './agreement.laws.ts';
import { app } from './app.laws.ts';
import { appUpdate } from './app-update.laws.ts';
import { auth } from './auth.laws.ts';
import { breakReminder } from './break-reminder.laws.ts';
import { captions } from './captions.laws.ts';
import { claim } from './claim.laws.ts';
import { clipCache } from './clip-cache.laws.ts';
import { clipLoading } from './clip-loading.laws.ts';
import { connectivity } from './connectivity.laws.ts';
import { dailyShare } from './daily-share.laws.ts';
import { dataUsed } from './data-used.laws.ts';
import { debugCall, debugCalls, maintenance } from './debug.laws.ts';
import { deletion } from './deletion.laws.ts';
import { earning } from './earning.laws.ts';
import { emailLink } from './email.laws.ts';
import { emailChange } from './email-change.laws.ts';
import { emailConfirmation } from './email-confirmation.laws.ts';
import { feed } from './feed.laws.ts';
import { forgot } from './forgot.laws.ts';
import { friends } from './friends.laws.ts';
import { install } from './install.laws.ts';
import { landing } from './landing.laws.ts';
import type { Laws } from './law.ts';
import { list } from './list.laws.ts';
import { locale } from './locale.laws.ts';
import { myData } from './my-data.laws.ts';
import { nowPlaying } from './now-playing.laws.ts';
import { objection } from './objection.laws.ts';
import { outbox } from './outbox.laws.ts';
import { passkeyLogin, passkeys } from './passkeys.laws.ts';
import { password } from './password.laws.ts';
import { payout } from './payout.laws.ts';
import { proof } from './proof.laws.ts';
import { push } from './push.laws.ts';
import { recover, recovery } from './recovery.laws.ts';
import { registration } from './registration.laws.ts';
import { rendition } from './rendition.laws.ts';
import { report } from './report.laws.ts';
import { reset } from './reset.laws.ts';
import { resource } from './resource.laws.ts';
import { sessions } from './sessions.laws.ts';
import { share } from './share.laws.ts';
import { speed } from './speed.laws.ts';
import { statement } from './statement.laws.ts';
import { task } from './task.laws.ts';
import { tasks } from './tasks.laws.ts';
import { theme } from './theme.laws.ts';
import { ticker } from './ticker.laws.ts';
import { video } from './video.laws.ts';
import { watchProgress } from './watch-progress.laws.ts';
import { withdrawInfo } from './withdraw-info.laws.ts';
import { withdrawal } from './withdrawal.laws.ts';

/** The laws of every machine, by the names of the models. */
export const everyLaw: Record<string, Laws> = {
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
