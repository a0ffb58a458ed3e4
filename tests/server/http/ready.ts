import { expect } from 'vitest';

/** Until the server is ready: it is not, too, while its database takes longer than a second to answer. */
export const expectReady = (url: string): Promise<void> =>
  expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
