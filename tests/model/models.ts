import type { Model } from './model.ts';
import { deletion, myData, registration, sessions, statement } from './models.account.ts';
import { advertised, feedWithAds, planning } from './models.ads.ts';
import { agreement } from './models.agreement.ts';
import { routeModel, sharing, starting } from './models.app.ts';
import { debugCall, debugCalls, maintenance } from './models.debug.ts';
import {
  breakReminder,
  captions,
  clipCache,
  clipLoading,
  connectivity,
  dataUsed,
  nowPlaying,
  speed,
  watchProgress,
} from './models.device.ts';
import { earning, feedOverDays } from './models.earning.ts';
import { emailChange, emailConfirmation, emailLink } from './models.email.ts';
import { payout, sending, storing, withdrawInfo, withdrawing } from './models.money.ts';
import { objected, objection } from './models.objection.ts';
import { passkeyLogin, passkeys, proof } from './models.passkeys.ts';
import {
  appUpdate,
  auth,
  friends,
  install,
  list,
  locale,
  resource,
  task,
  tasks,
  theme,
} from './models.person.ts';
import { push } from './models.push.ts';
import { recover, recovery } from './models.recovery.ts';
import { dailyShare, forgot, landing, password, report, reset, share } from './models.share.ts';
import {
  claiming,
  feed,
  feedThatSaves,
  feedWithClip,
  prompted,
  rendition,
  ticker,
  watching,
} from './models.watch.ts';

/** Every machine of the product; a machine with several models is walked in each. */
export const models: Record<string, Model[]> = {
  app: [starting, routeModel, sharing],
  auth: [auth],
  outbox: [storing, sending],
  registration: [registration],
  rendition: [rendition('small'), rendition('medium'), rendition('large')],
  resource: [resource],
  list: [list],
  friends: [friends],
  theme: [
    theme(null, 'light'),
    theme(null, 'dark'),
    theme('dark', 'light'),
    theme('light', 'dark'),
  ],
  locale: [locale],
  withdrawInfo: [withdrawInfo],
  withdrawal: [withdrawing],
  payout: [payout],
  feed: [feed, feedWithClip, feedThatSaves, feedWithAds, feedOverDays],
  earning: [earning],
  connectivity: [connectivity(false), connectivity(true)],
  clipLoading: [clipLoading(null), clipLoading('less')],
  dataUsed: [dataUsed],
  nowPlaying: [nowPlaying],
  breakReminder: [breakReminder],
  captions: [
    captions(null),
    captions({ isOn: true, language: 'en' }),
    captions({ isOn: false, language: null }),
  ],
  speed: [speed],
  watchProgress: [watchProgress],
  ads: [planning(true), planning(false)],
  ad: [advertised],
  video: [watching(false), watching(true), watching(false, true), prompted],
  claim: [claiming('unknown'), claiming('open')],
  install: [install(false), install(true), install(false, true)],
  appUpdate: [appUpdate],
  task: [task('notification', false), task('notification', true), task('download_app', false)],
  tasks: [tasks],
  landing: [landing],
  passkeys: [passkeys],
  passkeyLogin: [passkeyLogin],
  password: [password],
  objection: [objection, objected],
  proof: [proof],
  report: [report],
  agreement: [agreement],
  sessions: [sessions],
  myData: [myData],
  statement: [statement],
  deletion: [deletion],
  forgot: [forgot],
  recover: [recover],
  recovery: [recovery],
  reset: [reset],
  emailLink: [emailLink],
  emailChange: [emailChange],
  emailConfirmation: [emailConfirmation],
  share: [share],
  push: [push],
  ticker: [ticker],
  clipCache: [clipCache],
  dailyShare: [dailyShare(null), dailyShare('2026-01-02')],
  debugCall: [debugCall],
  debugCalls: [debugCalls],
  maintenance: [maintenance],
};
