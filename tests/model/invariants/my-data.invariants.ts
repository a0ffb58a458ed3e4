import { type Invariants, invariant } from './invariant.ts';

const isOpen = (run: { was: (...states: string[]) => boolean }) =>
  run.was('opened', 'saved', 'failed');

export const myData: Invariants = {
  invariants: [
    invariant(
      'a press loads the file of its format at once, one at a time',
      (run) => isOpen(run) && run.on('save.pressed'),
      (run) =>
        run.is('saving') &&
        run.begins('saveData').length === 1 &&
        run.begins('saveData')[0]?.input === run.event.format,
    ),
    invariant(
      'a file is loaded only by a press',
      (run) => run.begins('saveData').length > 0,
      (run) => isOpen(run) && run.on('save.pressed'),
    ),
    invariant(
      'a saved file is shown as saved',
      (run) => run.gets('saveData'),
      (run) => run.is('saved'),
    ),
    invariant(
      'a failure is shown, and the file can be loaded again',
      (run) => run.loses('saveData'),
      (run) => run.is('failed') && run.context.failure.kind === run.event.error.kind,
    ),
    invariant(
      'closing the sheet stops the load',
      (run) => run.was('opened', 'saving', 'saved', 'failed') && run.on('dialog.closed'),
      (run) => run.is('closed') && !run.runs('saveData'),
    ),
    invariant(
      'a reopened sheet shows nothing of the last file',
      (run) => run.was('closed') && run.on('open.pressed'),
      (run) => run.is('opened'),
    ),
  ],
};
