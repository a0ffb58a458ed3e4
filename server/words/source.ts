import { mailWords } from './mail.source.ts';
import { reasonWords } from './reasons.source.ts';

const AMOUNT_BACK =
  '{amount}: a sum such as 12.50, without a currency. The second sentence is left out where some of it went to what the user owed.';

/**
 * The server's own texts, in English: push messages, and texts of pages before, or without, the
 * app. `server/words/{tag}.json` has the other languages, by the same keys; all are ICU messages.
 */
export const serverWords = {
  'push.withdrawal_paid.title': {
    text: 'Withdrawal paid',
    comment: 'Title of a push message. Narrow.',
  },
  'push.withdrawal_paid.body': {
    text: 'Your withdrawal of {amount} has been paid out.',
    comment: 'Push message. {amount}: a sum such as 12.50, without a currency.',
  },
  'push.withdrawal_rejected.title': {
    text: 'Withdrawal rejected',
    comment: 'Title of a push message. Narrow.',
  },
  'push.withdrawal_rejected.body': {
    text: 'Your withdrawal of {amount} was rejected.{isBack, select, yes { The amount is back in your balance.} other {}}',
    comment: `Push message. ${AMOUNT_BACK}`,
  },
  'push.withdrawal_failed.title': {
    text: 'Withdrawal failed',
    comment: 'Title of a push message: the money could not be sent. Narrow.',
  },
  'push.withdrawal_failed.body': {
    text: 'Your withdrawal of {amount} could not be paid out.{isBack, select, yes { The amount is back in your balance.} other {}}',
    comment: `Push message. ${AMOUNT_BACK}`,
  },
  'push.withdrawal_returned.title': {
    text: 'Withdrawal returned',
    comment: 'Title of a push message: the bank sent the money back to the operator. Narrow.',
  },
  'push.withdrawal_returned.body': {
    text: 'Your withdrawal of {amount} was sent back to us.{isBack, select, yes { The amount is back in your balance.} other {}}',
    comment: `Push message: the bank did not take the money. ${AMOUNT_BACK}`,
  },
  'push.friend_joined.title': {
    text: 'A friend joined',
    comment: 'Title of a push message. Narrow.',
  },
  'push.friend_joined.body': {
    text: '{name} joined with your invitation.',
    comment: 'Push message. {name}: a masked user name of any gender, such as a***7.',
  },
  'push.daily_limit.title': {
    text: 'New daily limit',
    comment: 'Title of a push message: how many clips pay a day was changed. Narrow.',
  },
  'push.daily_limit.body': {
    text: '{clips, plural, one {You can now earn with # clip a day.} other {You can now earn with # clips a day.}}',
    comment: 'Push message. {clips}: a number.',
  },
  'push.report_decided.title': {
    text: 'Your report was reviewed',
    comment: 'Title of a push message to somebody who reported a clip or an ad. Narrow.',
  },
  'push.report_decided.body': {
    text: '{isUpheld, select, yes {Removed: {title}.} other {Left as it is: {title}.}} Reason: {reason}',
    comment:
      'Push message to somebody who reported a clip or an ad. The clip or ad is no longer shown, or stays; {title}: its title; {reason}: a sentence in the operator’s own words.',
  },
  'push.objection_decided.title': {
    text: 'Your objection was decided',
    comment:
      'Title of a push message to somebody who objected to a rejected withdrawal, or to an amount that was taken. Narrow.',
  },
  'push.objection_decided.body': {
    text: '{isUpheld, select, yes {You were right.} other {Our decision stays.}} Reason: {reason}',
    comment:
      'Push message: what became of an objection to a rejected withdrawal, or to an amount that was taken. {reason}: a sentence in the operator’s own words.',
  },
  'push.payout_info_changed.title': {
    text: 'Withdrawal info changed',
    comment:
      'Title of a push message. Withdrawal info: as the app calls where the user’s money is sent. Narrow.',
  },
  'push.payout_info_changed.body': {
    text: 'Your withdrawals now go to another account. If it was not you, change your password at once.',
    comment: 'Push message.',
  },
  'push.account_changed.body': {
    text: 'If it was not you, choose a new password at once.',
    comment:
      'Push message, under “Your password was changed”, “A passkey was added” or “A passkey was removed”.',
  },
  ...mailWords,
  'page.description': {
    text: 'Watch short videos, earn rewards, withdraw them.',
    comment: 'What search engines show under the page’s title.',
  },
  'page.script': {
    text: '{product} needs JavaScript to play clips and to pay you for watching them.',
    comment: 'Shown when the browser runs no scripts. {product}: the name of the app.',
  },
  'page.slow': {
    text: 'This takes longer than usual',
    comment: 'On a page that is still loading after five seconds. Narrow.',
  },
  'browser.title': {
    text: 'Please update your browser',
    comment: 'Heading of the page for browsers that are too old.',
  },
  'browser.text': {
    text: 'It is too old for this page. Look for its update in the app store of your device, on an iPhone or iPad in Settings, General, Software Update, then open this page again.',
    comment:
      'It: the browser. “Settings”, “General”, “Software Update”: as iOS calls them in your language.',
  },
  'start.title': {
    text: '{product} could not start',
    comment:
      'Heading of what is shown when the app’s scripts do not come. {product}: the name of the app.',
  },
  'start.text': {
    text: 'Not everything has arrived that it needs. Check your connection, then try again.',
    comment: 'Under “… could not start”. It: the app.',
  },
  'start.retry': { text: 'Retry', comment: 'Button (verb): load the page anew.' },
  'title.feed': { text: 'Short Video', comment: 'Page title.' },
  'title.reset': {
    text: 'Choose a new password',
    comment: 'Subject of an e-mail, and what its link is called (verb).',
  },
  'title.account': { text: 'Your account', comment: 'Page title.' },
  'title.terms': { text: 'Terms of use', comment: 'Name of a page, and of the link to it.' },
  'title.privacy': {
    text: 'Privacy policy',
    comment: 'Name of a page, and of the link to it: what becomes of personal data.',
  },
  'title.imprint': {
    text: 'Imprint',
    comment: 'Name of a page, and of the link to it: who offers the app, and their address.',
  },
  'title.support': {
    text: 'Help',
    comment: 'Name of a page, and of the link to it: answers to questions, and whom to ask.',
  },
  'page.app': { text: 'Open the app', comment: 'Link (verb) on a page outside of the app.' },
  'page.version': {
    text: 'Version {version}, {date}',
    comment: 'Under the terms. {version}: a number; {date}: the day on which it was published.',
  },
  'title.login': { text: 'Login', comment: 'Page title (noun).' },
  'title.newUser': { text: 'Watch videos and earn cash', comment: 'Page title.' },
  'title.invite': { text: 'Invite Friends', comment: 'Page title.' },
  'title.withdraw': { text: 'Withdraw', comment: 'Page title.' },
  'title.mine': { text: 'My Profile', comment: 'Page title.' },
  'title.tasks': { text: 'Task Center', comment: 'Page title.' },
  'title.reminder': {
    text: 'Notifications',
    comment: 'Title of a page: the messages that a phone shows by itself (noun).',
  },
  'title.install': {
    text: 'Install the app',
    comment: 'Title of a page (verb): put the app on the home screen.',
  },
  'title.notFound': { text: 'Page not found', comment: 'Page title.' },
  'invitation.title': {
    text: '{name} invites you',
    comment: 'Title of a link that somebody shared. {name}: a masked user name of any gender.',
  },
  'invitation.sum': {
    text: 'What you earn',
    comment: 'Before a colon and a sum (noun phrase): the rewards that a new user receives.',
  },
  'ad.learn_more': {
    text: 'Learn more',
    comment: 'Link (verb) of an advertisement to the advertiser’s page. Narrow.',
  },
  ...reasonWords,
} as const;

export type ServerWord = keyof typeof serverWords;
