import { withdrawInfo as model } from '../models.money.ts';
import { faulted, info, methods, offline, refused } from '../samples.ts';
import { type Laws, law, type Run, same } from './law.ts';

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

/** Somebody who fills the form in, now well, now badly. */
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
/** By section 5, and by the pattern of the one method of the samples. */
function isRight({ country, method, recipient_name, account }: Form) {
  const isServed = method === 'paypal' && ['US', 'DE'].includes(country);
  return isServed && recipient_name.trim() !== '' && /^[^@]+@[^@]+$/.test(account.trim());
}

const isProven = (run: Run) => run.on('proof.ended') && run.event.isGiven === true;
const needsProof = ({ event }: Run) => event.error.reason === 'proof_too_old';

export const withdrawInfo: Laws = {
  runs: [typing],
  // what is known stays on the screen
  calm: ['renewing'],
  laws: [
    law(
      'nothing is sent that is incomplete, and what is sent is what stands in the form',
      (run) => run.begins('saveWithdrawInfo').length > 0,
      (run) =>
        (run.on('save.pressed') || (run.was('proving') && isProven(run))) &&
        run.begins('saveWithdrawInfo').every(({ input }) => {
          const { form } = input as { form: Form };
          return isRight(form) && same(form, run.known.form);
        }),
    ),
    law(
      'a press on save sends what is right, and says of the rest what is wrong',
      (run) => run.was('editing', 'proving') && run.on('save.pressed'),
      (run) =>
        isRight(run.known.form)
          ? run.is('saving')
          : !run.is('saving') && Object.keys(run.context.problems).length > 0,
    ),
    law(
      'a failed save keeps all that was typed, and says why',
      (run) => run.loses('saveWithdrawInfo') && !needsProof(run),
      (run) =>
        run.is('editing') &&
        same(run.context.form, run.known.form) &&
        run.context.failure.kind === run.event.error.kind &&
        run.tells('withdrawInfo.failed')[0]?.failure === run.context.failure,
    ),
    law(
      'where it has to be shown whose account it is, nothing is said, and what was typed stays',
      (run) => run.loses('saveWithdrawInfo') && needsProof(run),
      (run) =>
        run.is('proving') && same(run.context.form, run.known.form) && run.now.told.length === 0,
    ),
    law(
      'once it was shown the same form is sent again, and otherwise it is open again',
      (run) => run.was('proving') && run.on('proof.ended'),
      (run) => (isProven(run) ? run.is('saving') : run.is('editing')),
    ),
    law(
      'saved is said only when the server has saved it, and shows what the server has',
      (run) => run.gets('saveWithdrawInfo') || run.tells('withdrawInfo.saved').length > 0,
      (run) =>
        run.gets('saveWithdrawInfo') && run.is('set') && run.context.info === run.event.output,
    ),
    law(
      'another country empties method and account, another method the account',
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
    law(
      'what is set is set, and what is not is missing',
      (run) => run.gets('loadWithdrawInfo'),
      (run) => run.is(run.context.info === null ? 'missing' : 'set'),
    ),
    law(
      'what the server says is what is known',
      (run) => run.gets('loadWithdrawInfo'),
      (run) =>
        same(run.context.methods, run.event.output.methods) &&
        run.context.info === run.event.output.info &&
        run.context.country === run.event.output.country,
    ),
    law(
      'what may be another one is asked for again, while what is known stays',
      (run) =>
        (run.was('missing', 'set') && run.on('data.outdated')) ||
        (run.was('editing', 'proving') && run.on('cancel.pressed')),
      (run) =>
        run.is('renewing') &&
        run.begins('loadWithdrawInfo').length === 1 &&
        run.context.info === run.known.info,
    ),
    law(
      'what does not come again leaves what is known, and says nothing',
      (run) => run.was('renewing') && run.loses('loadWithdrawInfo'),
      (run) =>
        run.is(run.known.info === null ? 'missing' : 'set') &&
        run.context.info === run.known.info &&
        run.now.told.length === 0,
    ),
    law(
      'the form begins with what is set, but never with an account, which is not read back',
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
    law(
      'what does not come is said, but for each call without a connection, and asked for again',
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
