import { expect, test } from 'vitest';
import { correctionsBehindDebt } from '../../machines/withdrawal/rules.ts';

const entry = (direction: 'given' | 'taken', amount: string) => ({ direction, amount });

test('a debt is explained by the newest taken amounts that add up to it', () => {
  const newest = entry('taken', '0.5000');
  const second = entry('taken', '2.0000');
  const entries = [newest, entry('given', '9.0000'), second, entry('taken', '3.0000')];
  expect(correctionsBehindDebt('0.5000', entries)).toEqual([newest]);
  expect(correctionsBehindDebt('0.5001', entries)).toEqual([newest, second]);
  expect(correctionsBehindDebt('2.5000', entries)).toEqual([newest, second]);
  expect(correctionsBehindDebt('0.0000', entries)).toEqual([]);
});
