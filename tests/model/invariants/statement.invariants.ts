import { type Invariants, invariant } from './invariant.ts';

const isOpen = (run: { was: (...states: string[]) => boolean }) =>
  run.was('loading', 'shown', 'lost');

export const statement: Invariants = {
  invariants: [
    invariant(
      'the current year is loaded each time the sheet opens',
      (run) => run.was('closed') && run.on('open.pressed'),
      (run) =>
        run.is('loading') &&
        run.begins('loadStatement').length === 1 &&
        run.begins('loadStatement')[0]?.input === null,
    ),
    invariant(
      'the picked year is loaded at once, and replaces a running load',
      (run) => run.was('loading', 'shown') && run.on('year.picked'),
      (run) =>
        run.is('loading') &&
        run.begins('loadStatement').length === 1 &&
        run.begins('loadStatement')[0]?.input === run.event.year,
    ),
    invariant(
      'the loaded statement is shown',
      (run) => run.gets('loadStatement'),
      (run) =>
        run.is('shown') &&
        JSON.stringify(run.context.statement) === JSON.stringify(run.event.output),
    ),
    invariant(
      'a failed load is shown',
      (run) => run.loses('loadStatement'),
      (run) => run.is('lost') && run.context.failure.kind === run.event.error.kind,
    ),
    invariant(
      'a press loads the same year again',
      (run) => run.was('lost') && run.on('retry.pressed'),
      (run) => run.is('loading') && run.begins('loadStatement')[0]?.input === run.context.year,
    ),
    invariant(
      'closing the sheet stops the load, and clears the statement',
      (run) => isOpen(run) && run.on('dialog.closed'),
      (run) => run.is('closed') && !run.runs('loadStatement') && run.context.statement === null,
    ),
  ],
};
