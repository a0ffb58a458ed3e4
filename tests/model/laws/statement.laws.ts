import { type Laws, law } from './law.ts';

const isOpen = (run: { was: (...states: string[]) => boolean }) =>
  run.was('loading', 'shown', 'lost');

export const statement: Laws = {
  laws: [
    law(
      'the present year is asked for each time that it is opened',
      (run) => run.was('closed') && run.on('open.pressed'),
      (run) =>
        run.is('loading') &&
        run.begins('loadStatement').length === 1 &&
        run.begins('loadStatement')[0]?.input === null,
    ),
    law(
      'the year that is picked is asked for at once, and no other any more',
      (run) => run.was('loading', 'shown') && run.on('year.picked'),
      (run) =>
        run.is('loading') &&
        run.begins('loadStatement').length === 1 &&
        run.begins('loadStatement')[0]?.input === run.event.year,
    ),
    law(
      'what the server says is shown as it is',
      (run) => run.gets('loadStatement'),
      (run) =>
        run.is('shown') &&
        JSON.stringify(run.context.statement) === JSON.stringify(run.event.output),
    ),
    law(
      'that it could not be had is said, and the same year may be asked for again',
      (run) => run.loses('loadStatement'),
      (run) => run.is('lost') && run.context.failure.kind === run.event.error.kind,
    ),
    law(
      'it is asked for again at a press',
      (run) => run.was('lost') && run.on('retry.pressed'),
      (run) => run.is('loading') && run.begins('loadStatement')[0]?.input === run.context.year,
    ),
    law(
      'whoever leaves it leaves nothing of it behind',
      (run) => isOpen(run) && run.on('dialog.closed'),
      (run) => run.is('closed') && !run.runs('loadStatement') && run.context.statement === null,
    ),
  ],
};
