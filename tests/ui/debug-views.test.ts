import { createElement } from 'react';
import { expect, test } from 'vitest';
import { Router } from 'wouter';
import DemoScreen from '../../src/debug/calls/demo-screen.tsx';
import { Workbench } from '../../src/debug/workbench.tsx';
import { draw, renderText } from './render.tsx';

const config = (debug_pages: boolean) => ({ context: { value: { debug_pages }, failure: null } });
const children = {
  auth: { context: { token: null, user: null } },
  install: { matches: () => false },
  debugCalls: { children: {} },
};

/** The page of the calls, with this end of its address. */
function callsAt(ssrSearch: string) {
  const page = { children: createElement(DemoScreen) };
  return createElement(Router, { ssrPath: '/Demo/demo', ssrSearch, ...page });
}

test.each([
  ['', 'Account', 'Info'],
  ['group=withdrawals', 'Withdrawals', 'Wdinfo'],
  ['group=videos', 'Videos', 'Record'],
  ['group=unknown', 'Account', 'Info'],
])('the page of the calls shows the group of its address: ?%s', (search, group, call) => {
  const html = draw(callsAt(search), { ...children, config: config(true) });
  expect(/<[^>]*aria-selected="true"[^>]*>([^<]+)/.exec(html)?.[1]).toBe(group);
  expect(html).toContain(`aria-label="${call}"`);
});

test.each(['/Demo/demo', '/Demo/tools', '/Demo/machines'] as const)(
  'without debug.pages %s shows nothing, and leads to a path without a page',
  (path) => {
    const content = { children: 'Secrets' };
    const page = { children: createElement(Workbench, { title: 'Engineers', path, ...content }) };
    const ssrContext: { redirectTo?: string } = {};
    const view = createElement(Router, { ssrPath: path, ssrContext, ...page });
    expect(renderText(view, { config: config(true) })).toContain('Secrets');
    expect([renderText(view, { config: config(false) }), ssrContext]).toEqual([
      '',
      { redirectTo: `${path}/off` },
    ]);
  },
);
