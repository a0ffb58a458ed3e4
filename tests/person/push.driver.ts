import { pushMachine } from '../../machines/push/push.machine.ts';
import { type Beginning, defineDriver, never } from './driver.ts';
import { user } from './facts.ts';
import { allows, asking, onTasks, unsupportedOnTasks } from './push.asking.ts';
import {
  addressOf,
  asAllowed,
  asAllowedFor,
  asBlocked,
  asFailed,
  asOff,
  asUnsupported,
  begin,
  KEY,
  type World,
} from './push.facts.ts';
import { inAnotherWindow } from './push.leaving.ts';
import { type Phone, standIn } from './push.phone.ts';
import { restoring, signing, telling, unrestored } from './push.signing.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const NOW_MS = Date.parse('2026-03-14T23:45:00.000Z');

type Places = NonNullable<Parameters<typeof begin>[1]>;

const beginning = (
  name: string,
  means: Beginning<World>['means'] & object,
  phone: Partial<Phone> = {},
  places: Places = {},
): Beginning<World> => ({
  name,
  input: { permission: phone.permission ?? 'default', canInstall: phone.isApple ?? false },
  first: [{ type: 'session.started', userId: user.id }],
  begin: () => begin(phone, places),
  means,
  ...(places.isOnTasks && { path: '/tasks/index' }),
});

/** A phone on which push messages were set up so many days ago. */
const kept = (days: number, isSynced: boolean): Partial<Phone> => ({
  permission: 'granted',
  kept: {
    address: addressOf('first'),
    key: KEY,
    fetchedAtMs: NOW_MS - days * DAY_MS,
    isSynced,
  },
});

export const ofPush = defineDriver<World>()({
  machine: pushMachine,
  actor: ['push'],
  path: '/notifications',
  timezoneId: 'Africa/Johannesburg',
  beginnings: [
    beginning('nobody was asked', [allows(), ...asking, ...signing]),
    beginning(
      'no messages are sent',
      [allows(false), ...inAnotherWindow(false)],
      {},
      { isSetUp: false },
    ),
    beginning(
      'set up two days ago',
      [...restoring(true, 2 * DAY_MS), ...unrestored],
      kept(2, true),
    ),
    beginning(
      'the server was not told',
      [...restoring(false, 2 * DAY_MS), ...telling],
      kept(2, false),
    ),
    beginning('set up eight days ago', restoring(true, 8 * DAY_MS), kept(8, true)),
    beginning('a browser without notifications', [...inAnotherWindow(), unsupportedOnTasks], {
      permission: 'unsupported',
    }),
    beginning('an iPhone’s browser', inAnotherWindow(), {
      permission: 'unsupported',
      isApple: true,
    }),
    beginning('refused before, on Tasks', onTasks, { permission: 'denied' }, { isOnTasks: true }),
  ],
  arrange: async ({ page, stand, world }) => {
    await standIn(page, world.phone);
    stand.hold('updatePushSubscription');
  },
  means: [],
  facts: ({ permission, hasUser, isSetUp, kept: token, isSynced, ageMs, failures }) => [
    permission,
    hasUser,
    isSetUp,
    token?.token,
    isSynced,
    ageMs > 0,
    failures,
  ],
  // when an address was fetched
  unforeseen: ['kept', 'ageMs'],
  places: {
    status: '.permission-state',
    reasons: '.reasons li',
    note: '.card-note',
    card: 'article:nth-of-type(1) > :not(dialog)',
    help: '.dialog-body',
  },
  seen: {
    deciding: never,
    unsupported: asUnsupported,
    default: asOff(),
    'asking.answering': asOff('…'),
    'asking.unanswered': asOff(),
    denied: asBlocked,
    'granted.deciding': never,
    'granted.waiting': asAllowedFor,
    'granted.restoring': asAllowed,
    'granted.notSetUp': asAllowed,
    'granted.fetching': asAllowed,
    'granted.syncing': asAllowed,
    'granted.retrying.deciding': never,
    'granted.retrying.pausing': asAllowed,
    'granted.synced': asAllowed,
    'granted.failed': asFailed,
  },
  undriven: {
    'push.granted.syncing --xstate.error.actor.syncToken [isSessionEnded]--> push.granted.waiting':
      'that the session has ended is told before the call has failed, by session.left',
    'push.deciding --always [hasPermission]--> push.unsupported':
      'no browser loses its notifications while a page is open',
    'push.granted --enable.pressed--> (stays)': 'whoever has allowed them has no button for it',
  },
});
