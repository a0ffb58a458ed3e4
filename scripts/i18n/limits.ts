/** Space for a text in its place, in graphemes; wide graphemes count two. */
export interface Limit {
  /** limit of the whole text */
  most: number;
  /** limit of its longest word, which is never broken */
  word?: number;
  why: string;
}

const tab = { most: 18, word: 10, why: 'a fifth of the tab bar at 320 px, at most two lines' };
const badge = {
  most: 12,
  word: 9,
  why: 'beside an amount in an ad’s badge of a third of the width',
};
const overClip = { most: 34, why: 'a note of two lines beside the ring, over the clip' };
const twin = { most: 20, word: 13, why: 'one of two buttons side by side at 320 px' };
const corner = { most: 16, why: 'in the corner of a card, beside its title' };
const task = { most: 18, word: 13, why: 'a task’s button, beside its reward' };
const figure = { most: 18, word: 11, why: 'caption of one of four figures in a row' };
const button = { most: 34, why: 'a button as wide as the screen, one line' };
const toast = { most: 60, why: 'a toast, visible for two seconds' };
const title = { most: 34, why: 'a page’s or a dialog’s title' };
const push = { most: 34, why: 'the title of a push message, which is cut at this length' };

/** Limits by the English text. A text without a limit wraps. */
export const limits: Readonly<Record<string, Limit>> = {
  Tasks: tab,
  Invite: tab,
  'Short video': tab,
  Withdraw: tab,
  Mine: tab,
  Watch: badge,
  Click: badge,
  Ad: { most: 10, why: 'a mark beside the seconds of an ad' },
  Earned: { most: 20, why: 'under the name of an ad’s badge' },
  'Skip ad': { most: 20, word: 13, why: 'a button over an ad' },
  'Learn more': { most: 24, why: 'an ad’s button, one line' },
  'Log in to earn': { most: 30, why: 'on the clip, in the place of a member’s balance' },
  'Earned today': overClip,
  'Daily limit reached': overClip,
  'Rewards are paused': overClip,
  'Paused: not counting': overClip,
  'Offline: claims are sent later': { most: 52, why: overClip.why },
  'Not counting: swipe up to retry': { most: 52, why: overClip.why },
  'Waiting to be sent': { most: 52, why: overClip.why },
  'Sound is off': { most: 24, why: 'beside the sound button, one line' },
  'Tap to play': { most: 28, why: 'under the play button, in the middle of the clip' },
  'Swipe up for the next video': { most: 52, why: 'over the clip, at most two lines' },
  Cancel: twin,
  Confirm: twin,
  Save: twin,
  'Keep it': twin,
  'Yes, cancel': twin,
  Close: twin,
  Refresh: twin,
  Later: twin,
  Update: twin,
  'Updating…': twin,
  'Copy link': { most: 22, word: 13, why: twin.why },
  Share: twin,
  'Check again': { most: 22, word: 13, why: twin.why },
  'Enable notifications': { most: 38, word: 20, why: 'a task’s name and a button' },
  'Withdraw all': { most: 16, why: 'inside the amount field, beside the amount' },
  Change: corner,
  '{have} of {want} met': { most: 24, why: corner.why },
  'Not set': { most: 22, why: 'at the end of a row' },
  Claim: task,
  Completed: task,
  Enable: task,
  Install: task,
  Installed: task,
  'Installing…': task,
  'Share again': task,
  Free: figure,
  'To install': figure,
  Rating: figure,
  Ratings: figure,
  '{ratings} ratings': { most: 22, word: 13, why: figure.why },
  'Demo data': { most: 24, why: 'a mark beside a figure, one line at 320 px' },
  Downloads: figure,
  'Age rating': figure,
  All: { most: 8, why: 'one of four choices in a row' },
  'Level {level}': { most: 11, why: 'one of four choices in a row' },
  'Log in': button,
  Register: button,
  'Create an account': button,
  'I have an account': button,
  'Withdraw now': button,
  'Watch a clip': button,
  'Show more': button,
  Done: button,
  Retry: { most: 22, why: 'a button under a message' },
  Example: { most: 12, why: 'a mark before the words of a notice' },
  'Page not found': title,
  'Task Center': title,
  'Invite Friends': title,
  'My Profile': title,
  'Short Video': title,
  Login: title,
  'Install the app': title,
  'Open in your browser': title,
  'Confirm withdrawal': title,
  'Cancel withdrawal': button,
  'Share with friends': title,
  'Saved.': toast,
  'Share counted.': toast,
  'Link copied.': toast,
  'Withdrawal submitted.': toast,
  'Install the app first.': toast,
  'Notifications were not allowed.': toast,
  'Notifications must be allowed for this.': toast,
  'The link could not be copied.': toast,
  'Sharing failed or was cancelled.': toast,
  'This language could not be loaded.': toast,
  '{amount} earned': toast,
  '{amount} for sharing': toast,
  'Withdrawal paid': push,
  'Withdrawal rejected': push,
  'Withdrawal failed': push,
  'Withdrawal returned': push,
  'A friend joined': push,
  'New daily limit': push,
};
