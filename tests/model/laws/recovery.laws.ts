import { formLaws, refusalLaw, sessionLaw, sheetLaws } from './form.parts.ts';
import { type Laws, law } from './law.ts';

export const recovery: Laws = {
  laws: [
    ...formLaws(),
    refusalLaw(),
    ...sheetLaws('open.pressed', 'shown'),
    law(
      'all codes of the answer are shown',
      (run) => run.gets('sendForm'),
      (run) =>
        run.is('shown') && JSON.stringify(run.context.codes) === JSON.stringify(run.event.output),
    ),
    law(
      'the codes are stored only while they are shown',
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
      'a new password is shown as set',
      (run) => run.gets('sendForm'),
      (run) => run.is('done'),
    ),
    sessionLaw,
  ],
};
