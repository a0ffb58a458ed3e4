import './ui/main.css';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { navigate } from 'wouter/use-browser-location';
import { waitFor } from 'xstate';
import { openInspector } from './app/inspector.ts';
import { LOGIN_PATH } from './app/path.ts';
import { loadProductName } from './app/product.ts';
import { whenQuiet } from './app/quiet-moment.ts';
import { loginPathFor, prefetchScreens, routeOf } from './app/routes.ts';
import { Shell } from './app/shell.tsx';
import { createSystem } from './app/system.ts';
import { SystemProvider } from './app/system-context.tsx';
import { followBack } from './ui/back.ts';
import { followFocus } from './ui/lost-focus.ts';

/** Whoever is sent to log in comes back to where they were. */
function go(path: string): void {
  const here = routeOf(location.pathname);
  // in the place of the screen that it leads back to: Back then finds each screen once
  navigate(path === LOGIN_PATH && here.isPrivate ? loginPathFor(here) : path, { replace: true });
}

followBack();
followFocus();
const system = createSystem(go, import.meta.env.DEV ? await openInspector() : {});

async function mount(): Promise<void> {
  const container = document.querySelector('#root');
  if (!container) throw new Error('the page has no #root');
  // until both are known the page shows its skeleton, and the first clip already plays
  await Promise.all([
    waitFor(system.auth, (state) => !state.matches('restoring')),
    waitFor(system.locale, (state) => state.context.active !== null),
  ]);
  createRoot(container).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <SystemProvider value={system}>
          <Shell />
        </SystemProvider>
      </I18nProvider>
    </StrictMode>,
  );
}

function prepareNextVisits(): void {
  loadProductName(system.effects.config);
  prefetchScreens();
  // known by the time that a form wants it
  system.effects.country();
  if (import.meta.env.PROD) system.appUpdate.start();
}

await mount();
whenQuiet(prepareNextVisits);
