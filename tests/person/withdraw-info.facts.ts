import type { WithdrawalMethod, WithdrawInfo } from '../../contract/shapes.ts';
import type { AnyWorld } from './driver.ts';
import { answers, covered } from './facts.ts';
import { ofProof } from './proving.facts.ts';

export type Field = 'country' | 'method' | 'recipient_name' | 'account';

export interface World extends AnyWorld {
  /** as the server keeps it */
  info: WithdrawInfo | null;
  /** what stands in the form, as its reader reads it */
  form: Record<Field, string>;
  /** under the fields, since the form was sent unfinished */
  complaints: Partial<Record<Field, string>>;
  error: string;
}

const paypal: WithdrawalMethod = {
  method: 'paypal',
  name: 'PayPal',
  account_type: 'email',
  countries: ['DE', 'PT'],
  account_pattern: '^[^@]+@[^@]+$',
  account_hint: 'name@example.org',
};
const mbway: WithdrawalMethod = {
  method: 'mbway',
  name: 'MB WAY',
  account_type: 'phone',
  countries: ['PT'],
  account_pattern: '^9[0-9]{8}$',
  account_hint: '912 345 678',
};
export const methods = [paypal, mbway];

/** What was saved comes back with its account covered. */
export const saved: WithdrawInfo = {
  country: 'PT',
  method: 'mbway',
  account_type: 'phone',
  recipient_name: 'Zacharias Quintanilha de Albuquerque',
  account: '*****3841',
};
export const GOOD = '917263841';
export const BAD = '0917';

export const countries = { DE: 'Germany', PT: 'Portugal' } as const;
export const LABELS = {
  country: 'Country or region',
  method: 'Method',
  recipient_name: 'Recipient name',
  account: 'Account',
} as const;
export const SELECT = 'Select';
export const emptyForm = { country: SELECT, method: SELECT, recipient_name: '', account: '' };
const methodNameOf = (code: string) => methods.find(({ method }) => method === code)?.name ?? '?';
const countryNameOf = (code: string) => countries[code as keyof typeof countries];

/** What somebody else has set meanwhile. */
export const setElsewhere: WithdrawInfo = {
  country: 'DE',
  method: 'paypal',
  account_type: 'email',
  recipient_name: 'Evangelista Moriarty',
  account: 'ev**********.com',
};

export const begin = (info: WithdrawInfo | null) => (): World => {
  const world: World = {
    answers: answers({
      withdrawalMethods: () => ({ list: methods }),
      wdinfo: () => ({ list: world.info ? [world.info] : [] }),
    }),
    info,
    form: emptyForm,
    complaints: {},
    error: '',
  };
  return world;
};

export const INVALID = 'This does not look like an account of this method.';

function complaintOf(account: string, methodName: string): string {
  if (account === '') return 'Enter the account.';
  const method = methods.find(({ name }) => name === methodName);
  return !method || new RegExp(method.account_pattern).test(account) ? '' : INVALID;
}

/** What is said under the fields of a form that is sent as it stands. */
export function complaintsOf({ form }: World): World['complaints'] {
  return {
    country: form.country === SELECT ? 'Select a country or region.' : '',
    method: form.method === SELECT ? 'Select a method.' : '',
    recipient_name: form.recipient_name === '' ? 'Enter the recipient’s name.' : '',
    account: complaintOf(form.account, form.method),
  };
}

/** The account is not read back whole: it has to be entered anew. */
export const formFor = ({ country, method, recipient_name }: WithdrawInfo): World['form'] => ({
  country: countryNameOf(country),
  method: methodNameOf(method),
  recipient_name,
  account: '',
});

export const formOf = ({ form, complaints, error }: World, busy: string) => {
  const method = methods.find(({ name }) => name === form.method);
  const line = (field: Field, hint = '') =>
    [LABELS[field], `«${form[field]}»`, hint, complaints[field] ?? ''].filter(Boolean).join(' ');
  return [
    'Withdrawal info',
    ...(['country', 'method', 'recipient_name'] as const).map((field) => line(field)),
    line('account', method?.account_hint),
    ...(error ? [error] : []),
    `Cancel Save${busy}`,
  ].join(' ');
};

export const asNothing = () => ({
  waiting: null,
  card:
    'Withdrawal info Where should your money go? Set it up once. Then you can withdraw. ' +
    'Set up withdrawal info',
});

export const asSet = ({ info }: World) => ({
  waiting: null,
  card: info
    ? `Withdrawal info Change Country or region ${countryNameOf(info.country)} Method ` +
      `${methodNameOf(info.method)} Recipient name ${info.recipient_name} Account ${covered(info.account)}`
    : 'there is none',
});

const BEHIND = 'the sheet covers the form, unless its code does not come';

/** What the sheet that asks for a proof leads to. */
export const undriven = {
  ...ofProof('withdrawInfo', ['saving', 'saveWithdrawInfo'], ['saving', 'editing']),
  'withdrawInfo.proving --field.changed--> withdrawInfo.editing': BEHIND,
  'withdrawInfo.proving --cancel.pressed--> withdrawInfo.renewing': BEHIND,
  'withdrawInfo.proving --save.pressed--> withdrawInfo.saving': BEHIND,
};
