import assert from 'node:assert/strict';
import type { AnyMachineSnapshot } from 'xstate';
import { problemOfAmount } from '../../machines/withdrawal/rules.ts';
import { withdrawalMachine } from '../../machines/withdrawal/withdrawal.machine.ts';
import { tab } from '../browser/people.ts';
import { confirm, dialog, submit } from '../browser/withdrawing.ts';
import {
  after,
  defineDriver,
  done,
  failed,
  lastResorts,
  type Means,
  type Scene,
} from './driver.ts';
import { payee, type Terms, terms } from './facts.ts';
import { type Failure, failing, refusedFor } from './stand.ts';
import {
  begin,
  historyOf,
  problemOf,
  purseOf,
  requestCard,
  requests,
  type Standing,
  tell,
  type World,
} from './withdrawal.facts.ts';

type S = Scene<World>;
type Act = (scene: S) => Promise<unknown>;
const isSeen = ({ context }: AnyMachineSnapshot) => context.isSeen as boolean;

const person = (
  name: string,
  events: Means<World>['events'],
  act: Act,
  when: (snapshot: AnyMachineSnapshot) => boolean = () => true,
): Means<World> => ({
  name,
  by: 'person',
  events,
  act,
  when: (snapshot) => isSeen(snapshot) && when(snapshot),
});

/** The form stands there, also while the terms are asked for anew: what is typed is not lost. */
function isFormSeen(snapshot: AnyMachineSnapshot): boolean {
  if (snapshot.value === 'editing') return true;
  const { amount, terms: known, withdrawal: told } = snapshot.context;
  if (snapshot.value !== 'loading' || !known?.hasInfo || told || amount === '') return false;
  const { requirements, notification_required } = known.config as Terms;
  return (
    !notification_required && requirements.every(({ current, required }) => current >= required)
  );
}

const types = (text: string, shown = text) =>
  person(
    `types ${text || 'nothing'}`,
    [{ type: 'amount.changed', text }],
    async ({ page, world }) => {
      const field = page.getByLabel('Amount');
      // the same text once more would be no input
      if (world.typed === shown) await field.fill('');
      Object.assign(world, { typed: shown, error: '' });
      await field.fill(text);
    },
    isFormSeen,
  );

const button = (page: S['page'], name: string) => page.getByRole('button', { name, exact: true });

const form: Means<World>[] = [
  types('12.35'),
  types('8,75', '8.75'),
  types('0.5'),
  types('4.99'),
  types('41.20'),
  types('twelve'),
  person(
    'withdraws all',
    [{ type: 'all.pressed' }],
    async ({ page, world }) => {
      Object.assign(world, { typed: world.balance.replace(/0+$/, ''), error: '' });
      await button(page, 'Withdraw all').click();
    },
    isFormSeen,
  ),
  person(
    'presses Withdraw',
    [{ type: 'withdraw.pressed' }],
    async ({ page, world }) => {
      const problem = problemOf(world);
      Object.assign(
        world,
        problem ? { error: problem } : { error: '', amount: world.typed, key: null },
      );
      await submit(page).click();
    },
    isFormSeen,
  ),
];

/** An amount keeps its key however often it is asked for; another one has a key of its own. */
async function confirms({ page, stand, world }: S): Promise<void> {
  world.error = '';
  await confirm(page).click();
  await stand.arrives('withdraw');
  const { key = '', input } = stand.asked.filter(({ name }) => name === 'withdraw').at(-1) ?? {};
  assert.deepEqual(input, { amount: world.amount });
  if (world.key === null) assert(!world.usedKeys.includes(key), 'the key of another amount');
  else assert.equal(key, world.key, 'another key for the same amount');
  world.key = key;
  world.usedKeys.push(key);
}

const dialogMeans: Means<World>[] = [
  person('confirms', [{ type: 'confirm.pressed' }], confirms),
  person('cancels', [{ type: 'cancel.pressed' }], ({ page }) =>
    dialog(page).getByRole('button', { name: 'Cancel' }).click(),
  ),
];

/** What a toast said before is over: the same words would not be said again. */
const quiet =
  (act: Act): Act =>
  async (scene) => {
    await scene.pass(2_100);
    await act(scene);
  };

/** The answers to what the screen asks at first and again; its info is asked for beside it. */
async function tellTerms(
  { stand, world }: S,
  answer: Terms | { failure: Failure },
  hasInfo = true,
): Promise<void> {
  await stand.arrives('withdrawConfig');
  await tellInfo({ stand, world }, hasInfo);
  await stand.answer('withdrawConfig', answer);
}

/** At first the card below the form asks for it, too; the browser sends one after the other. */
async function tellInfo({ stand, world }: Pick<S, 'stand' | 'world'>, hasInfo: boolean) {
  const info = { list: hasInfo ? [payee] : [] };
  if (world.hasPayee === null) {
    world.hasPayee = hasInfo;
    await stand.answer('wdinfo', info);
  }
  await stand.answer('wdinfo', info);
}

const titled = (met: string, ...each: string[]) =>
  ['Before you can withdraw', `${met} met`, ...each].join(' ');

const loads = (
  name: string,
  config: Terms,
  conditions: (snapshot: AnyMachineSnapshot) => string | null,
  hasInfo = true,
): Means<World> => ({
  name: `told: ${name}`,
  by: 'network',
  events: [done('loadTerms', { config, hasInfo })],
  when: isSeen,
  act: async (scene) => {
    const { balance, pending } = config;
    scene.world.balance = balance;
    tell(scene.world, pending);
    scene.world.conditions = conditions;
    await tellTerms(scene, config, hasInfo);
  },
});

const OFF =
  'Notifications are off Not met yet Withdrawing needs your permission for notifications. Enable notifications';
/** What is looked at by itself is not to be checked by hand. */
const notifications = (snapshot: AnyMachineSnapshot) =>
  snapshot.context.permission === 'granted'
    ? titled('1 of 1', 'Notifications are on Met')
    : titled('0 of 1', OFF, ...(snapshot.matches('blocked') ? ['Check again'] : []));

const videos = { kind: 'videos', required: 14, current: 31 } as const;
const unmet = [
  { kind: 'invites', required: 3, current: 1 },
  { kind: 'shares', required: 7, current: 9 },
] as const;

const CUT = 'Network error, please try again later.';
const SLOW = 'This took too long. Please try again.';
const OUR_FAULT = 'Something went wrong on our side. Please try again.';

const loading: Means<World>[] = [
  loads('all is met', terms({ requirements: [videos] }), () =>
    titled('1 of 1', 'Videos watched 14 / 14 · Met'),
  ),
  loads('no info yet', terms(), () => null, false),
  loads('something is missing', terms({ requirements: [...unmet] }), () =>
    titled('1 of 2', 'Friends invited 1 / 3 · Not met yet', 'Shares 7 / 7 · Met'),
  ),
  loads('notifications are asked for', terms({ notification_required: true }), notifications),
  loads('one is pending', terms({ balance: '25.0600', pending: requests.pending }), () => null),
  loads(
    'one is in review',
    terms({ balance: '25.0600', pending: requests.in_review, notification_required: true }),
    notifications,
  ),
  {
    name: 'the terms do not come',
    by: 'network',
    events: [failed('loadTerms', { kind: 'offline' })],
    when: isSeen,
    act: quiet(async (scene) => {
      scene.world.error = CUT;
      await tellTerms(scene, failing('cut'));
    }),
    says: () => [CUT],
  },
  {
    name: 'the terms take too long',
    by: 'clock',
    events: [failed('loadTerms', { kind: 'timeout' })],
    when: isSeen,
    act: async ({ pass, world, stand }) => {
      world.error = SLOW;
      await tellInfo({ stand, world }, true);
      await pass(15_000);
    },
    says: () => [SLOW],
  },
];

const refusal = (name: string, failure: unknown, said: string, answer: Failure): Means<World> => ({
  name,
  by: 'network',
  events: [failed('submitWithdrawal', failure)],
  act: quiet(async ({ stand, world }) => {
    world.error = said;
    await stand.answer('withdraw', failing(answer));
  }),
  says: () => [said],
});

const submitting: Means<World>[] = [
  {
    name: 'it is taken',
    by: 'network',
    events: [done('submitWithdrawal', { withdrawal: requests.pending, balance: '25.0600' })],
    act: async ({ stand, world }) => {
      Object.assign(world, { typed: '', error: '', balance: '25.0600' });
      tell(world, requests.pending);
      await stand.answer('withdraw', { withdrawal: requests.pending, balance: '25.0600' });
    },
    says: () => ['Withdrawal submitted.'],
  },
  refusal(
    'one is in process elsewhere',
    { kind: 'refused', reason: 'pending_exists' },
    'You already have a withdrawal in process.',
    refusedFor('pending_exists'),
  ),
  refusal('its answer is lost', { kind: 'offline' }, CUT, 'cut'),
  refusal('the server fails', { kind: 'faulted', status: 503 }, OUR_FAULT, { faulted: 503 }),
  {
    name: 'it takes too long',
    by: 'clock',
    events: [failed('submitWithdrawal', { kind: 'timeout' })],
    act: async ({ pass, world }) => {
      world.error = SLOW;
      await pass(15_000);
    },
    says: () => [SLOW],
  },
];

const toasts: Partial<Record<Standing, string>> = {
  paid: 'Your withdrawal was paid.',
  rejected: 'Your withdrawal was rejected. The amount is back in your balance.',
  failed: 'Your withdrawal could not be paid out. The amount is back in your balance.',
  returned: 'Your withdrawal was sent back to us. The amount is back in your balance.',
};

const finds = (standing: Standing): Means<World> => ({
  name: `it is ${standing}`,
  by: 'network',
  events: [done('checkWithdrawal', requests[standing])],
  act: async ({ stand, world }) => {
    const found = requests[standing];
    tell(world, found);
    if (found.status === 'rejected') world.balance = '37.4100';
    await stand.answer('withdrawals', { list: [found], page: 1, limit: 100, total: 1 });
  },
  says: () => (toasts[standing] ? [toasts[standing]] : []),
});

const pending: Means<World>[] = [
  ...(Object.keys(requests) as Standing[]).map(finds),
  {
    name: 'nothing is heard of it',
    by: 'network',
    events: [failed('checkWithdrawal', { kind: 'offline' })],
    act: ({ stand }) => stand.answer('withdrawals', failing('cut')),
  },
  {
    name: 'ten seconds go by',
    by: 'clock',
    events: [after('checkPause', 'withdrawal.pending.waiting')],
    act: ({ pass }) => pass(10_000),
  },
  {
    name: 'the look takes too long',
    by: 'clock',
    events: [failed('checkWithdrawal', { kind: 'timeout' })],
    act: ({ pass }) => pass(15_000),
  },
  person('has read it', [{ type: 'done.pressed' }], ({ page, world }) => {
    world.request = null;
    return button(page, 'Done').click();
  }),
];

const isOpen = (snapshot: AnyMachineSnapshot) =>
  snapshot.matches('confirming') || snapshot.matches('submitting');

const isDecided = (snapshot: AnyMachineSnapshot) =>
  ['editing', 'blocked', 'confirming'].some((state) => snapshot.matches(state));

const around: Means<World>[] = [
  person(
    'goes elsewhere',
    [{ type: 'presence.changed', isPresent: false }],
    async ({ page, world }) => {
      world.isAway = true;
      await tab(page, 'Tasks').click();
    },
    (snapshot) => !isOpen(snapshot),
  ),
  {
    name: 'comes back',
    by: 'person',
    events: [{ type: 'data.outdated' }, { type: 'presence.changed', isPresent: true }],
    when: (snapshot) => !isSeen(snapshot),
    act: async ({ page, world }) => {
      world.isAway = false;
      await tab(page, 'Withdraw').click();
    },
  },
  person('tries again', [{ type: 'retry.pressed' }], ({ page, world }) => {
    world.error = '';
    return button(page, 'Retry').first().click();
  }),
  person(
    'checks again',
    [{ type: 'check.pressed' }],
    ({ page }) => button(page, 'Check again').click(),
    (snapshot) => snapshot.matches({ blocked: 'notificationsOff' }),
  ),
  ...(['granted', 'default'] as const).map((permission) =>
    person(
      permission === 'granted' ? 'allows notifications' : 'takes it back',
      [{ type: 'permission.changed', permission }],
      ({ context }) =>
        permission === 'granted'
          ? context.grantPermissions(['notifications'])
          : context.clearPermissions(),
      (snapshot) => snapshot.context.permission !== permission && isDecided(snapshot),
    ),
  ),
];

const nothing = {
  purse: null,
  form: null,
  dialog: null,
  request: null,
  failure: null,
  conditions: null,
  history: null,
};
type Sight = (world: World, snapshot: AnyMachineSnapshot) => Record<string, string | null>;
const seen =
  (own: Sight): Sight =>
  (world, snapshot) => {
    if (world.isAway) return nothing;
    world.last = {
      ...nothing,
      purse: purseOf(world),
      history: historyOf(world),
      conditions: world.conditions?.(snapshot) ?? null,
      ...own(world, snapshot),
    };
    return world.last;
  };

const formOf = ({ typed, error }: World) =>
  `Amount «${typed}» Withdraw all At least 5.25${error && ` ${error}`} Withdraw`;
const dialogOf = ({ amount, error, hasPayee }: World, busy: string) => {
  const where = hasPayee ? ` PayPal ${payee.account} ${payee.recipient_name}` : '';
  const note = 'The amount is set aside at once. Processing takes 1 to 3 working days.';
  return `Confirm withdrawal ${amount}${where} ${note}${error && ` ${error}`} Cancel Confirm${busy}`;
};
const asForm = seen((world) => ({ form: formOf(world) }));
const asDialog = (busy: string) =>
  seen((world) => ({ form: formOf(world), dialog: dialogOf(world, busy) }));
const asRequest = seen((world) => ({ request: requestCard(world.request) }));
const asBlocked = seen(() => ({}));
const never: Sight = () => {
  throw new Error('nobody rests here');
};

export const withdrawal = defineDriver<World>()({
  machine: withdrawalMachine,
  actor: ['withdrawal'],
  path: '/withdraw/index',
  timezoneId: 'America/St_Johns',
  beginnings: [{ name: 'a member', input: { nonce: 'n', permission: 'default' }, begin }],
  arrange: async ({ context, stand }) => {
    await context.clearPermissions();
    stand.hold('withdrawConfig');
    stand.hold('wdinfo');
    stand.hold('withdraw');
    stand.hold('withdrawals', ({ limit }) => limit === '100');
  },
  means: [...form, ...dialogMeans, ...loading, ...submitting, ...pending, ...around],
  facts: ({
    amount,
    problem,
    terms: known,
    permission,
    isSeen: looks,
    isOutdated,
    failure,
    withdrawal: told,
  }) => [
    problem,
    known && problemOfAmount(amount, known.config),
    known && [known.hasInfo, known.config.requirements.length, known.config.notification_required],
    permission,
    looks,
    isOutdated,
    failure !== null,
    told?.step,
    told?.id,
  ],
  unforeseen: ['nonce'],
  places: {
    purse: '.purse',
    form: '.amount-form',
    dialog: 'dialog[open] .dialog-body',
    request: '.card:has(.timeline)',
    failure: '.card:has(> .notice[role=alert])',
    conditions: '.card:has(.requirements)',
    history: '.withdrawal',
  },
  seen: {
    loading: (world: World, { context }: AnyMachineSnapshot) => {
      if (world.isAway) return nothing;
      const purse = purseOf(world);
      // before anything was told, all waits; afterwards nothing goes from the screen
      if (context.terms === null) return { ...nothing, purse };
      const { last } = world;
      const history = historyOf(world);
      return { ...last, purse, history, dialog: null, form: last.form ? formOf(world) : null };
    },
    deciding: never,
    'blocked.noInfo': asBlocked,
    'blocked.unmet': asBlocked,
    'blocked.notificationsOff': asBlocked,
    editing: asForm,
    confirming: asDialog(''),
    submitting: asDialog('…'),
    'pending.waiting': asRequest,
    'pending.unseen': asRequest,
    'pending.checking': asRequest,
    paid: asRequest,
    givenBack: asRequest,
    failed: seen(({ error }) => ({
      conditions: null,
      failure: `Your balance and the conditions could not be loaded. ${error} Retry`,
    })),
  },
  undriven: {
    ...lastResorts('withdrawal.loading', 'withdrawal.failed'),
    ...lastResorts('withdrawal.submitting', 'withdrawal.confirming'),
    ...lastResorts('withdrawal.pending.checking', 'withdrawal.pending.waiting'),
  },
});
