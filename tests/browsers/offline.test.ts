import { expect } from 'vitest';
import { startProduct } from '../browser/support.ts';
import { inEveryEngine } from './engines/each.ts';
import { until } from './engines/phone.ts';
import { see, styleOf } from './hand.ts';

inEveryEngine('without a connection there is a page that says so', async (phone) => {
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
  await phone.open(`${product.url}/mine`);
  await see(phone, 'You are offline');
  expect(await styleOf(phone, 'main', 'background-color')).toBe('rgb(246, 249, 248)');
});
