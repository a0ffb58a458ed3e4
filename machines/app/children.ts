import type { ActorRefFrom } from 'xstate';
import type { adsMachine } from '../ads.machine.ts';
import type { agreementMachine } from '../agreement.machine.ts';
import type { appUpdateMachine } from '../app-update.machine.ts';
import type { authMachine } from '../auth/auth.machine.ts';
import type { breakReminderMachine } from '../break-reminder.machine.ts';
import type { captionsMachine } from '../captions.machine.ts';
import type { clipCacheMachine } from '../clip-cache.machine.ts';
import type { clipLoadingMachine } from '../clip-loading.machine.ts';
import type { connectivityMachine } from '../connectivity.machine.ts';
import type { dailyShareMachine } from '../daily-share.machine.ts';
import type { dataUsedMachine } from '../data-used.machine.ts';
import type { debugCallsMachine } from '../debug-calls.machine.ts';
import type { deletionMachine } from '../deletion.machine.ts';
import type { earningMachine } from '../earning.machine.ts';
import type { emailChangeMachine } from '../email-change.machine.ts';
import type { emailConfirmationMachine } from '../email-confirmation.machine.ts';
import type { emailLinkMachine } from '../email-link.machine.ts';
import type { feedMachine } from '../feed/feed.machine.ts';
import type { forgotMachine } from '../forgot.machine.ts';
import type { friendsMachine } from '../friends.machine.ts';
import type { installMachine } from '../install.machine.ts';
import type { landingMachine } from '../landing.machine.ts';
import type { localeMachine } from '../locale.machine.ts';
import type { maintenanceMachine } from '../maintenance.machine.ts';
import type { myDataMachine } from '../my-data.machine.ts';
import type { nowPlayingMachine } from '../now-playing.machine.ts';
import type { objectionMachine } from '../objection.machine.ts';
import type { outboxMachine } from '../outbox/outbox.machine.ts';
import type { passkeyLoginMachine } from '../passkey-login.machine.ts';
import type { passkeysMachine } from '../passkeys.machine.ts';
import type { passwordMachine } from '../password.machine.ts';
import type { proofMachine } from '../proof.machine.ts';
import type { pushMachine } from '../push/push.machine.ts';
import type { recoverMachine } from '../recover.machine.ts';
import type { recoveryMachine } from '../recovery.machine.ts';
import type { renditionMachine } from '../rendition.machine.ts';
import type { reportMachine } from '../report.machine.ts';
import type { resetMachine } from '../reset.machine.ts';
import type { sessionsMachine } from '../sessions.machine.ts';
import type { shareMachine } from '../share.machine.ts';
import type { speedMachine } from '../speed.machine.ts';
import type { statementMachine } from '../statement.machine.ts';
import type { tasksMachine } from '../tasks.machine.ts';
import type { themeMachine } from '../theme.machine.ts';
import type { tickerMachine } from '../ticker.machine.ts';
import type { watchProgressMachine } from '../watch-progress.machine.ts';
import type { withdrawInfoMachine } from '../withdraw-info.machine.ts';
import type { withdrawalMachine } from '../withdrawal/withdrawal.machine.ts';
import type { Resources } from './resources.ts';

/** The root machine's children, by their ids. */
export interface AppChildren extends Resources {
  auth: typeof authMachine;
  outbox: typeof outboxMachine;
  locale: typeof localeMachine;
  theme: typeof themeMachine;
  install: typeof installMachine;
  push: typeof pushMachine;
  appUpdate: typeof appUpdateMachine;
  rendition: typeof renditionMachine;
  connectivity: typeof connectivityMachine;
  clipLoading: typeof clipLoadingMachine;
  dataUsed: typeof dataUsedMachine;
  nowPlaying: typeof nowPlayingMachine;
  breakReminder: typeof breakReminderMachine;
  /** members only */
  watchProgress: typeof watchProgressMachine;
  /** only when a clip has captions */
  captions: typeof captionsMachine;
  /** only after a clip was paid */
  speed: typeof speedMachine;
  ticker: typeof tickerMachine;
  clipCache: typeof clipCacheMachine;
  dailyShare: typeof dailyShareMachine;
  feed: typeof feedMachine;
  /** members only */
  earning: typeof earningMachine;
  /** after all else is loaded */
  ads: typeof adsMachine;
  'share-feed': typeof shareMachine;
  'share-limit': typeof shareMachine;
  'share-invite': typeof shareMachine;
  'share-tasks': typeof shareMachine;
  withdrawal: typeof withdrawalMachine;
  withdrawInfo: typeof withdrawInfoMachine;
  agreement: typeof agreementMachine;
  landing: typeof landingMachine;
  passkeyLogin: typeof passkeyLoginMachine;
  passkeys: typeof passkeysMachine;
  proof: typeof proofMachine;
  password: typeof passwordMachine;
  report: typeof reportMachine;
  objection: typeof objectionMachine;
  sessions: typeof sessionsMachine;
  myData: typeof myDataMachine;
  statement: typeof statementMachine;
  deletion: typeof deletionMachine;
  reset: typeof resetMachine;
  emailChange: typeof emailChangeMachine;
  emailConfirmation: typeof emailConfirmationMachine;
  emailLink: typeof emailLinkMachine;
  forgot: typeof forgotMachine;
  recover: typeof recoverMachine;
  recovery: typeof recoveryMachine;
  tasks: typeof tasksMachine;
  friends: typeof friendsMachine;
  debugCalls: typeof debugCallsMachine;
  maintenance: typeof maintenanceMachine;
}

export type ChildId = keyof AppChildren;
export type ChildRef<Id extends ChildId> = ActorRefFrom<AppChildren[Id]>;

/** Children that live as long as the page; all others belong to the session and end with it. */
const pageChildren: ReadonlySet<ChildId> = new Set([
  'auth',
  'outbox',
  'locale',
  'theme',
  'install',
  'push',
  'appUpdate',
  'connectivity',
  'dataUsed',
  'config',
  'rendition',
  'ticker',
  'clipCache',
  'sampleClip',
  'device',
  'maintenance',
  'reset',
  'emailLink',
]);

export const isSessionChild = (id: ChildId) => !pageChildren.has(id);
