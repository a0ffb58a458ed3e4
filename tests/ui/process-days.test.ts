import { createElement } from 'react';
import { expect, test } from 'vitest';
import { ProcessTime } from '../../src/app/components/process-days.tsx';
import { Tips } from '../../src/screens/withdraw/tips.tsx';
import { renderText } from './render.tsx';

/** The server's answer: null: not loaded yet; undefined: an older server, which does not send the field. */
const config = (days: number | null | undefined) => ({
  context: {
    value: days === null ? null : { process_days: days, marketing: { withdrawal_time: null } },
    failure: null,
  },
});

test.each([
  [1, 'Within one working day', 'is processed within one working day.'],
  [2, 'Takes 1 to 2 working days', 'is processed in 1 to 2 working days.'],
  [30, 'Takes 1 to 30 working days', 'is processed in 1 to 30 working days.'],
  [undefined, 'Takes 1 to 3 working days', 'is processed in 1 to 3 working days.'],
  [null, 'Takes 1 to 3 working days', 'is processed in 1 to 3 working days.'],
])('the duration of a withdrawal is the operator’s setting: %s', (days, step, tip) => {
  expect(renderText(createElement(ProcessTime), { config: config(days) })).toBe(step);
  expect(renderText(createElement(Tips), { config: config(days) })).toContain(tip);
});
