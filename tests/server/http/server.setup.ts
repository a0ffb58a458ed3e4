import { afterAll, beforeAll, beforeEach } from 'vitest';
import { makeApp } from './files.ts';
import { startServer, type TestServer, type TestServerOptions, type User } from './server.ts';

/** The test file's own server. */
export let server: TestServer;

/** Gives the test file a server. */
export function setUpServer(options: TestServerOptions = {}): void {
  beforeAll(async () => {
    server = await startServer(options);
  });
  afterAll(() => server.close());
}

/** The folder of the built app that `server` serves. */
export let appFolder: string;

/** Gives the test file a server with a built app. */
export function setUpServerWithApp(): void {
  beforeAll(async () => {
    const app = await makeApp();
    appFolder = app.folder;
    server = await startServer({ appDirectory: appFolder });
    return async () => {
      await server.close();
      await app.remove();
    };
  });
}

/** Removes all clips before each test, and lets the server's cache of clips expire. */
export function setUpWithoutClips(): void {
  beforeEach(async () => {
    await server.domain.pool.query('truncate video restart identity');
    // the cache is valid for a second
    server.domain.advance(1000);
  });
}

export async function walletOf({ userId }: User) {
  const { rows } = await server.domain.pool.query(
    'select available, debt, version from wallet where user_id = $1',
    [userId],
  );
  return rows[0];
}
