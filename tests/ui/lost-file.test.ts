import { afterEach, expect, test, vi } from 'vitest';
import { hasFailedFile } from '../../src/ports/activity.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const here = 'https://app.example';

test.each([
  ['no file was requested', 'navigate', [], false],
  ['all files were loaded', 'navigate', [[`${here}/assets/mine-1.js`, 200]], false],
  ['one file failed to load', 'navigate', [[`${here}/assets/mine-1.js`, 0]], true],
  ['a newer version has removed the file', 'navigate', [[`${here}/assets/mine-1.js`, 404]], false],
  ['a clip failed to load', 'navigate', [[`${here}/media/1.mp4`, 0]], false],
  ['the browser reports no status', 'navigate', [[`${here}/assets/mine-1.js`, undefined]], false],
  ['the file failed to load after a reload', 'reload', [[`${here}/assets/mine-1.js`, 0]], false],
] as const)(
  'hasFailedFile detects a file of the app that failed to load: %s',
  (_, type, files, isLost) => {
    const entries: Record<string, object[]> = {
      navigation: [{ type }],
      resource: files.map(([name, responseStatus]) => ({ name, responseStatus })),
    };
    vi.stubGlobal('performance', { getEntriesByType: (kind: string) => entries[kind] });
    expect(hasFailedFile()).toBe(isLost);
  },
);
