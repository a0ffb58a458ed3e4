import { expect } from 'vitest';

/**
 * Polls until the server is ready: a database that takes longer than a second makes it unready too.
 */
export const expectReady = (url: string): Promise<void> =>
  expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
