import type { Call } from '../../contract/call.ts';
import type * as calls from '../../contract/calls.ts';
import { lazily } from '../lazily.ts';
import { checkIn, info } from './accounts.ts';
import { clickAdReward, watchAdReward } from './ad-rewards.ts';
import { getAdList, getDisplayRules } from './ads.ts';
import { getAppConfig } from './app-config.ts';
import { agree } from './consent.ts';
import type { Handler } from './context.ts';
import { corrections } from './corrections.ts';
import { deleteAccount, deletion } from './deletion/delete-account.ts';
import { changeEmail } from './email-change.ts';
import { myEmail, sendConfirmLink } from './email-confirmation.ts';
import { confirmEmail, undoEmail } from './email-proof.ts';
import { sendProgress } from './feed/clip-progress.ts';
import { forgotPassword } from './forgot-password.ts';
import { invitedUsers } from './invitations.ts';
import { landing } from './landing.ts';
import { rewardLogs } from './ledger.ts';
import { object, objectToBlock } from './objections.ts';
import { passkeys, removePasskey, renamePasskey } from './passkeys/list.ts';
import { changePassword } from './password-change.ts';
import { updateWdinfo, wdinfo, withdrawalMethods } from './payout-methods.ts';
import { myData } from './personal-data/export.ts';
import { proveByPassword } from './proof.ts';
import { updatePushSubscription } from './push-subscriptions.ts';
import { recentWithdrawals } from './recent-withdrawals.ts';
import { makeRecoveryCodes, recoverAccount } from './recovery-codes.ts';
import { sendReport } from './reports.ts';
import { resetPassword } from './reset-links.ts';
import { endOtherSessions, endSession, sessions } from './session-list.ts';
import { logout, updateFcmToken } from './sessions.ts';
import { checkAndAddExtraRewards, claimShareReward, incrementShare } from './sharing.ts';
import { statement } from './statement.ts';
import { claimTask, taskList } from './tasks.ts';
import { playable, videoList } from './videos.ts';
import { history } from './watched-clips.ts';
import { record } from './watching.ts';
import { handleLoginReward } from './welcome.ts';
import { cancelWithdrawal } from './withdrawal-cancel.ts';
import { withdraw, withdrawals, withdrawConfig } from './withdrawals.ts';

/** All calls but `sendClaims`, whose claims `server/http` makes, as many as possible in one call of the database. */
type Calls = Omit<typeof calls, 'sendClaims'>;
type Handlers = {
  readonly [Name in keyof Calls]: Calls[Name] extends Call ? Handler<Calls[Name]> : never;
};

/** @param load imports a module whose libraries only these calls need */
const lazy =
  <Module, Given extends unknown[], Output>(
    load: () => Promise<Module>,
    handlerOf: (module: Module) => (...given: Given) => Promise<Output>,
  ) =>
  async (...given: Given): Promise<Output> =>
    handlerOf(await load())(...given);

const addingPasskeys = lazily(() => import('./passkeys/add.ts'));
const passkeyLogin = lazily(() => import('./passkeys/log-in.ts'));
const passkeyProof = lazily(() => import('./passkeys/prove.ts'));

/** The handler of each call of the contract; a call without a handler does not compile. */
export const handlers: Handlers = {
  checkIn,
  logout,
  forgotPassword,
  makeRecoveryCodes,
  recoverAccount,
  resetPassword,
  passkeys,
  passkeyOptions: lazy(addingPasskeys, (of) => of.passkeyOptions),
  addPasskey: lazy(addingPasskeys, (of) => of.addPasskey),
  renamePasskey,
  removePasskey,
  passkeyLoginOptions: lazy(passkeyLogin, (of) => of.passkeyLoginOptions),
  logInByPasskey: lazy(passkeyLogin, (of) => of.logInByPasskey),
  proofOptions: lazy(passkeyProof, (of) => of.proofOptions),
  proveByPasskey: lazy(passkeyProof, (of) => of.proveByPasskey),
  proveByPassword,
  changePassword,
  changeEmail,
  agree,
  myEmail,
  sendConfirmLink,
  confirmEmail,
  undoEmail,
  sessions,
  endSession,
  endOtherSessions,
  myData,
  statement,
  deletion,
  deleteAccount,
  info,
  handleLoginReward,
  getAppConfig,
  rewardLogs,
  invitedUsers,
  claimShareReward,
  incrementShare,
  checkAndAddExtraRewards,
  updateFcmToken,
  updatePushSubscription,
  videoList,
  playable,
  history,
  record,
  landing,
  getAdList,
  getDisplayRules,
  sendProgress,
  sendReport,
  watchAdReward,
  clickAdReward,
  taskList,
  claimTask,
  wdinfo,
  updateWdinfo,
  withdrawalMethods,
  withdrawConfig,
  withdraw,
  cancelWithdrawal,
  withdrawals,
  corrections,
  object,
  objectToBlock,
  recentWithdrawals,
};
