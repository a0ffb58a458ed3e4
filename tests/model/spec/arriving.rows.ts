import { failureText } from '../../../src/i18n/refusals.ts';
import type { Area } from './row.ts';
import { landed } from './shown.ts';

const unpaid = {
  file: 'tests/browser/landing.test.ts',
  title: 'a watch ticket that the server refuses is reported beside the paid reward',
};
const invitation = {
  file: 'tests/browser/visitor-states.test.ts',
  title:
    'an invitation is accessible while it loads, after a failed load, when it is unknown and when it is valid',
};

/** The first page of an invited visitor. */
export const arriving: Area = {
  name: 'New-user landing page',
  rows: [
    {
      section: 2,
      spec: 'Landing page: waiting for its data',
      step: 'landing --xstate.init--> loading',
      shown: invitation,
    },
    {
      section: 8,
      spec: 'Landing page: failed to fetch video information',
      machine: 'landing',
      on: 'xstate.error.actor.loadOffer',
      state: 'failed',
      message: ({ context }) => failureText(context.failure),
      says: 'Network error, please try again later.',
      shown: invitation,
    },
    {
      section: 2,
      spec: 'Landing page: an invitation that the server does not know',
      step: 'landing.loading --xstate.error.actor.loadOffer--> unknown',
      does: ['clearInviteCode'],
      shown: invitation,
    },
    {
      section: 2,
      spec: 'Landing page: the inviter’s slogan, a sample video of configurable duration, the rewards',
      step: 'landing.loading --xstate.done.actor.loadOffer--> ready.watching',
      shown: landed,
    },
    {
      section: 2,
      spec: 'Landing page: a total of both rewards',
      step: 'landing.loading --xstate.done.actor.loadOffer--> ready.watching',
      leaves: { offer: { register_reward: '1.0000', watch_reward: '0.1000', total: '1.1000' } },
      shown: landed,
    },
    {
      section: 2,
      spec: 'Landing page: the sample was watched, its reward goes with the registration',
      step: 'landing.ready.watching --xstate.snapshot.clip--> ready.watched',
      does: ['storeTicket'],
      shown: landed,
    },
    {
      section: 2,
      spec: 'Landing page: a register button',
      step: 'landing.ready --register.pressed--> ready',
      does: ['goRegister'],
      shown: landed,
    },
    {
      section: 1,
      spec: 'New users get a registration bonus, and what the sample clip earned',
      machine: 'auth',
      news: { type: 'reward.welcomed', refusal: null },
      toast: 'Welcome! +1.00 for registering and +0.10 for watching.',
      shown: landed,
    },
    {
      section: 1,
      spec: 'New users get a registration bonus, also where the sample clip is not paid for',
      machine: 'auth',
      news: { type: 'reward.welcomed', refusal: { reason: 'invalid_watch_ticket' } },
      toast: 'Welcome! +1.00 for registering. The reward for the sample clip could not be claimed.',
      shown: unpaid,
    },
    {
      section: 1,
      spec: 'New users get a registration bonus: a delayed bonus is claimed when the connection is back',
      step: 'auth.loggedIn.welcomeDelayed --user.outdated--> loggedIn.welcoming',
    },
  ],
};
