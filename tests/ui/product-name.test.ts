import { createElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useProductName } from '../../src/app/components/use-product-name.ts';
import { draw } from './render.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

const configured = (value: object | null) => ({
  config: { context: { value, failure: value ? null : { kind: 'offline' } } },
});

test.each([
  ['a loaded configuration', configured({ product_name: 'Shorties' }), 'In the page', 'Shorties'],
  ['a name that the operator left empty', configured({ product_name: '' }), 'In the page', ''],
  ['a configuration that failed to load', configured(null), 'In the page', 'In the page'],
  ['no configuration yet', {}, 'In the page', 'In the page'],
  ['a page without a name', configured(null), null, 'Clipurse'],
])('the product’s name is known with %s', (_, children, content, name) => {
  vi.stubGlobal('document', { querySelector: () => content && { content } });
  expect(draw(createElement(useProductName), children)).toBe(name);
});
