import type { AnyMachineSnapshot } from 'xstate';
import { covered } from './facts.ts';
import { historyOf, paidOf, purseOf, requestCard, type World } from './withdrawal.facts.ts';

export const nothing = {
  purse: null,
  form: null,
  dialog: null,
  request: null,
  failure: null,
  conditions: null,
  history: null,
};

type Sight = (world: World, snapshot: AnyMachineSnapshot) => Record<string, string | null>;

/** Nothing is in process, and nothing that has ended is looked at. */
const isFree = (snapshot: AnyMachineSnapshot) =>
  !['pending', 'paid', 'givenBack', 'resending', 'failed'].some((state) => snapshot.matches(state));

export const seen =
  (own: Sight): Sight =>
  (world, snapshot) => {
    if (world.isAway) return nothing;
    world.last = {
      ...nothing,
      purse: purseOf(world),
      history: historyOf(world, isFree(snapshot)),
      conditions: world.conditions?.(snapshot) ?? null,
      ...own(world, snapshot),
    };
    return world.last;
  };

export const formOf = ({ typed, error }: World) =>
  `Amount «${typed}» Withdraw all At least 5.25${error && ` ${error}`} Withdraw`;

/** What arrives, and by which rate. */
function arrivalOf(world: World): string {
  const paid = paidOf(world);
  if (paid === null) return '';
  const sum = Number(paid).toLocaleString('en', { minimumFractionDigits: 2 });
  return ` You receive KES ${sum} Exchange rate $1 = KES ${world.shownRate}`;
}

const dialogOf = (world: World, busy: string) => {
  const { amount, error, shown, rate } = world;
  const where = ` PayPal ${covered(shown?.account)} ${shown?.recipient_name}`;
  const note = 'The amount is set aside at once. Processing takes 1 to 6 working days.';
  return `Confirm withdrawal ${rate ? '$' : ''}${amount}${where}${arrivalOf(world)} ${note}${error && ` ${error}`} Cancel Confirm${busy}`;
};

export const asForm = seen((world) => ({ form: world.payee && formOf(world) }));

export const asDialog = (busy: string) =>
  seen((world) => ({ form: formOf(world), dialog: dialogOf(world, busy) }));

export const asRequest = seen((world) => ({ request: requestCard(world) }));

export const asResent = seen((world) => ({ request: requestCard(world, '…') }));

const ASKED = 'Cancel this withdrawal?';

/** Somebody is asked whether the amount is to come back. */
export const asQuestion = (busy: string) =>
  seen((world) => {
    const { error } = world;
    const note = 'The amount goes back to your balance at once. Nothing is paid out.';
    const dialog = `${ASKED} 12.35 ${note}${error && ` ${error}`} Keep it Yes, cancel${busy}`;
    return { request: requestCard(world), dialog };
  });

export const asRefusal = seen((world) => ({
  request: requestCard(world),
  dialog: `${ASKED} ${world.error} Close`,
}));

export const asBlocked = seen(() => ({}));
