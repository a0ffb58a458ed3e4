import { formLaws, refusalLaw } from './form.parts.ts';
import { type Laws, law, type Run } from './law.ts';

const isFree = (run: Run) => run.known?.losses?.held === null;

export const deletion: Laws = {
  lasts: { forgetting: 5_000 },
  laws: [
    ...formLaws(),
    refusalLaw(),
    law(
      'an account is deleted only after what is lost was shown',
      (run) => run.begins('sendForm').length > 0,
      (run) => run.context.losses !== null,
    ),
    law(
      'nothing is asked while a withdrawal is in process',
      (run) => run.was('shown') && run.on('delete.pressed'),
      (run) => run.is(isFree(run) ? 'editing' : 'shown'),
    ),
    law(
      'as soon as the account is gone this device forgets it',
      (run) => run.gets('sendForm'),
      (run) => run.is('forgetting') && run.begins('forgetDevice').length === 1,
    ),
    law(
      'this device forgets nothing of an account that is there',
      (run) => run.begins('forgetDevice').length > 0,
      (run) => run.gets('sendForm'),
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
      (run) => run.was('sending', 'forgetting') && run.on('dialog.closed'),
      (run) => run.is('sending', 'forgetting'),
    ),
    law(
      'whoever leaves it deletes nothing; who has no account any more leaves the page',
      (run) => !run.was('sending', 'forgetting', 'closed') && run.on('dialog.closed'),
      (run) =>
        run.is('closed') &&
        run.begins('sendForm').length === 0 &&
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
