import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import type { WithdrawInfo } from '../../contract/shapes.ts';
import { withdrawInfoMachine } from '../../machines/withdraw-info.machine.ts';
import { tab } from '../browser/people.ts';
import { defineDriver, done, failed, type Means, never, person, untilAsked } from './driver.ts';
import { OFFLINE, OUR_FAULT, payee, user } from './facts.ts';
import { type Failure, failing, refusedFor } from './stand.ts';
import {
  asNothing,
  asSet,
  BAD,
  begin,
  complaintsOf,
  countries,
  emptyForm,
  type Field,
  formFor,
  formOf,
  GOOD,
  INVALID,
  LABELS,
  methods,
  SELECT,
  saved,
  setElsewhere,
  undriven,
  type World,
} from './withdraw-info.facts.ts';

/** Puts a value into a field; @param changes what stands in the form then */
const enters = (
  name: string,
  [field, value]: readonly [Field, string],
  changes: Partial<World['form']>,
  when: (form: Record<Field, string>) => boolean,
) =>
  person<World>(
    name,
    [{ type: 'field.changed', field, value }],
    async ({ page, world }) => {
      const control = page.locator('.info-form').getByLabel(LABELS[field], { exact: true });
      if (field === 'country' || field === 'method') await control.selectOption(value);
      else await control.fill(value);
      Object.assign(world, { form: { ...world.form, ...changes }, complaints: {}, error: '' });
    },
    ({ context }) => context.form[field] !== value && when(context.form),
  );

const fields: Means<World>[] = [
  ...(['DE', 'PT'] as const).map((code) =>
    enters(
      `is paid in ${countries[code]}`,
      ['country', code],
      { country: countries[code], method: SELECT, account: '' },
      ({ account, recipient_name }) => account === BAD || recipient_name !== saved.recipient_name,
    ),
  ),
  ...methods.map(({ method, name }) =>
    enters(
      `is paid by ${name}`,
      ['method', method],
      { method: name, account: '' },
      ({ country }) => country === (method === 'mbway' ? 'PT' : 'DE'),
    ),
  ),
  enters(
    'enters a name',
    ['recipient_name', saved.recipient_name],
    { recipient_name: saved.recipient_name },
    ({ method }) => method === 'mbway',
  ),
  ...[BAD, GOOD].map((account) =>
    enters(
      `enters the account ${account}`,
      ['account', account],
      { account },
      ({ recipient_name }) => recipient_name === saved.recipient_name,
    ),
  ),
];

const press =
  (button: string): Means<World>['act'] =>
  ({ page }) =>
    page.getByRole('button', { name: button, exact: true }).click();

const opens =
  (button: string): Means<World>['act'] =>
  async (scene) => {
    await press(button)(scene);
    const { world } = scene;
    const form = world.info ? formFor(world.info) : emptyForm;
    Object.assign(world, { form, complaints: {}, error: '' });
  };

const EDIT = [{ type: 'edit.pressed' }];

type Loss = [name: string, answer: Failure, error: object, said: string[]];
const failsToLoad = (...[name, answer, error, said]: Loss): Means<World> => ({
  name,
  by: 'network',
  events: [failed('loadWithdrawInfo', error)],
  act: async ({ stand, pass }) => {
    await pass(2_100);
    await stand.answer('wdinfo', failing(answer));
  },
  says: (_, before) => (before.matches('loading') ? said : []),
});

const failsToSave = (name: string, failure: Failure, error: object, words: string) =>
  ({
    name: `not saved: ${name}`,
    by: 'network',
    events: [failed('saveWithdrawInfo', error)],
    act: async ({ stand, world, pass }) => {
      // what a toast said before is over: the same words would not be said again
      await pass(2_100);
      world.error = words;
      await stand.answer('updateWdinfo', failing(failure));
    },
    says: () => [words],
  }) satisfies Means<World>;

const comes = (
  name: string,
  infoAt: (before: AnyMachineSnapshot) => WithdrawInfo | null,
  change: Pick<World, 'info'> | null,
  when: (before: AnyMachineSnapshot) => boolean,
): Means<World> => ({
  name,
  by: 'network',
  events: (before) => [
    done('loadWithdrawInfo', {
      ...{ info: infoAt(before), changeHoldHours: 0 },
      ...{ methods, country: user.country },
    }),
  ],
  when,
  act: ({ stand, world }) => {
    Object.assign(world, change);
    return stand.answer('wdinfo', { list: world.info ? [world.info] : [] });
  },
});

/** Without a connection the card is gone: the purse says why. */
const isSaid = ({ context }: AnyMachineSnapshot) => context.failure?.kind !== 'offline';
const isPaid = (at: AnyMachineSnapshot) => at.context.info !== null;

/** No walk fills in anything else that is valid. */
const SENT = {
  country: saved.country,
  method: saved.method,
  recipient_name: saved.recipient_name,
  account: GOOD,
};

const asForm = (busy: string) => (world: World) => ({ waiting: null, card: formOf(world, busy) });

export const ofWithdrawInfo = defineDriver<World>()({
  machine: withdrawInfoMachine,
  actor: ['withdrawInfo'],
  path: '/withdraw/index',
  timezoneId: 'Asia/Kolkata',
  beginnings: [null, payee].map((info) => ({
    name: info ? 'a member who is paid by PayPal' : 'a member who was never paid',
    input: { country: user.country },
    begin: begin(info),
    means: [
      comes(
        'it comes',
        ({ context }) => context.info ?? info,
        null,
        () => true,
      ),
    ],
  })),
  arrange: async ({ stand }) => {
    stand.hold('wdinfo');
    stand.hold('updateWdinfo');
  },
  means: [
    failsToLoad('the line breaks', 'cut', { kind: 'offline' }, []),
    failsToLoad('the server fails', { faulted: 500 }, { kind: 'faulted', status: 500 }, [
      OUR_FAULT,
    ]),
    comes(
      'it was set elsewhere',
      () => setElsewhere,
      { info: setElsewhere },
      (before) =>
        before.matches('renewing') && before.context.info?.account !== setElsewhere.account,
    ),
    person('comes back', [{ type: 'data.outdated' }], async ({ page, stand }) => {
      await tab(page, 'Tasks').click();
      await untilAsked(stand, 'wdinfo', () => tab(page, 'Withdraw').click());
    }),
    failsToSave('the line breaks', 'cut', { kind: 'offline' }, OFFLINE),
    failsToSave(
      'no such account',
      refusedFor('invalid_account'),
      { kind: 'refused', reason: 'invalid_account' },
      INVALID,
    ),
    person('tries again', [{ type: 'retry.pressed' }], press('Retry'), isSaid),
    person('sets it up', EDIT, opens('Set up withdrawal info'), (at) => !isPaid(at)),
    person('changes it', EDIT, opens('Change'), isPaid),
    ...fields,
    person('cancels', [{ type: 'cancel.pressed' }], (scene) =>
      untilAsked(scene.stand, 'wdinfo', () => press('Cancel')(scene)),
    ),
    person('saves', [{ type: 'save.pressed' }], async (scene) => {
      await press('Save')(scene);
      scene.world.complaints = complaintsOf(scene.world);
    }),
    {
      name: 'it is saved',
      by: 'network',
      events: [done('saveWithdrawInfo', saved)],
      act: async ({ stand, world, pass }) => {
        await pass(2_100);
        world.info = saved;
        await stand.arrives('updateWdinfo');
        expect(stand.asked.findLast(({ name }) => name === 'updateWdinfo')?.input).toEqual(SENT);
        await stand.answer('updateWdinfo', { list: [saved] });
      },
      says: () => ['Saved.'],
    },
  ],
  facts: ({ form, problems, failure, info }) => [form, problems, failure?.kind, info?.account],
  places: { waiting: '.card.waiting', card: 'section[aria-label="Withdrawal info"]' },
  seen: {
    loading: () => ({ waiting: '…', card: null }),
    loaded: never,
    missing: asNothing,
    set: asSet,
    renewing: (world: World) => (world.info ? asSet(world) : asNothing()),
    editing: asForm(''),
    saving: asForm('…'),
    proving: asForm(''),
    failed: (_: World, snapshot: AnyMachineSnapshot) => ({
      waiting: null,
      card: isSaid(snapshot)
        ? `Withdrawal info Your withdrawal info could not be loaded. ${OUR_FAULT} Retry`
        : null,
    }),
  },
  undriven,
});
