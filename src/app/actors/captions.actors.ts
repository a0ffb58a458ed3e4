import { type CaptionsChoice, captionsMachine } from '../../../machines/captions.machine.ts';
import { text } from '../../ports/storage.ts';
import type { SheetStart } from '../system/starts.ts';

/** `on` or `off`, perhaps with a language: `on de` */
const stored = text('captions');

function readChoice(): CaptionsChoice | null {
  const [word, language = null] = (stored.read() ?? '').split(' ');
  return word === 'on' || word === 'off' ? { isOn: word === 'on', language } : null;
}

/** The choice of captions, stored on this device. */
export const startCaptions: SheetStart = () => ({
  id: 'captions',
  logic: captionsMachine.provide({
    actions: {
      storeChoice: (_, { isOn, language }) =>
        stored.write([isOn ? 'on' : 'off', ...(language ? [language] : [])].join(' ')),
    },
  }),
  input: readChoice(),
});
