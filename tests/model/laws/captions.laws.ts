import type { CaptionsChoice } from '../../../machines/captions.machine.ts';
import { captions as model } from '../models.device.ts';
import { always, type Laws, law, type Run, same } from './law.ts';

const stored = (run: Run) => run.does('storeChoice').map(({ params }) => params as CaptionsChoice);

export const captions: Laws = {
  runs: [
    model(null),
    model({ isOn: true, language: 'de' }),
    model({ isOn: false, language: 'de' }),
  ],
  laws: [
    law(
      'what was chosen on this device holds, else captions come where there is no sound',
      (run) => run.past.length === 0,
      (run) => {
        const choice: CaptionsChoice | null = run.context.stored;
        const state = choice === null ? 'whileMuted' : choice.isOn ? 'on' : 'off';
        return run.is(state) && run.context.language === (choice?.language ?? null);
      },
    ),
    law(
      'a switch switches, keeps the language, and is stored',
      (run) => run.on('captions.switched'),
      (run) =>
        run.is(run.event.isOn ? 'on' : 'off') &&
        run.context.language === run.known?.language &&
        same(stored(run), [{ isOn: run.event.isOn, language: run.context.language }]),
    ),
    law(
      'a language that is picked is shown, and is stored',
      (run) => run.on('captions.picked'),
      (run) =>
        run.is('on') &&
        run.context.language === run.event.language &&
        same(stored(run), [{ isOn: true, language: run.event.language }]),
    ),
    always(
      'nothing but a person’s choice is stored',
      (run) => run.past.length > 0 || stored(run).length === 0,
    ),
  ],
};
