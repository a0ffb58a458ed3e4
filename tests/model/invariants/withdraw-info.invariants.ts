import { withdrawInfo as model } from '../models.money.ts';
import { faulted, info, methods, offline, refused } from '../samples.ts';
import { type Invariants, invariant, type Run, same } from './invariant.ts';

const filled = {
  country: 'US',
  method: 'paypal',
  recipient_name: 'Ada',
  account: 'ada@example.org',
};
const fields = Object.entries(filled).map(([field, value]) => ({
  type: 'field.changed',
  field,
  value,
}));

/** A person who fills in the form, sometimes correctly. */
const typing = {
  ...model,
  events: [
    ...model.events,
    ...fields,
    { type: 'field.changed', field: 'account', value: 'nobody' },
    { type: 'field.changed', field: 'recipient_name', value: ' ' },
    { type: 'save.pressed' },
    { type: 'save.pressed' },
  ],
  outcomes: {
    loadWithdrawInfo: {
      done: [
        { info: null, changeHoldHours: 24, methods, country: 'US' },
        { info, changeHoldHours: 24, methods, country: 'US' },
      ],
      error: [offline, faulted],
    },
    saveWithdrawInfo: {
      done: [info],
      error: [refused('invalid_account'), refused('proof_too_old'), offline],
    },
  },
};

type Form = Record<keyof typeof filled, string>;
/** Is the form correct by section 5 of the specification, and by the pattern of the samples' only method? */
function isRight({ country, method, recipient_name, account }: Form) {
  const isServed = method === 'paypal' && ['US', 'DE'].includes(country);
  return isServed && recipient_name.trim() !== '' && /^[^@]+@[^@]+$/.test(account.trim());
}

const isProven = (run: Run) => run.on('proof.ended') && run.event.isGiven === true;
const needsProof = ({ event }: Run) => event.error.reason === 'proof_too_old';

export const withdrawInfo: Invariants = {
  runs: [typing],
  // the known info stays on the screen
  calm: ['renewing'],
  invariants: [
    invariant(
      'only a correct form is sent, with the fields as filled in',
      (run) => run.begins('saveWithdrawInfo').length > 0,
      (run) =>
        (run.on('save.pressed') || (run.was('proving') && isProven(run))) &&
        run.begins('saveWithdrawInfo').every(({ input }) => {
          const { form } = input as { form: Form };
          return isRight(form) && same(form, run.known.form);
        }),
    ),
    invariant(
      'a press on save sends a correct form, and shows the problems of any other',
      (run) => run.was('editing', 'proving') && run.on('save.pressed'),
      (run) =>
        isRight(run.known.form)
          ? run.is('saving')
          : !run.is('saving') && Object.keys(run.context.problems).length > 0,
    ),
    invariant(
      'a failed save keeps the form, and shows the reason',
      (run) => run.loses('saveWithdrawInfo') && !needsProof(run),
      (run) =>
        run.is('editing') &&
        same(run.context.form, run.known.form) &&
        run.context.failure.kind === run.event.error.kind &&
        run.tells('withdrawInfo.failed')[0]?.failure === run.context.failure,
    ),
    invariant(
      'a save that needs a proof of identity leads to the proof, and keeps the form',
      (run) => run.loses('saveWithdrawInfo') && needsProof(run),
      (run) =>
        run.is('proving') && same(run.context.form, run.known.form) && run.now.told.length === 0,
    ),
    invariant(
      'a given proof saves the same form, a declined one leads back to the form',
      (run) => run.was('proving') && run.on('proof.ended'),
      (run) => (isProven(run) ? run.is('saving') : run.is('editing')),
    ),
    invariant(
      'withdrawInfo.saved is sent only after the server has saved, and its answer is shown without a failure',
      (run) => run.gets('saveWithdrawInfo') || run.tells('withdrawInfo.saved').length > 0,
      (run) =>
        run.gets('saveWithdrawInfo') &&
        run.is('set') &&
        run.context.info === run.event.output &&
        run.context.failure === null,
    ),
    invariant(
      'another country clears method and account, another method clears the account',
      (run) => run.was('editing', 'proving') && run.on('field.changed'),
      (run) => {
        const { field, value } = run.event;
        const { form, problems, failure } = run.context;
        const empties =
          { country: ['method', 'account'], method: ['account'] }[String(field)] ?? [];
        const others = Object.keys(form).filter(
          (each) => each !== field && !empties.includes(each),
        );
        return (
          form[field] === value &&
          empties.every((each) => form[each] === '') &&
          others.every((each) => form[each] === run.known.form[each]) &&
          same(problems, {}) &&
          failure === null
        );
      },
    ),
    invariant(
      'the state is set if the server has an account, else missing',
      (run) => run.gets('loadWithdrawInfo'),
      (run) => run.is(run.context.info === null ? 'missing' : 'set'),
    ),
    invariant(
      'the loaded account, methods and country are stored',
      (run) => run.gets('loadWithdrawInfo'),
      (run) =>
        same(run.context.methods, run.event.output.methods) &&
        run.context.info === run.event.output.info &&
        run.context.country === run.event.output.country,
    ),
    invariant(
      'an outdated account is loaded again, while the known one stays',
      (run) =>
        (run.was('missing', 'set') && run.on('data.outdated')) ||
        (run.was('editing', 'proving') && run.on('cancel.pressed')),
      (run) =>
        run.is('renewing') &&
        run.begins('loadWithdrawInfo').length === 1 &&
        run.context.info === run.known.info,
    ),
    invariant(
      'a failed reload keeps the known account, without a message',
      (run) => run.was('renewing') && run.loses('loadWithdrawInfo'),
      (run) =>
        run.is(run.known.info === null ? 'missing' : 'set') &&
        run.context.info === run.known.info &&
        run.now.told.length === 0,
    ),
    invariant(
      'the form begins with the known fields, but an empty account',
      (run) => run.was('missing', 'set', 'renewing') && run.on('edit.pressed'),
      (run) => {
        const { form, info: known, country, problems } = run.context;
        const expected = known
          ? {
              ...filled,
              country: known.country,
              method: known.method,
              recipient_name: known.recipient_name,
              account: '',
            }
          : { country: country ?? '', method: '', recipient_name: '', account: '' };
        return run.is('editing') && same(form, expected) && same(problems, {});
      },
    ),
    invariant(
      'a failed first load is reported unless the device is offline, and can be retried',
      (run) =>
        (run.was('loading') && run.loses('loadWithdrawInfo')) ||
        (run.was('failed') && run.on('retry.pressed', 'data.outdated')),
      (run) =>
        run.was('failed')
          ? run.is('loading') && run.begins('loadWithdrawInfo').length === 1
          : run.is('failed') &&
            run.tells('withdrawInfo.failed').length ===
              (run.event.error.kind === 'offline' ? 0 : 1) &&
            run.context.failure !== null,
    ),
  ],
};
