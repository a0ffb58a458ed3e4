import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { type LocalePreference, resolveLocale } from '../../contract/languages.ts';
import { localeMachine } from '../../machines/locale.machine.ts';
import { controlledPromise } from './scenarios.ts';

const supported = ['en', 'de', 'pt', 'pt-PT', 'ar', 'no', 'he', 'id', 'fil', 'hr', 'pa', 'ur'];

test.each<[string, LocalePreference, string]>([
  ['the saved choice precedes the browser’s language', { saved: 'pt', preferred: ['de'] }, 'pt'],
  ['a saved language without a catalogue is ignored', { saved: 'xx', preferred: ['de'] }, 'de'],
  ['a region counts as its language', { saved: null, preferred: ['de-AT'] }, 'de'],
  [
    'the first supported language of the browser is used',
    { saved: null, preferred: ['xx', 'ar-EG', 'de'] },
    'ar',
  ],
  ['a Chinese browser gets English', { saved: null, preferred: ['zh-CN', 'de'] }, 'en'],
  ['a Chinese browser keeps a saved choice', { saved: 'de', preferred: ['zh-TW'] }, 'de'],
  ['Bokmål of Norway is Norwegian', { saved: null, preferred: ['nb-NO', 'de'] }, 'no'],
  ['Nynorsk is Norwegian', { saved: null, preferred: ['nn', 'de'] }, 'no'],
  ['Hebrew by its old code', { saved: null, preferred: ['iw-IL', 'de'] }, 'he'],
  ['Indonesian by its old code', { saved: null, preferred: ['in', 'de'] }, 'id'],
  ['Tagalog', { saved: null, preferred: ['tl-PH', 'de'] }, 'fil'],
  ['Portuguese of Brazil', { saved: null, preferred: ['pt-BR', 'de'] }, 'pt'],
  ['Portuguese without a region', { saved: null, preferred: ['pt', 'de'] }, 'pt'],
  ['Portuguese of Europe', { saved: null, preferred: ['pt-PT', 'de'] }, 'pt-PT'],
  ['Portuguese of Africa', { saved: null, preferred: ['pt-AO', 'de'] }, 'pt-PT'],
  ['Punjabi of Pakistan', { saved: null, preferred: ['pa-PK', 'de'] }, 'ur'],
  ['Punjabi in Arabic letters', { saved: null, preferred: ['pa-Arab', 'de'] }, 'ur'],
  ['Punjabi of Pakistan in Arabic letters', { saved: null, preferred: ['pa-Arab-PK', 'de'] }, 'ur'],
  ['Punjabi of Pakistan by its own code', { saved: null, preferred: ['pnb-PK', 'de'] }, 'ur'],
  [
    'Punjabi of Pakistan in Gurmukhi letters',
    { saved: null, preferred: ['pa-Guru-PK', 'de'] },
    'pa',
  ],
  ['Punjabi of India', { saved: null, preferred: ['pa-IN', 'de'] }, 'pa'],
  ['Bosnian', { saved: null, preferred: ['bs-BA', 'de'] }, 'hr'],
  ['Bosnian in Latin letters', { saved: null, preferred: ['bs-Latn-BA', 'de'] }, 'hr'],
  ['Serbo-Croatian', { saved: null, preferred: ['sh', 'de'] }, 'hr'],
  ['Chinese in another script', { saved: null, preferred: ['zh-Hant-HK', 'de'] }, 'en'],
  ['a browser without a language gets English', { saved: null, preferred: [] }, 'en'],
])('the app’s language is resolved: %s', (_name, preference, locale) => {
  expect(resolveLocale(preference, supported)).toBe(locale);
});

test('the last of several choices in a row wins, in any order of loading', async () => {
  const read = controlledPromise<LocalePreference, unknown>();
  const load = controlledPromise<void, { locale: string }>();
  const saved: (string | null)[] = [];
  const actor = createActor(
    localeMachine.provide({
      actors: { readPreference: read.logic, loadTexts: load.logic },
      actions: {
        activate: () => undefined,
        saveChoice: ({ context }) => saved.push(context.active),
      },
    }),
    { input: { supported } },
  );
  actor.start();
  await read.answer({ saved: null, preferred: ['en'] });
  await load.answer(undefined);
  actor.send({ type: 'language.chosen', locale: 'de' });
  actor.send({ type: 'language.chosen', locale: 'ar' });
  await load.answer(undefined, 2);
  await load.answer(undefined, 1);
  expect(load.inputs().map(({ locale }) => locale)).toEqual(['en', 'de', 'ar']);
  expect(actor.getSnapshot().context.active).toBe('ar');
  expect(saved).toEqual(['ar']);
});
