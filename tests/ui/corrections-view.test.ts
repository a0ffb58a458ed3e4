import { createElement } from 'react';
import { expect, test } from 'vitest';
import { Corrections } from '../../src/screens/mine/corrections.tsx';
import { renderText } from './render.tsx';

const FAULTED = { kind: 'faulted', status: 500 };

test.each([
  [[], null, /^$/],
  [['A mistake'], null, /^Corrections A mistake Mar 9, 2026 -0\.30$/],
  [[], FAULTED, /^Corrections Your corrections could not be loaded\. /],
])(
  'corrections are shown if there are any, or if they failed to load: %o, %o',
  (reasons, failure, words) => {
    const items = reasons.map((reason, id) => ({
      id,
      reason,
      direction: 'taken',
      amount: '0.3000',
      created_at: '2026-03-09T09:30:00Z',
    }));
    const list = { items, failure, page: 1, wanted: 1, total: items.length };
    expect(renderText(createElement(Corrections), { corrections: { context: list } })).toMatch(
      words,
    );
  },
);
