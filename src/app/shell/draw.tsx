import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { waitFor } from 'xstate';
import { selectChild } from '../../../machines/app/app.selectors.ts';
import type { System } from '../system/root.ts';
import { SystemProvider } from '../system/use-child.ts';
import { type ScreenSource, Shell } from './shell.tsx';

/** Puts the app on the screen; until its texts are there the page shows its skeleton. */
export async function drawApp(system: System, source: ScreenSource): Promise<void> {
  const container = document.querySelector('#root');
  if (!container) throw new Error('the page has no #root');
  const locale = selectChild('locale')(system.root.getSnapshot());
  if (!locale) throw new Error('the language is not known yet');
  await waitFor(locale, ({ context }) => context.active !== null);
  const root = createRoot(container);
  // in short turns: the clip plays, and the finger swipes, meanwhile
  startTransition(() =>
    root.render(
      <StrictMode>
        <I18nProvider i18n={i18n}>
          <SystemProvider value={system}>
            <Shell source={source} />
          </SystemProvider>
        </I18nProvider>
      </StrictMode>,
    ),
  );
}
