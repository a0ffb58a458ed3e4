import { afterEach, expect, test, vi } from 'vitest';
import { hasLostFile } from '../../src/ports/activity.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const here = 'https://app.example';

test.each([
  ['nothing was asked for', 'navigate', [], false],
  ['all came', 'navigate', [[`${here}/assets/mine-1.js`, 200]], false],
  ['one did not come', 'navigate', [[`${here}/assets/mine-1.js`, 0]], true],
  ['a newer version has taken it away', 'navigate', [[`${here}/assets/mine-1.js`, 404]], false],
  ['a clip did not come', 'navigate', [[`${here}/media/1.mp4`, 0]], false],
  ['this browser does not say', 'navigate', [[`${here}/assets/mine-1.js`, undefined]], false],
  ['it did not come again', 'reload', [[`${here}/assets/mine-1.js`, 0]], false],
] as const)(
  'hasLostFile detects a file of the app that failed to load: %s',
  (_, type, files, isLost) => {
    const entries: Record<string, object[]> = {
      navigation: [{ type }],
      resource: files.map(([name, responseStatus]) => ({ name, responseStatus })),
    };
    vi.stubGlobal('performance', { getEntriesByType: (kind: string) => entries[kind] });
    expect(hasLostFile()).toBe(isLost);
  },
);
