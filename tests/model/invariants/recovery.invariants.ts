import {
  formInvariants,
  refusalInvariant,
  sessionInvariant,
  sheetInvariants,
} from './form.parts.ts';
import { type Invariants, invariant } from './invariant.ts';

export const recovery: Invariants = {
  invariants: [
    ...formInvariants(),
    refusalInvariant(),
    ...sheetInvariants('open.pressed', 'shown'),
    invariant(
      'all codes of the answer are shown',
      (run) => run.gets('sendForm'),
      (run) =>
        run.is('shown') && JSON.stringify(run.context.codes) === JSON.stringify(run.event.output),
    ),
    invariant(
      'the codes are stored only while they are shown',
      () => true,
      (run) => run.is('shown') === run.context.codes.length > 0,
    ),
    invariant(
      'a press on Print prints what is shown, and nothing else does',
      (run) => run.does('print').length > 0 || (run.was('shown') && run.on('print.pressed')),
      (run) => run.was('shown') && run.on('print.pressed') && run.does('print').length === 1,
    ),
  ],
};

export const recover: Invariants = {
  invariants: [
    ...formInvariants(),
    refusalInvariant(),
    invariant(
      'a new password is shown as set',
      (run) => run.gets('sendForm'),
      (run) => run.is('done'),
    ),
    sessionInvariant,
  ],
};
