import type { CaptionsChoice } from '../../../machines/captions.machine.ts';
import { captions as model } from '../models.device.ts';
import { always, type Invariants, invariant, type Run, same } from './invariant.ts';

const stored = (run: Run) => run.does('storeChoice').map(({ params }) => params as CaptionsChoice);

export const captions: Invariants = {
  runs: [
    model(null),
    model({ isOn: true, language: 'de' }),
    model({ isOn: false, language: 'de' }),
  ],
  invariants: [
    invariant(
      'a stored choice applies; without one captions are shown while the sound is off',
      (run) => run.past.length === 0,
      (run) => {
        const choice: CaptionsChoice | null = run.context.stored;
        const state = choice === null ? 'whileMuted' : choice.isOn ? 'on' : 'off';
        return run.is(state) && run.context.language === (choice?.language ?? null);
      },
    ),
    invariant(
      'the switch turns captions on or off, keeps their language, and the choice is stored',
      (run) => run.on('captions.switched'),
      (run) =>
        run.is(run.event.isOn ? 'on' : 'off') &&
        run.context.language === run.known?.language &&
        same(stored(run), [{ isOn: run.event.isOn, language: run.context.language }]),
    ),
    invariant(
      'a chosen language is shown, and stored',
      (run) => run.on('captions.picked'),
      (run) =>
        run.is('on') &&
        run.context.language === run.event.language &&
        same(stored(run), [{ isOn: true, language: run.event.language }]),
    ),
    always(
      'only a person’s choice is stored',
      (run) => run.past.length > 0 || stored(run).length === 0,
    ),
  ],
};
