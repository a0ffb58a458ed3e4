import { provingInvariants } from './form.parts.ts';
import { type Invariants, invariant, type Run } from './invariant.ts';

const hasNoHeldAmount = (run: Run) => run.known?.losses?.held === null;

export const deletion: Invariants = {
  lasts: { forgetting: 5_000 },
  invariants: [
    ...provingInvariants('deleteAccount', 'deleting', 'asking'),
    invariant(
      'a failed deletion shows its reason, and can be tried again',
      (run) => run.loses('deleteAccount') && run.event.error.reason !== 'proof_too_old',
      (run) => run.is('refused') && run.context.failure.kind === run.event.error.kind,
    ),
    invariant(
      'an account is deleted only after the losses were shown and the deletion confirmed',
      (run) => run.begins('deleteAccount').length > 0,
      (run) =>
        run.context.losses !== null &&
        ((run.was('asking', 'refused', 'proving') && run.on('confirm.pressed')) ||
          (run.was('proving') && run.on('proof.ended') && run.event.isGiven)),
    ),
    invariant(
      'no confirmation is asked for while a withdrawal is pending',
      (run) => run.was('shown') && run.on('delete.pressed'),
      (run) => run.is(hasNoHeldAmount(run) ? 'asking' : 'shown'),
    ),
    invariant(
      'after the deletion the device’s data is erased at once',
      (run) => run.gets('deleteAccount'),
      (run) => run.is('forgetting') && run.begins('eraseDeviceData').length === 1,
    ),
    invariant(
      'the device’s data is erased only after the account was deleted',
      (run) => run.begins('eraseDeviceData').length > 0,
      (run) => run.gets('deleteAccount'),
    ),
    invariant(
      'the deletion is shown, and whether data is left on this device',
      (run) => run.hasEntered('deleted'),
      (run) =>
        run.was('forgetting') && run.context.isErasureIncomplete === !run.gets('eraseDeviceData'),
    ),
    invariant(
      'a failed load of the losses shows its reason',
      (run) => run.loses('loadLosses'),
      (run) => run.is('lost') && run.context.failure.kind === run.event.error.kind,
    ),
    invariant(
      'the sheet cannot be closed while the account is being deleted',
      (run) => run.was('deleting', 'forgetting') && run.on('dialog.closed'),
      (run) => run.is('deleting', 'forgetting'),
    ),
    invariant(
      'closing the sheet deletes nothing; after a deletion it leaves the page',
      (run) => !run.was('deleting', 'forgetting', 'closed') && run.on('dialog.closed'),
      (run) =>
        run.is('closed') &&
        run.begins('deleteAccount').length === 0 &&
        run.does('leavePage').length === (run.was('deleted') ? 1 : 0),
    ),
    invariant(
      'the losses are loaded when the sheet opens, and by a press after a failure',
      (run) =>
        (run.was('closed') && run.on('open.pressed')) ||
        (run.was('lost') && run.on('retry.pressed')),
      (run) => run.is('loading') && run.begins('loadLosses').length === 1,
    ),
  ],
};
