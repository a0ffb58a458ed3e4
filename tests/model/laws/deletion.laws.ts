import { provingLaws } from './form.parts.ts';
import { type Laws, law, type Run } from './law.ts';

const isFree = (run: Run) => run.known?.losses?.held === null;

export const deletion: Laws = {
  lasts: { forgetting: 5_000 },
  laws: [
    ...provingLaws('deleteAccount', 'deleting', 'asking'),
    law(
      'why it is not deleted is said, and another try may be made',
      (run) => run.loses('deleteAccount') && run.event.error.reason !== 'proof_too_old',
      (run) => run.is('refused') && run.context.failure.kind === run.event.error.kind,
    ),
    law(
      'an account is deleted only after what is lost was shown, and it was confirmed',
      (run) => run.begins('deleteAccount').length > 0,
      (run) =>
        run.context.losses !== null &&
        ((run.was('asking', 'refused', 'proving') && run.on('confirm.pressed')) ||
          (run.was('proving') && run.on('proof.ended') && run.event.isGiven)),
    ),
    law(
      'nothing is asked while a withdrawal is in process',
      (run) => run.was('shown') && run.on('delete.pressed'),
      (run) => run.is(isFree(run) ? 'asking' : 'shown'),
    ),
    law(
      'as soon as the account is gone this device forgets it',
      (run) => run.gets('deleteAccount'),
      (run) => run.is('forgetting') && run.begins('forgetDevice').length === 1,
    ),
    law(
      'this device forgets nothing of an account that is there',
      (run) => run.begins('forgetDevice').length > 0,
      (run) => run.gets('deleteAccount'),
    ),
    law(
      'that it is gone is said, and whether this device has kept something',
      (run) => run.comesTo('deleted'),
      (run) => run.was('forgetting') && run.context.isKept === !run.gets('forgetDevice'),
    ),
    law(
      'why it is not known what is lost is said',
      (run) => run.loses('loadLosses'),
      (run) => run.is('lost') && run.context.failure.kind === run.event.error.kind,
    ),
    law(
      'it is not left while it is not known whether there is an account',
      (run) => run.was('deleting', 'forgetting') && run.on('dialog.closed'),
      (run) => run.is('deleting', 'forgetting'),
    ),
    law(
      'whoever leaves it deletes nothing; who has no account any more leaves the page',
      (run) => !run.was('deleting', 'forgetting', 'closed') && run.on('dialog.closed'),
      (run) =>
        run.is('closed') &&
        run.begins('deleteAccount').length === 0 &&
        run.does('leavePage').length === (run.was('deleted') ? 1 : 0),
    ),
    law(
      'what is lost is asked for as it is opened, and again',
      (run) =>
        (run.was('closed') && run.on('open.pressed')) ||
        (run.was('lost') && run.on('retry.pressed')),
      (run) => run.is('loading') && run.begins('loadLosses').length === 1,
    ),
  ],
};
