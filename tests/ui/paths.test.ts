import { afterEach, expect, test, vi } from 'vitest';
import { navigate, screenAt, watchScreen } from '../../src/app/system/paths.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A fake window at this path, with its history entries. */
function windowAt(start: string) {
  const entries = [start];
  const place = { pathname: '', search: '', hash: '' };
  const frame = new EventTarget();
  const arrive = () => {
    const { pathname, search, hash } = new URL(entries.at(-1) ?? '', 'https://clipurse.test');
    Object.assign(place, { pathname, search, hash });
  };
  arrive();
  vi.stubGlobal('location', place);
  vi.stubGlobal('history', {
    pushState: (_state: unknown, _title: string, to: string) => {
      entries.push(to);
      arrive();
    },
    replaceState: (_state: unknown, _title: string, to: string) => {
      entries.splice(-1, 1, to);
      arrive();
    },
  });
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const) {
    vi.stubGlobal(name, frame[name].bind(frame));
  }
  return entries;
}

test('navigating adds an entry, so that Back leads to the previous screen', () => {
  const entries = windowAt('/newuser');
  navigate('/login?tab=register');
  expect(entries).toEqual(['/newuser', '/login?tab=register']);
});

test('navigating with replace leaves no entry to go back to', () => {
  const entries = windowAt('/mine/index');
  navigate('/login', { replace: true });
  expect(entries).toEqual(['/login']);
});

test('a short path is replaced by the screen’s own path, in the same entry', () => {
  const entries = windowAt('/withdraw/?from=push#top');
  const seen: string[] = [];
  const stop = watchScreen((screen) => seen.push(screen));
  expect([entries, seen]).toEqual([['/withdraw/index?from=push#top'], ['withdraw']]);
  navigate('/tasks');
  navigate('/nowhere');
  stop();
  navigate('/');
  expect(seen).toEqual(['withdraw', 'tasks', 'notFound']);
});

test.each([
  ['/', 'feed'],
  ['/invite', 'invite'],
  ['/invite/index/', 'invite'],
  ['/Demo', 'demo'],
  ['/Demo/tools', 'tools'],
  ['', 'notFound'],
  ['/index', 'notFound'],
])('%s is the screen %s', (path, screen) => {
  expect(screenAt(path)).toBe(screen);
});
