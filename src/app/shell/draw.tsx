import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { waitFor } from 'xstate';
import { selectChild } from '../../../machines/app/app.selectors.ts';
import type { System } from '../system/root.ts';
import { SystemProvider } from '../system/use-child.ts';
import { type ScreenSource, Shell } from './shell.tsx';

/** Renders the app; until its texts are loaded the page shows its skeleton. */
export async function drawApp(system: System, source: ScreenSource): Promise<void> {
  const container = document.querySelector('#root');
  if (!container) throw new Error('the page has no #root');
  const locale = selectChild('locale')(system.root.getSnapshot());
  if (!locale) throw new Error('the language is not known yet');
  await waitFor(locale, ({ context }) => context.active !== null);
  const root = createRoot(container);
  // a transition renders in short tasks, so that the clip plays and swipes work meanwhile
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
