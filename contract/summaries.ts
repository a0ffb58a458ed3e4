import type * as calls from './calls.ts';

/**
 * A sentence about each call, for the API's pages. A separate file, so that the app does not fetch it with the calls.
 */
export const summaries: Readonly<Record<keyof typeof calls, string>> = {
  getAdList: 'Advertisements for a country; `total` counts at most 1,000 after the page.',
  getDisplayRules: 'The positions between clips at which the feed shows an advertisement.',
  cancelWithdrawal:
    'Cancels a withdrawal that nobody has approved yet; a repeated call changes nothing.',
  record: 'Claims the reward for a clip that was watched.',
  watchAdReward: 'Claims the reward for an advertisement that was watched; once a UTC day.',
  clickAdReward: 'Claims the reward for following an advertisement; once a UTC day.',
  videoList: 'All clips in feed order.',
  playable:
    'Clips that were not paid to this user today; the watch time counts from this answer on.',
  getAppConfig: 'The configuration that the app needs before a user logs in.',
  updateFcmToken: 'Stores the push token of this device; an empty string deletes it.',
  updatePushSubscription:
    'Stores the web push subscription of this device, in place of its push token.',
  checkIn: 'Logs in (`tab: "login"`) or registers (`tab: "register"`).',
  logout: 'Ends this session.',
  handleLoginReward:
    'Credits the registration reward once, and the reward of the landing page with its ticket.',
  history: 'Clips for which this user was paid, the newest first.',
  rewardLogs: 'Every reward of this user, the newest first.',
  invitedUsers: 'Friends of three levels, with the commissions that this user has from each.',
  landing:
    'The landing page of an invited visitor: the inviter, a sample clip, and the rewards of registering.',
  forgotPassword:
    'Mails a one-time link for a new password to this address if it has an account; the answer is the same for every address.',
  makeRecoveryCodes:
    'Makes ten one-time codes, which replace the earlier ones; takes no idempotency key.',
  recoverAccount: 'Gives the account of a recovery code a new password and ends all its sessions.',
  passkeys: 'The passkeys of this user, the last used ones first.',
  passkeyOptions:
    'The options with which a browser makes a passkey (`PublicKeyCredentialCreationOptions` as JSON), valid once, for 5 minutes; takes no idempotency key.',
  addPasskey: 'Adds the passkey that the browser has made, and tells the user by mail.',
  renamePasskey: 'Gives a passkey another name; the answer is the same for a removed passkey.',
  removePasskey:
    'Removes a passkey, within 10 minutes of a log-in or a proof; a repeated call changes nothing.',
  passkeyLoginOptions:
    'The challenge that a browser signs with a passkey (`PublicKeyCredentialRequestOptions` as JSON), valid once, for 5 minutes.',
  logInByPasskey: 'Logs in with a challenge that a passkey has signed.',
  proofOptions:
    'The challenge that a browser signs with a passkey to prove that its user has the account (`PublicKeyCredentialRequestOptions` as JSON), valid once, for 5 minutes; null if the user has no passkey.',
  proveByPasskey:
    'Proves by a passkey that the account is the user’s: for 10 minutes no call of the session is refused with proof_too_old. Takes no idempotency key.',
  proveByPassword:
    'Proves by the password that the account is the user’s, for 10 minutes; takes no idempotency key.',
  resetPassword: 'Gives the account of a one-time link a new password and ends all its sessions.',
  changePassword:
    'Changes the password and ends all other sessions; asks for a log-in or a proof of the last 10 minutes, or the password; takes no idempotency key.',
  changeEmail:
    'Mails a link to a new address; the address becomes this user’s when the link is opened. The answer is the same for every address. Asks for a log-in or a proof of the last 10 minutes, or the password; takes no idempotency key.',
  myEmail: 'The present e-mail of this user, and whether it is confirmed.',
  sendConfirmLink:
    'Mails a link that confirms the present e-mail, unless it is confirmed; at most three mails an hour.',
  confirmEmail:
    'Confirms the address of a one-time link as its user’s. A changed address ends all other sessions, and the former address gets a mail.',
  undoEmail:
    'Restores the former address by the link that was sent to it, ends all sessions, and returns the code of a link for a new password.',
  agree:
    'Agrees to the versions of terms and privacy that are shown now; a repeated call changes nothing.',
  object:
    'Objects to a rejected withdrawal or to an amount that was taken, once for each: a repeated call returns the first objection.',
  objectToBlock:
    'Objects to the block of an account, with its password; the answer is the same for every account and password.',
  sendReport:
    'Reports a clip or an advertisement that must not be shown; a repeated report changes nothing until the first is decided.',
  sendProgress:
    'Reports the watched clips of today’s list, with their play time; pays nothing, and takes no idempotency key.',
  sessions: 'The sessions of this user: this one, then the last used ones.',
  endSession:
    'Ends one session of this user; a repeated call changes nothing. Asks for a log-in or a proof of the last 10 minutes.',
  endOtherSessions:
    'Ends all sessions of this user but this one. Asks for a log-in or a proof of the last 10 minutes.',
  myData: 'A file of all stored data about this user (JSON), or of every movement of money (CSV).',
  statement:
    'The earnings and payments of this user in a year, by month; without a year, in this year.',
  deletion:
    'The amounts and the number of friends that this user loses by deleting the account now.',
  deleteAccount:
    'Deletes the account for good and erases all data that names its user; asks for a log-in or a proof of the last 10 minutes, or the password; takes no idempotency key.',
  sendClaims: 'Makes up to 20 claims, each as if it had been sent alone under its own key.',
  claimShareReward: 'Credits the first share of the UTC day.',
  incrementShare: 'Counts a further share.',
  checkAndAddExtraRewards: 'Adds extra views after a share at the daily limit.',
  taskList: 'The tasks that are rewarded, and whether this user has done each.',
  claimTask: 'Claims the reward of a task that is done.',
  info: 'The user of the token. A given language becomes the language of the account.',
  wdinfo: 'The payout account of this user: an empty list, or one entry.',
  updateWdinfo:
    'Sets the payout account of this user. A change is reported by mail and push, and asks for a log-in or a proof of the last 10 minutes.',
  withdrawalMethods: 'The payout methods of one country, or of all countries.',
  withdrawConfig: 'All conditions that decide whether a withdrawal can be requested now.',
  withdraw: 'Requests a withdrawal; the amount is held at once.',
  withdrawals: 'Every withdrawal of this user, the newest first.',
  corrections:
    'Corrections of the balance with their reasons, the newest first, and the amount that is still owed.',
  recentWithdrawals: 'The newest paid withdrawals of all users, names masked; at most 20.',
};
