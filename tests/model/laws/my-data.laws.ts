import { type Laws, law } from './law.ts';

const isOpen = (run: { was: (...states: string[]) => boolean }) =>
  run.was('opened', 'saved', 'failed');

export const myData: Laws = {
  laws: [
    law(
      'a press asks for the file that it is for, at once, and once at a time',
      (run) => isOpen(run) && run.on('save.pressed'),
      (run) =>
        run.is('saving') &&
        run.begins('saveData').length === 1 &&
        run.begins('saveData')[0]?.input === run.event.format,
    ),
    law(
      'nothing is asked for without a press',
      (run) => run.begins('saveData').length > 0,
      (run) => isOpen(run) && run.on('save.pressed'),
    ),
    law(
      'that there is a file is said, until another one is asked for',
      (run) => run.gets('saveData'),
      (run) => run.is('saved'),
    ),
    law(
      'whatever goes wrong is said, and another try may be made',
      (run) => run.loses('saveData'),
      (run) => run.is('failed') && run.context.failure.kind === run.event.error.kind,
    ),
    law(
      'it is left by whoever wants to leave, and nothing comes after that',
      (run) => run.was('opened', 'saving', 'saved', 'failed') && run.on('dialog.closed'),
      (run) => run.is('closed') && !run.runs('saveData'),
    ),
    law(
      'opened again it says nothing of what was before',
      (run) => run.was('closed') && run.on('open.pressed'),
      (run) => run.is('opened'),
    ),
  ],
};
