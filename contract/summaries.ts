import type * as calls from './calls.ts';

/**
 * A sentence about each call, for the API's pages. A separate file, so that the app does not fetch it with the calls.
 */
export const summaries: Readonly<Record<keyof typeof calls, string>> = {
  getAdList: 'Advertisements for a country; `total` counts at most 1,000 after the page.',
  getDisplayRules: 'When an advertisement comes between clips.',
  cancelWithdrawal:
    'Takes back a withdrawal that nobody has approved yet; twice is as good as once.',
  record: 'Claims the reward for a clip that was watched.',
  watchAdReward: 'Claims the reward for an advertisement that was watched; once a UTC day.',
  clickAdReward: 'Claims the reward for following an advertisement; once a UTC day.',
  videoList: 'All clips in feed order.',
  playable: 'Clips not paid to this user today; watch time counts from here.',
  getAppConfig: 'What the app needs to know before anybody logs in.',
  updateFcmToken: 'Stores the push token of this device; an empty string forgets it.',
  updatePushSubscription:
    'Stores the web push subscription of this device, in place of its push token.',
  checkIn: 'Logs in (`tab: "login"`) or registers (`tab: "register"`).',
  logout: 'Ends this session.',
  handleLoginReward:
    'Credits the registration reward once, and the landing page’s with its ticket.',
  history: 'Clips that this user was paid for, the newest first.',
  rewardLogs: 'Every reward of this user, the newest first.',
  invitedUsers: 'Friends of three levels, with what each has earned this user.',
  landing: 'What an invited visitor sees: who invites, a sample clip, what registering earns.',
  forgotPassword:
    'Mails a one-time link to a new password to whoever has this address; says the same of every address.',
  makeRecoveryCodes:
    'Makes ten one-time codes, in the place of those before; takes no idempotency key.',
  recoverAccount: 'Gives the account of a recovery code a new password and ends all its sessions.',
  passkeys: 'The passkeys of this user, those used last first.',
  passkeyOptions:
    'What a browser makes a passkey by (`PublicKeyCredentialCreationOptions` as JSON), good once, for 5 minutes; takes no idempotency key.',
  addPasskey: 'Adds the passkey that the browser has made, and tells the user by mail.',
  renamePasskey: 'Gives a passkey another name; of one that is gone nothing is said.',
  removePasskey:
    'Removes a passkey, within 10 minutes of a log-in or a proof; twice is as good as once.',
  passkeyLoginOptions:
    'What a browser signs with a passkey (`PublicKeyCredentialRequestOptions` as JSON), good once, for 5 minutes.',
  logInByPasskey: 'Logs in by what a passkey has signed.',
  proofOptions:
    'What a browser signs with a passkey to prove that the account is still its user’s (`PublicKeyCredentialRequestOptions` as JSON), good once, for 5 minutes; null where the user has none.',
  proveByPasskey:
    'Proves by a passkey that the account is the user’s: for 10 minutes the session may do what is refused with proof_too_old. Takes no idempotency key.',
  proveByPassword:
    'Proves by the password that the account is the user’s, for 10 minutes; takes no idempotency key.',
  resetPassword: 'Gives the account of a one-time link a new password and ends all its sessions.',
  changePassword:
    'Changes the password and ends all other sessions; asks for a log-in or a proof of the last 10 minutes, or the password; takes no idempotency key.',
  changeEmail:
    'Mails a link to a new address, which becomes this user’s when it is opened; says the same of every address; asks for a log-in or a proof of the last 10 minutes, or the password; takes no idempotency key.',
  myEmail: 'The present e-mail of this user, and whether it is confirmed.',
  sendConfirmLink:
    'Mails a link that confirms the present e-mail, unless it is confirmed; three mails an hour.',
  confirmEmail:
    'Makes the address of a one-time link its user’s. A change ends all other sessions, and tells the address of before.',
  undoEmail:
    'Brings the address of before back by the link that was sent there, ends all sessions, and gives the code of a link to a new password.',
  agree:
    'Agrees to the versions of terms and privacy that are shown now; twice is as good as once.',
  object:
    'Objects to a rejected withdrawal or to an amount that was taken; once for each: again gives the first.',
  objectToBlock:
    'Objects to the block of an account by its password; says the same of every account and password.',
  sendReport:
    'Reports a clip or an advertisement that must not be shown; again before it is decided: as once.',
  sendProgress:
    'Tells which clips of today’s list were looked at; pays nothing, and takes no idempotency key.',
  sessions: 'Where this user is logged in: this session, then those used last.',
  endSession:
    'Ends one session of this user; twice is as good as once. Asks for a log-in or a proof of the last 10 minutes.',
  endOtherSessions:
    'Ends all sessions of this user but this one. Asks for a log-in or a proof of the last 10 minutes.',
  myData: 'A file of all that is kept about this user (JSON), or of every movement of money (CSV).',
  statement: 'What this user earned and was paid in a year, by month; without a year, in this one.',
  deletion: 'What this user loses by deleting the account now.',
  deleteAccount:
    'Deletes the account for good and erases what names its user; asks for a log-in or a proof of the last 10 minutes, or the password; takes no idempotency key.',
  sendClaims: 'Makes up to 20 claims, each as if it had been sent alone under its own key.',
  claimShareReward: 'Credits the first share of the UTC day.',
  incrementShare: 'Counts a further share.',
  checkAndAddExtraRewards: 'Adds extra views after a share at the daily limit.',
  taskList: 'The tasks that are rewarded, and which are done.',
  claimTask: 'Claims the reward of a task that is done.',
  info: 'The user of the token. A language becomes the account’s.',
  wdinfo: 'Where this user is paid: an empty list, or one entry.',
  updateWdinfo:
    'Sets where this user is paid; changing it is told by mail and push, and asks for a log-in or a proof of the last 10 minutes.',
  withdrawalMethods: 'The ways to be paid, of one country or of all.',
  withdrawConfig: 'All that decides whether a withdrawal can be requested now.',
  withdraw: 'Requests a withdrawal; the amount is held at once.',
  withdrawals: 'Every withdrawal of this user, the newest first.',
  corrections:
    'What was given or taken afterwards and why, the newest first, and what is still owed.',
  recentWithdrawals: 'The newest paid withdrawals of all users, names masked; at most 20.',
};
