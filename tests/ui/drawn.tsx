import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Router } from 'wouter';
import type { ChildId } from '../../machines/app/children.ts';
import type { System } from '../../src/app/system/root.ts';
import { SystemProvider } from '../../src/app/system/use-child.ts';

/** An actor that stands still in this state, whatever it is sent. */
export function standing<Ref>(snapshot: unknown, send = (_event: unknown): void => undefined): Ref {
  const subscribe = () => ({ unsubscribe: () => undefined });
  return { getSnapshot: () => snapshot, subscribe, send } as Ref;
}

/** The HTML of a view in English, while the root's children are in these states. */
export function draw(
  view: ReactElement,
  children: { [Id in ChildId]?: unknown } = {},
  send?: (event: unknown) => void,
): string {
  const refs = Object.entries(children).map(([id, snapshot]) => [id, standing(snapshot, send)]);
  const context = { connectivity: { isOnline: true } };
  const root = standing<System['root']>({ children: Object.fromEntries(refs), context });
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <Router ssrPath="/">
        <SystemProvider value={{ root } as System}>{view}</SystemProvider>
      </Router>
    </I18nProvider>,
  );
}

/** What is to be read in it. */
export const wordsOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** The words of a view, as `draw` makes it. */
export const wordsIn = (...drawn: Parameters<typeof draw>): string => wordsOf(draw(...drawn));
