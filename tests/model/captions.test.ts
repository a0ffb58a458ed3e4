import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { Caption } from '../../contract/shapes.ts';
import { type CaptionsChoice, captionsMachine } from '../../machines/captions.machine.ts';
import { selectCaption } from '../../machines/captions.selectors.ts';

const captionsIn = (...languages: string[]): Caption[] =>
  languages.map((language) => ({ language, url: `/${language}.vtt` }));

/** Returns the language of the captions on a device with this stored choice; null: no captions. */
function shown(
  stored: CaptionsChoice | null,
  { isSoundOn = false, language = 'en', of = captionsIn('ar', 'pt-BR', 'en') } = {},
): string | null {
  const storeChoice = () => undefined;
  const machine = captionsMachine.provide({ actions: { storeChoice } });
  const snapshot = createActor(machine, { input: stored }).start().getSnapshot();
  return selectCaption({ captions: of, language, isSoundOn })(snapshot)?.language ?? null;
}

const on = { isOn: true, language: null };
const off = { isOn: false, language: null };

test('captions of the app’s language are shown while the sound is off, until a person chooses', () => {
  expect([shown(null), shown(null, { isSoundOn: true })]).toEqual(['en', null]);
  expect([shown(on), shown(on, { isSoundOn: true })]).toEqual(['en', 'en']);
  expect([shown(off), shown(off, { isSoundOn: true })]).toEqual([null, null]);
});

test('the chosen language comes first, then the app’s; a variant of another region also fits', () => {
  const picked = { isOn: true, language: 'pt-PT' };
  expect(shown(picked)).toBe('pt-BR');
  expect(shown(picked, { of: captionsIn('pt-BR', 'pt-PT') })).toBe('pt-PT');
  expect(shown({ isOn: true, language: 'fr' })).toBe('en');
  expect(shown(null, { language: 'pt' })).toBe('pt-BR');
});

test('captions of another language are shown only if a person turned captions on', () => {
  expect([shown(on, { language: 'fr' }), shown(null, { language: 'fr' })]).toEqual(['ar', null]);
  expect(shown(on, { of: [] })).toBeNull();
});
