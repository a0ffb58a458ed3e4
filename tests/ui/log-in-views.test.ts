import { createElement } from 'react';
import { expect, test, vi } from 'vitest';
import { SheetContent } from '../../src/app/components/actor-sheet.tsx';
import { LoginForm } from '../../src/screens/login/login-form.tsx';
import { Recover } from '../../src/screens/reset/recover-form.tsx';
import LinkScreen from '../../src/screens/reset/reset-screen.tsx';
import { lazyComponent } from '../../src/ui/lazy-component.tsx';
import { draw, renderText } from './render.tsx';

const unknown = { kind: 'refused', reason: 'invalid_credentials' };

test.each([
  ['no attempt is running', false, null],
  ['an attempt is running', true, null],
  ['an attempt was refused', false, unknown],
])('the button of the log-in is busy while it logs in: %s', (_, isBusy, failure) => {
  const auth = { context: { problems: {}, failure }, hasTag: () => isBusy };
  const html = draw(createElement(LoginForm, { onSwitch: () => undefined, typed: {} }), { auth });
  expect(/<button type="submit"[^>]* aria-busy="(\w+)"/.exec(html)?.[1]).toBe(`${isBusy}`);
});

test('the form for a blocked account appears only if name and password were refused', async () => {
  const asks = (failure: object) => {
    const auth = { context: { problems: {}, failure }, hasTag: () => false };
    const form = createElement(LoginForm, { onSwitch: () => undefined, typed: {} });
    return /<\/form>./.test(draw(form, { auth }));
  };
  // the first drawing loads the form's code
  asks(unknown);
  await expect.poll(() => asks(unknown)).toBe(true);
  expect(asks({ kind: 'timeout' })).toBe(false);
});

test.each([
  ['shown', null, /^The sessions$/],
  ['lost', { kind: 'offline' }, /^You are offline Retry$/],
  ['lost', { kind: 'timeout' }, /^This could not be loaded\. .* Retry$/],
])('a sheet shows its content, or the failure of loading it: %s, %o', (value, failure, words) => {
  const props = { child: 'sessions', children: 'The sessions' } as const;
  expect(
    renderText(createElement(SheetContent, props), { sessions: { value, context: { failure } } }),
  ).toMatch(words);
});

test('the field for recovery codes opens by a press, once its actor has started', () => {
  const recover = { value: 'editing', context: { missing: [], failure: null } };
  expect(renderText(createElement(Recover))).toBe('');
  expect(renderText(createElement(Recover), { recover })).toBe('Use a recovery code');
});

test.each([
  [true, /^Choose a new password$/],
  [false, /^Choose a new password Open the link that was sent to you .* ask help@example\.test/],
])(
  'without a link the screen explains how to get one, unless a mail can be requested: %s',
  (isMailed, words) => {
    const value = { reset_by_mail: isMailed, support_contact: 'help@example.test' };
    const children = { emailLink: { value: 'missing' }, reset: { value: 'missing' } };
    const config = { context: { value, failure: null } };
    expect(renderText(createElement(LinkScreen), { ...children, config })).toMatch(words);
  },
);

test('the form for a new password can show the password, and explains a refusal below the field', () => {
  const formIn = (failure: object | null) => {
    const value = failure ? 'refused' : 'editing';
    const reset = { value, context: { missing: [], failure }, hasTag: () => false };
    return draw(createElement(LinkScreen), { emailLink: { value: 'missing' }, reset });
  };
  const described = (html: string) => {
    const id = /<input [^>]*aria-describedby="([^"]+)"[^>]* name="password"/.exec(html)?.[1];
    return html.split(`<p id="${id}"`)[1]?.split(/[<>]/)[1];
  };
  expect(formIn(null)).toMatch(/<input type="checkbox"\/><span>Show password</);
  expect(described(formIn(null))).toBe('At least 8 characters');
  expect(described(formIn({ kind: 'refused', reason: 'weak_password' }))).toMatch(
    /^This password is too easy to guess\./,
  );
});

test('a lazy component that fails to load is requested again every five seconds until it is drawn', async () => {
  vi.useFakeTimers();
  try {
    let isBroken = true;
    const load = vi.fn(async () => {
      if (isBroken) throw new TypeError('no connection');
      return { default: () => 'as of 9:30' };
    });
    const view = createElement(lazyComponent(load));
    expect(draw(view)).toBe('');
    await vi.advanceTimersByTimeAsync(4_999);
    expect(load).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(1);
    expect([draw(view), load.mock.calls.length]).toEqual(['', 2]);
    isBroken = false;
    await vi.advanceTimersByTimeAsync(5_000);
    expect([draw(view), load.mock.calls.length]).toEqual(['as of 9:30', 3]);
  } finally {
    vi.useRealTimers();
  }
});
