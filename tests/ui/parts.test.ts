import { createElement } from 'react';
import { expect, test } from 'vitest';
import { PagedList } from '../../src/app/parts/paged-list.tsx';
import { useMoney } from '../../src/app/parts/use-money.ts';
import { Purse } from '../../src/ui/purse.tsx';
import { standing, wordsIn } from './drawn.tsx';

/** A list as it is after so many pages. */
function listed(page: number, waiting?: string): string {
  const context = { items: [], failure: null, page, wanted: 1, total: 0, summary: null };
  const list = standing<Parameters<typeof PagedList>[0]['list']>({ context });
  const props = { list, failed: 'Lost', empty: 'Nothing yet', children: () => 'Items' };
  return wordsIn(createElement(PagedList, waiting === undefined ? props : { ...props, waiting }));
}

test('a list that has not come is not said to be empty', () => {
  expect([listed(0), listed(0, 'Its shape')]).toEqual([
    'This takes longer than usual',
    'Its shape',
  ]);
  expect([listed(1), listed(1, 'Its shape')]).toEqual(['Nothing yet', 'Nothing yet']);
});

const user = { balance: '5.2000', local_amount: '4.80', local_currency: 'EUR' };
const OwnPurse = () => createElement(Purse, { money: useMoney() });

test.each([
  ['a balance and what it is worth', { user, isEstimateOld: false }, / 5\.20 .* ≈ €4\.80$/],
  [
    'a balance whose estimate is of another one',
    { user, isEstimateOld: true },
    /^[^€]* 5\.20 [^€]*$/,
  ],
  ['nobody whose balance is known', { user: null, isEstimateOld: false }, /^Available balance$/],
])('the purse of %s', (_, context, words) => {
  expect(wordsIn(createElement(OwnPurse), { auth: { context } })).toMatch(words);
});
