import { createElement } from 'react';
import { expect, test } from 'vitest';
import { PagedList } from '../../src/app/components/paged-list.tsx';
import { Purse } from '../../src/ui/purse.tsx';
import { mockActor, renderText } from './render.tsx';

/** The text of an empty list after `page` loaded pages; `waiting` is its placeholder. */
function listed(page: number, waiting?: string): string {
  const context = { items: [], failure: null, page, wanted: 1, total: 0, summary: null };
  const list = mockActor<Parameters<typeof PagedList>[0]['list']>({ context });
  const props = { list, failed: 'Lost', empty: 'Nothing yet', children: () => 'Items' };
  return renderText(
    createElement(PagedList, waiting === undefined ? props : { ...props, waiting }),
  );
}

test('a list that has not loaded is not called empty', () => {
  expect([listed(0), listed(0, 'Its shape')]).toEqual([
    'This takes longer than usual',
    'Its shape',
  ]);
  expect([listed(1), listed(1, 'Its shape')]).toEqual(['Nothing yet', 'Nothing yet']);
});

const user = { balance: '5.2000', local_amount: '4.80', local_currency: 'EUR' };

test.each([
  ['a balance shows its estimate', user, / 5\.20 .* ≈ €4\.80$/],
  [
    'a balance without an estimate is shown alone',
    { ...user, local_amount: null },
    /^[^€]* 5\.20 [^€]*$/,
  ],
  ['an unknown balance shows no amount', null, /^Available balance$/],
])('the purse of the screen: %s', (_, money, words) => {
  expect(renderText(createElement(Purse, { money }))).toMatch(words);
});
