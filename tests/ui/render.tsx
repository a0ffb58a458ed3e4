import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Router } from 'wouter';
import type { ChildId } from '../../machines/app/children.ts';
import type { Effects } from '../../src/app/system/effects.ts';
import type { System } from '../../src/app/system/root.ts';
import { SystemProvider } from '../../src/app/system/use-child.ts';

/** An actor that stays in this state, and ignores events. */
export function mockActor<Ref>(
  snapshot: unknown,
  send = (_event: unknown): void => undefined,
): Ref {
  const subscribe = () => ({ unsubscribe: () => undefined });
  return { getSnapshot: () => snapshot, subscribe, send } as Ref;
}

/** The HTML of a view in English, with the root's children in these states. @param serverMs the server's time */
export function draw(
  view: ReactElement,
  children: { [Id in ChildId]?: unknown } = {},
  send?: (event: unknown) => void,
  serverMs = Date.now(),
): string {
  const effects = { serverClock: { nowMs: () => serverMs } } as Effects;
  const refs = Object.entries(children).map(([id, snapshot]) => [id, mockActor(snapshot, send)]);
  const context = { connectivity: { isOnline: true } };
  const root = mockActor<System['root']>({ children: Object.fromEntries(refs), context });
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <Router ssrPath="/">
        <SystemProvider value={{ root, effects } as System}>{view}</SystemProvider>
      </Router>
    </I18nProvider>,
  );
}

/** The visible text of HTML. */
export const visibleText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** The text of a view, drawn by `draw`. */
export const renderText = (...drawn: Parameters<typeof draw>): string =>
  visibleText(draw(...drawn));
