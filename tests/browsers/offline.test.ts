import { expect } from 'vitest';
import { startProduct } from '../browser/support.ts';
import { inEveryEngine } from './engines/each.ts';
import { until } from './engines/phone.ts';
import { see, styleOf } from './user-actions.ts';

inEveryEngine('the app opens without a connection, on any of its screens', async (phone) => {
  const product = await startProduct();
  try {
    await phone.open(`${product.url}/login`);
    await until(phone, async () => {
      const { active } = await navigator.serviceWorker.ready;
      return active?.state === 'activated';
    });
  } finally {
    await product.stop();
  }
  await phone.open(`${product.url}/login?offline`);
  await see(phone, 'Log in');
  await phone.open(`${product.url}/no/such/page`);
  await see(phone, 'Short video');
  expect(await styleOf(phone, 'html', 'color-scheme')).toBe('light');
});
