import { assign, emit, setup } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import type { WithdrawalMethod, WithdrawInfo } from '../contract/shapes.ts';
import { reason, timedOut } from './failure.ts';
import { missing } from './missing.ts';
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

export interface WithdrawInfoFacts {
  methods: WithdrawalMethod[];
  info: WithdrawInfo | null;
  /** proposed where nothing is set yet */
  country: string | null;
}

interface Context extends WithdrawInfoFacts {
  form: WithdrawInfoForm;
  problems: WithdrawInfoProblems;
  failure: CallFailure | null;
}

type Event =
  | { type: 'field.changed'; field: keyof WithdrawInfoForm; value: string }
  | { type: 'edit.pressed' }
  | { type: 'cancel.pressed' }
  | { type: 'save.pressed' }
  | { type: 'retry.pressed' };

export type WithdrawInfoNews =
  | { type: 'withdrawInfo.saved'; info: WithdrawInfo }
  | { type: 'withdrawInfo.failed'; failure: CallFailure };

const emptyForm = { country: '', method: '', recipient_name: '', account: '' };

const methodOf = ({ methods, form }: Pick<Context, 'methods' | 'form'>) =>
  methods.find(
    ({ method, countries }) => method === form.method && countries.includes(form.country),
  );

function problemsOf(context: Pick<Context, 'methods' | 'form'>): WithdrawInfoProblems {
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

/** A method belongs to a country and an account to a method: changing one empties the next. */
function changed(form: WithdrawInfoForm, field: keyof WithdrawInfoForm, value: string) {
  if (field === 'country') return { ...form, country: value, method: '', account: '' };
  if (field === 'method') return { ...form, method: value, account: '' };
  return { ...form, [field]: value };
}

const base = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    emitted: {} as WithdrawInfoNews,
    tags: {} as Tag,
  },
  actors: {
    loadWithdrawInfo: missing<WithdrawInfoFacts>('loadWithdrawInfo'),
    saveWithdrawInfo: missing<WithdrawInfo, { form: WithdrawInfoForm }>('saveWithdrawInfo'),
  },
  delays: { callLimit: 20_000 },
  guards: {
    isValid: ({ context }) => Object.keys(problemsOf(context)).length === 0,
    hasInfo: ({ context }) => context.info !== null,
  },
  actions: {
    change: assign({
      form: ({ context, event }) =>
        event.type === 'field.changed'
          ? changed(context.form, event.field, event.value)
          : context.form,
      problems: {},
      failure: null,
    }),
    /** the account is not read back whole, so it has to be entered anew */
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
    noteProblems: assign({ problems: ({ context }) => problemsOf(context) }),
    noteFailure: assign({ failure: (_, failure: CallFailure) => failure }),
    tellFailure: emit(
      (_, failure: CallFailure) => ({ type: 'withdrawInfo.failed', failure }) as const,
    ),
  },
});

const failWith = <Target extends string>(target: Target) =>
  ({
    onError: {
      target,
      actions: [
        { type: 'noteFailure', params: reason },
        { type: 'tellFailure', params: reason },
      ],
    },
    after: {
      callLimit: {
        target,
        actions: [
          { type: 'noteFailure', params: timedOut },
          { type: 'tellFailure', params: timedOut },
        ],
      },
    },
  }) as const;
const loadFails = failWith('failed');
const saveFails = failWith('editing');

/**
 * Where a user is paid: loaded, missing or set, edited in a form that knows each method's
 * account pattern, and saved; a failed save keeps all that was typed.
 */
export const withdrawInfoMachine = base.createMachine({
  id: 'withdrawInfo',
  context: {
    methods: [],
    info: null,
    country: null,
    form: emptyForm,
    problems: {},
    failure: null,
  },
  initial: 'loading',
  states: {
    loading: {
      tags: ['busy'],
      invoke: {
        id: 'loadWithdrawInfo',
        src: 'loadWithdrawInfo',
        onDone: {
          target: 'loaded',
          actions: assign(({ event }) => ({ ...event.output, failure: null })),
        },
        onError: loadFails.onError,
      },
      after: loadFails.after,
    },
    loaded: { always: [{ guard: 'hasInfo', target: 'set' }, { target: 'missing' }] },
    missing: {
      tags: ['actionable'],
      on: { 'edit.pressed': { target: 'editing', actions: 'fillIn' } },
    },
    set: {
      tags: ['actionable', 'settled'],
      on: { 'edit.pressed': { target: 'editing', actions: 'fillIn' } },
    },
    editing: {
      tags: ['actionable'],
      on: {
        'field.changed': { actions: 'change' },
        'cancel.pressed': 'loaded',
        'save.pressed': [{ guard: 'isValid', target: 'saving' }, { actions: 'noteProblems' }],
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
          actions: [
            assign({ info: ({ event }) => event.output, failure: null }),
            emit(({ event }) => ({ type: 'withdrawInfo.saved', info: event.output })),
          ],
        },
        onError: saveFails.onError,
      },
      after: saveFails.after,
    },
    failed: { tags: ['actionable'], on: { 'retry.pressed': 'loading' } },
  },
});
