import type { SnapshotFrom } from 'xstate';
import type { outboxMachine } from '../../../machines/outbox/outbox.machine.ts';
import { selectBlockReason } from '../../../machines/outbox/outbox.selectors.ts';
import { blockReasonTexts } from '../../../src/app/components/waiting.tsx';
import type { Area } from './row.ts';

const waitingTest = 'tests/browser/waiting.test.ts';
const keptTest = 'tests/browser/kept.test.ts';
const honestTest = 'tests/browser/honest.test.ts';

const PAUSED =
  'while rewards are paused a clip says so and counts nothing; it earns once they resume';

type OutboxSnapshot = SnapshotFrom<typeof outboxMachine>;

/** Earned rewards that are not sent yet. */
export const waiting: Area = {
  name: 'Waiting rewards',
  rows: [
    {
      section: 2,
      spec: 'A claim is sent once it is stored on the device',
      step: 'outbox.persisting.waiting --claim.persisted--> persisting.settled',
      shown: {
        file: keptTest,
        title:
          'a claim that is unsent when the browser’s process is killed is paid after the next start',
      },
    },
    {
      section: 2,
      spec: 'A claim that cannot be sent waits: the clip and Mine show the amount, the time and the reason',
      step: 'outbox.sending.calling --xstate.error.actor.sendClaims--> sending.waiting',
      tells: ['claims.delayed'],
      shown: {
        file: waitingTest,
        title:
          'a claim answered with %s is shown as queued, since when and why, and can be sent now',
      },
    },
    {
      section: 4,
      spec: 'Rewards are paused by the operator: the clip says so, and its ring does not fill',
      step: 'claim.unknown --eligibility.known--> closed',
      given: { eligibility: 'closed' },
      shown: { file: honestTest, title: PAUSED },
    },
    {
      section: 4,
      spec: 'Rewards are paused: a claim made meanwhile waits in the queue, and is no failure',
      step: 'claim.sending --claim.paused--> queued',
      tells: [],
      leaves: { failure: null },
      shown: {
        file: honestTest,
        title:
          'a claim refused by the pause waits without a toast until “Send now”, and clips stop counting',
      },
    },
    {
      section: 4,
      spec: 'Rewards are paused: a return to the feed checks whether the pause is over',
      holder: 'machines/feed/list.ts',
      shown: { file: honestTest, title: PAUSED },
    },
    {
      section: 4,
      spec: 'Rewards are paused: the open feed notices the end of the pause within ten minutes',
      holder: 'machines/feed/list.ts',
      shown: {
        file: 'tests/model/paused.test.ts',
        title: 'a visible feed checks every ten minutes whether rewards are paid again',
      },
    },
    {
      section: 4,
      spec: 'Rewards are paused: the first paid reward ends the pause, and the list is loaded again',
      step: 'feed.list.watching --rewards.due--> list.loading',
      shown: {
        file: honestTest,
        title:
          'a claim refused by the pause waits without a toast until “Send now”, and clips stop counting',
      },
    },
    {
      section: 8,
      spec: 'A claim that the server refuses during a pause waits, and the clip and Mine say why',
      machine: 'outbox',
      on: 'xstate.error.actor.sendClaims',
      state: 'rewards.paused',
      message: (snapshot) => blockReasonTexts[selectBlockReason(snapshot as OutboxSnapshot)],
      says: 'Rewards are paused',
      shown: {
        file: honestTest,
        title:
          'a claim refused by the pause waits without a toast until “Send now”, and clips stop counting',
      },
    },
    {
      section: 2,
      spec: 'A press of the button sends the waiting claims',
      step: 'outbox.sending.waiting --send.pressed--> sending.calling',
      shown: {
        file: waitingTest,
        title:
          'a claim answered with %s is shown as queued, since when and why, and can be sent now',
      },
    },
    {
      section: 2,
      spec: 'Waiting claims are sent when the connection is back',
      step: 'outbox.sending.waiting --send.due--> sending.calling',
      shown: {
        file: waitingTest,
        title: 'the queue reports that the app is offline, and is sent when the connection is back',
      },
    },
    {
      section: 2,
      spec: 'A push message shows that the server answers: waiting claims are sent',
      machine: 'push',
      news: { type: 'push.received' },
      reaches: { to: 'outbox', event: { type: 'send.due' } },
    },
    {
      section: 8,
      spec: 'The claim of a share or a task cannot be sent at once (toast)',
      machine: 'outbox',
      news: { type: 'claims.delayed' },
      toast: 'Waiting to be sent',
      shown: {
        file: 'tests/browser/tasks.test.ts',
        title:
          'a claim whose answer is lost is queued, sent again with the same key, and paid once',
      },
    },
    {
      section: 8,
      spec: 'This device cannot store claims (toast)',
      machine: 'outbox',
      news: { type: 'claims.notPersisted', storageError: 'full' },
      toast:
        'This device has no room left to keep rewards. Keep the app open until our server has them.',
      shown: {
        file: keptTest,
        title: 'a full device deletes its cached media first, then reports the storage error',
      },
    },
    {
      section: 8,
      spec: 'Stored claims cannot be read (toast)',
      machine: 'outbox',
      news: { type: 'claims.quarantined' },
      toast: 'Some rewards that wait to be sent could not be read. They stay on this device.',
      shown: {
        file: keptTest,
        title:
          'claims of earlier versions are sent; unreadable claims are quarantined and reported once',
      },
    },
  ],
};
