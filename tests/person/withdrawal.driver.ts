import type { AnyMachineSnapshot } from 'xstate';
import { problemOfAmount } from '../../machines/withdrawal/rules.ts';
import { withdrawalMachine } from '../../machines/withdrawal/withdrawal.machine.ts';
import { again, opens } from './again.means.ts';
import { cancelling, cancelMeans } from './cancellation.means.ts';
import { defineDriver, never } from './driver.ts';
import { repricing } from './repricing.means.ts';
import { beginnings, loading, submitting } from './withdrawal.answers.ts';
import { historyOf, purseOf, type World } from './withdrawal.facts.ts';
import { pending } from './withdrawal.pending.ts';
import { around, dialogMeans } from './withdrawal.person.ts';
import {
  asBlocked,
  asDialog,
  asForm,
  asQuestion,
  asRefusal,
  asRequest,
  asResent,
  formOf,
  nothing,
  seen,
} from './withdrawal.seen.ts';

export const withdrawal = defineDriver<World>()({
  machine: withdrawalMachine,
  actor: ['withdrawal'],
  path: '/withdraw/index',
  timezoneId: 'America/St_Johns',
  // the newest of the list is known where nothing was asked for since
  beginnings: beginnings.map((each) =>
    each.name.endsWith('failed')
      ? { ...each, means: [...(each.means ?? []), opens, ...again] }
      : each,
  ),
  arrange: async ({ context, stand }) => {
    await context.clearPermissions();
    stand.hold('withdrawConfig');
    stand.hold('withdraw');
    stand.hold('cancelWithdrawal');
    stand.hold('withdrawals', ({ limit }) => limit === '100');
  },
  means: [
    ...dialogMeans,
    ...loading,
    ...submitting,
    ...repricing,
    ...pending,
    ...cancelMeans,
    ...cancelling,
    ...around,
  ],
  facts: ({
    amount,
    problem,
    terms: known,
    permission,
    isVisible: looks,
    isOutdated,
    failure,
    withdrawal: told,
    faulty,
  }) => [
    problem,
    known && problemOfAmount(amount, known),
    known && [known.requirements.length, known.notification_required],
    permission,
    looks,
    isOutdated,
    failure?.kind,
    told?.step,
    told?.cancelled,
    told?.id,
    faulty !== null,
  ],
  // who comes back to one that failed goes as far as the dialog: the others go on from there
  isWithin: (snapshot) =>
    snapshot.context.idPrefix !== 'failed' ||
    ['loading', 'editing', 'givenBack', 'resending'].some((state) => snapshot.matches(state)) ||
    (snapshot.matches('blocked') && snapshot.context.amount === ''),
  // where it goes is the card's to know
  unforeseen: ['idPrefix', 'payee'],
  places: {
    purse: '.purse',
    form: '.amount-form',
    dialog: 'dialog[open] .dialog-body',
    request: '.card:has(.timeline)',
    // not the history's own, which has a title
    failure: 'div.card:has(> .notice[role=alert])',
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
      const history = historyOf(world, true);
      return { ...last, purse, history, dialog: null, form: last.form ? formOf(world) : null };
    },
    deciding: never,
    'blocked.unmet': asBlocked,
    'blocked.notificationsOff': asBlocked,
    editing: asForm,
    confirming: asDialog(''),
    submitting: asDialog('…'),
    repricing: asDialog('…'),
    resending: asResent,
    'pending.waiting': asRequest,
    'pending.hidden': asRequest,
    'pending.checking': asRequest,
    'pending.asking': asQuestion(''),
    'pending.cancelling': asQuestion('…'),
    'pending.refused': asRefusal,
    paid: asRequest,
    givenBack: asRequest,
    failed: seen(({ error }, { context }) => ({
      conditions: null,
      failure:
        context.failure.kind === 'offline'
          ? null
          : `Your balance and the conditions could not be loaded. ${error} Retry`,
    })),
  },
  // the language comes with the page; tests/browser/words.test.ts changes it under an amount
  unplanned: ['withdrawal --signs.changed--> (stays)'],
  undriven: {
    'withdrawal --offer.answered--> (stays)': 'the offers: tests/browser/offers.test.ts',
    'withdrawal.blocked.unmet --visibility.changed [isLeftForLink]--> (stays)':
      'the link in a mail: tests/browser/email-confirmation.test.ts',
  },
});
