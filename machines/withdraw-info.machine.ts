import { assign, setup } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import type { WithdrawalMethod, WithdrawInfo } from '../contract/shapes.ts';
import { failsTo, reason } from './failure.ts';
import { notProvided } from './not-provided.ts';
import { notify } from './notify.ts';
import { isOffline } from './offline.ts';
import { output } from './params.ts';
import { needsProof, onProofEnded, type ProofEnded, provingGuards } from './proving.ts';
import type { Tag } from './tags.ts';

export interface WithdrawInfoForm {
  country: string;
  method: string;
  recipient_name: string;
  account: string;
}

export type WithdrawInfoProblem =
  | 'countryRequired'
  | 'methodRequired'
  | 'nameRequired'
  | 'accountRequired'
  | 'accountInvalid';
type WithdrawInfoProblems = Partial<Record<keyof WithdrawInfoForm, WithdrawInfoProblem>>;

interface Input {
  /** the country of the user's account; null: the app looks it up */
  country: string | null;
}

interface Loaded {
  /** minimum hours of hold for the first withdrawal to a changed account; absent: none */
  changeHoldHours?: number;
  methods: WithdrawalMethod[];
  info: WithdrawInfo | null;
  /** proposed where no account is set yet */
  country: string | null;
}

interface Context extends Loaded {
  form: WithdrawInfoForm;
  problems: WithdrawInfoProblems;
  failure: CallFailure | null;
}

interface Change {
  field: keyof WithdrawInfoForm;
  value: string;
}

type Event =
  | ({ type: 'field.changed' } & Change)
  | { type: 'edit.pressed' }
  | { type: 'cancel.pressed' }
  | { type: 'save.pressed' }
  | { type: 'retry.pressed' }
  | ProofEnded
  /** the account may have been changed elsewhere */
  | { type: 'data.outdated' };

export type WithdrawInfoEmitted =
  | { type: 'withdrawInfo.saved' }
  | { type: 'withdrawInfo.failed'; failure: CallFailure };

const emptyForm = { country: '', method: '', recipient_name: '', account: '' };

const methodOf = ({ methods, form }: Pick<Context, 'methods' | 'form'>) =>
  methods.find(
    ({ method, countries }) => method === form.method && countries.includes(form.country),
  );

function problemsOfInfo(context: Pick<Context, 'methods' | 'form'>): WithdrawInfoProblems {
  const { form } = context;
  const method = methodOf(context);
  const account = form.account.trim();
  return {
    ...(form.country === '' && { country: 'countryRequired' }),
    ...(!method && { method: 'methodRequired' }),
    ...(form.recipient_name.trim() === '' && { recipient_name: 'nameRequired' }),
    ...(account === '' && { account: 'accountRequired' }),
    ...(account !== '' &&
      method &&
      !new RegExp(method.account_pattern, 'u').test(account) && { account: 'accountInvalid' }),
  } as WithdrawInfoProblems;
}

/** Changes a field. A new country clears method and account, a new method clears the account. */
function changed(form: WithdrawInfoForm, field: keyof WithdrawInfoForm, value: string) {
  if (field === 'country') return { ...form, country: value, method: '', account: '' };
  if (field === 'method') return { ...form, method: value, account: '' };
  return { ...form, [field]: value };
}

const base = setup({
  types: {} as { context: Context; events: Event; tags: Tag; input: Input },
  actors: {
    loadWithdrawInfo: notProvided<Loaded, Input>('loadWithdrawInfo'),
    saveWithdrawInfo: notProvided<WithdrawInfo, { form: WithdrawInfoForm }>('saveWithdrawInfo'),
  },
  guards: {
    isValid: ({ context }) => Object.keys(problemsOfInfo(context)).length === 0,
    hasInfo: ({ context }) => context.info !== null,
    isOffline: (_, failure: CallFailure) => isOffline(failure),
    ...provingGuards,
  },
  actions: {
    setField: assign(({ context }, { field, value }: Change) => ({
      form: changed(context.form, field, value),
      problems: {},
      failure: null,
    })),
    setLoaded: assign((_, loaded: Loaded) => ({ ...loaded, failure: null })),
    setInfo: assign({ info: (_, info: WithdrawInfo) => info }),
    clearFailure: assign({ failure: null }),
    /** the server masks the account, so it has to be typed again */
    fillIn: assign({
      form: ({ context: { info, country, methods } }) => {
        if (info) {
          const { method, recipient_name } = info;
          return { country: info.country, method, recipient_name, account: '' };
        }
        const isServed = methods.some(({ countries }) => country && countries.includes(country));
        return { ...emptyForm, country: isServed && country ? country : '' };
      },
      problems: {},
      failure: null,
    }),
    setProblems: assign({ problems: ({ context }) => problemsOfInfo(context) }),
    setFailure: assign({ failure: (_, failure: CallFailure) => failure }),
    notifySaved: notify({ type: 'withdrawInfo.saved' }),
    notifyFailure: notify((_, failure: CallFailure) => ({ type: 'withdrawInfo.failed', failure })),
  },
});

/** The call that loads the payout account, and the transition after its answer. */
const load = {
  id: 'loadWithdrawInfo',
  src: 'loadWithdrawInfo',
  input: ({ context: { country } }: { context: Context }) => ({ country }),
  onDone: { target: 'loaded', actions: { type: 'setLoaded', params: output } },
} as const;

const loadFails = failsTo('failed', ['setFailure', 'notifyFailure']);
/** Offline the screen shows that there is no connection: a failed load needs no toast. */
const loadFailsOffline = {
  ...failsTo('failed', ['setFailure']),
  guard: { type: 'isOffline', params: reason },
} as const;
const saveFails = failsTo('editing', ['setFailure', 'notifyFailure']);

const changes = {
  'field.changed': {
    target: 'editing',
    actions: { type: 'setField', params: ({ event }: { event: Change }) => event },
  },
  // the account may have been changed elsewhere meanwhile
  'cancel.pressed': 'renewing',
} as const;
const edits = { 'edit.pressed': { target: 'editing', actions: 'fillIn' } } as const;
const asKnown = { ...edits, 'data.outdated': 'renewing' } as const;

/**
 * The payout account of a user: loaded, missing or set, loaded again, edited in a form with each method's account
 * pattern, and saved. A failed save keeps the typed values; a save that requires a proof of identity is repeated after
 * the proof.
 */
export const withdrawInfoMachine = base.createMachine({
  id: 'withdrawInfo',
  context: ({ input }) => ({
    ...input,
    methods: [],
    info: null,
    form: emptyForm,
    problems: {},
    failure: null,
  }),
  initial: 'loading',
  states: {
    loading: { tags: ['busy'], invoke: { ...load, onError: [loadFailsOffline, loadFails] } },
    loaded: { always: [{ guard: 'hasInfo', target: 'set' }, { target: 'missing' }] },
    missing: { on: asKnown },
    set: { on: asKnown },
    // the loaded data stays on the screen, even if loading fails
    renewing: { invoke: { ...load, onError: 'loaded' }, on: edits },
    editing: {
      on: {
        ...changes,
        'save.pressed': [{ guard: 'isValid', target: 'saving' }, { actions: 'setProblems' }],
      },
    },
    saving: {
      tags: ['busy'],
      invoke: {
        id: 'saveWithdrawInfo',
        src: 'saveWithdrawInfo',
        input: ({ context }) => ({ form: context.form }),
        onDone: {
          target: 'set',
          actions: [{ type: 'setInfo', params: output }, 'clearFailure', 'notifySaved'],
        },
        onError: [needsProof, saveFails],
      },
    },
    /** the sheet that asks for the proof is open, over the form */
    proving: { on: { ...changes, 'save.pressed': 'saving', ...onProofEnded('saving', 'editing') } },
    failed: { on: { 'retry.pressed': 'loading', 'data.outdated': 'loading' } },
  },
});
