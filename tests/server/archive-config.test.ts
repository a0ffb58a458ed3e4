import { expect, test } from 'vitest';
import { readConfig } from '../../server/config.ts';

test('an archive is where it was named, and there is none otherwise', () => {
  expect(readConfig({ ARCHIVE_DIR: '/archive/of/clips/' }).archiveDir).toBe('/archive/of/clips');
  expect(readConfig({ ARCHIVE_DIR: ' ' }).archiveDir).toBe(null);
});

const outside = 'must lie outside of DATA_DIR, best on another disk';

test.each([
  [{ ARCHIVE_DIR: 'archive' }, 'must be an absolute path, best on another disk'],
  [{ ARCHIVE_DIR: `/${'a'.repeat(900)}` }, 'must have at most 900 bytes'],
  [{ ARCHIVE_DIR: '/srv/a/..', DATA_DIR: '/srv' }, outside],
  [{ ARCHIVE_DIR: '/srv/postgres', DATA_DIR: '/srv' }, outside],
  [
    { ARCHIVE_DIR: '/archive', DATABASE_URL: 'postgres://clip@db/clipurse' },
    'is for the embedded database: unset it beside DATABASE_URL',
  ],
])('it is refused where it cannot be: %j', (env, why) => {
  expect(() => readConfig(env)).toThrow(`ARCHIVE_DIR ${why}`);
});
