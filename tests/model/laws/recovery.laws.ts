import { formLaws, refusalLaw, sessionLaw, sheetLaws } from './form.parts.ts';
import { type Laws, law } from './law.ts';

export const recovery: Laws = {
  laws: [
    ...formLaws(),
    refusalLaw(),
    ...sheetLaws('open.pressed', 'shown'),
    law(
      'the codes that came are shown, all of them',
      (run) => run.gets('sendForm'),
      (run) =>
        run.is('shown') && JSON.stringify(run.context.codes) === JSON.stringify(run.event.output),
    ),
    law(
      'codes are known while they are shown, and forgotten with their sheet',
      () => true,
      (run) => run.is('shown') === run.context.codes.length > 0,
    ),
    law(
      'a press on Print prints what is shown, and nothing else does',
      (run) => run.does('print').length > 0 || (run.was('shown') && run.on('print.pressed')),
      (run) => run.was('shown') && run.on('print.pressed') && run.does('print').length === 1,
    ),
  ],
};

export const recover: Laws = {
  laws: [
    ...formLaws(),
    refusalLaw(),
    law(
      'a password that is set is said to be',
      (run) => run.gets('sendForm'),
      (run) => run.is('done'),
    ),
    sessionLaw,
  ],
};
