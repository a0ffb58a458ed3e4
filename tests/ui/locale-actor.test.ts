import { i18n } from '@lingui/core';
import { afterEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { startLocale } from '../../src/app/actors/locale.actors.ts';
import type { Effects } from '../../src/app/system/effects.ts';
import { formatFor } from '../../src/i18n/country.ts';

afterEach(() => {
  formatFor(null);
  vi.unstubAllGlobals();
});

test('if the texts of a language cannot be fetched, English, the account’s formats and the choice stay', async () => {
  const documentElement = { lang: '', dir: '' };
  vi.stubGlobal('document', { documentElement });
  vi.stubGlobal('navigator', { languages: [] });
  vi.stubGlobal('location', { search: '' });
  formatFor('IE');
  // English is active while the app's code is loading
  i18n.activate('en');
  const language = { read: () => 'xx', write: vi.fn() };
  const { logic } = startLocale({ language } as unknown as Effects, {} as never);
  createActor(logic, { input: { supported: ['en', 'xx'] } as never }).start();
  await expect.poll(() => documentElement.lang).toBe('en');
  expect(i18n.date(new Date('2026-01-02T12:00:00Z'), { timeZone: 'UTC' })).toBe('2/1/2026');
  // the stored choice stays: the next start may load its texts
  expect(language.write).not.toHaveBeenCalled();
});

test('a chosen language takes precedence over the link’s, and the link’s over the browser’s', async () => {
  const documentElement = { lang: '', dir: '' };
  vi.stubGlobal('document', { documentElement });
  vi.stubGlobal('navigator', { languages: ['de'] });
  for (const [saved, search, lang] of [
    [null, '', 'de'],
    [null, '?video=1&lang=ar', 'ar'],
    [null, '?lang=xx', 'de'],
    ['en', '', 'en'],
    ['en', '?lang=ar', 'en'],
  ]) {
    vi.stubGlobal('location', { search });
    const language = { read: () => saved, write: () => undefined };
    const { logic, readInput } = startLocale({ language } as unknown as Effects, {} as never);
    const actor = createActor(logic, { input: readInput?.() as never }).start();
    await vi.waitFor(() => expect(documentElement.lang).toBe(lang), { timeout: 10_000 });
    actor.stop();
  }
});
