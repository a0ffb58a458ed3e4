import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ScreenName } from '../../../machines/app/screens.ts';

/** Screen titles, the first half of the document's title. */
export const titles: Record<ScreenName, MessageDescriptor> = {
  feed: msg({ message: 'Short Video', comment: 'Page title.' }),
  login: msg({ message: 'Login', comment: 'Page title (noun).' }),
  newUser: msg`Watch videos and earn cash`,
  reset: msg({ message: 'Your account', comment: 'Page title.' }),
  invite: msg`Invite Friends`,
  withdraw: msg`Withdraw`,
  mine: msg({ message: 'My Profile', comment: 'Page title.' }),
  tasks: msg`Task Center`,
  reminder: msg({
    message: 'Notifications',
    comment: 'Title of a page: the messages that a phone shows by itself (noun).',
  }),
  install: msg({
    message: 'Install the app',
    comment: 'Title, row and button (verb): put the app on the home screen.',
  }),
  demo: msg({
    message: 'debug page',
    comment: 'Page title for engineers, in lower case in English.',
  }),
  tools: msg({ message: 'tools', comment: 'Page title for engineers, in lower case in English.' }),
  machines: msg({
    message: 'Live machines',
    comment: 'Page title for engineers: the state machines at work.',
  }),
  notFound: msg`Page not found`,
};
