import { createElement } from 'react';
import { expect, test } from 'vitest';
import type { CallFailure } from '../../contract/failure.ts';
import NewUserScreen from '../../src/screens/newuser/newuser-screen.tsx';
import { renderText } from './render.tsx';

const TITLE = 'Watch videos and earn cash';
const visibleText = (value: string, failure: CallFailure | null = null) =>
  renderText(createElement(NewUserScreen), {
    landing: { value, context: { offer: null, failure } },
  });

test.each<CallFailure>([
  { kind: 'offline' },
  { kind: 'timeout' },
  { kind: 'malformed' },
  { kind: 'faulted', status: 500 },
])('an invitation that could not be loaded offers a retry: %o', (failure) => {
  expect(visibleText('failed', failure)).toMatch(
    /^Watch videos and earn cash The video information could not be fetched\. .* Retry$/,
  );
});

test('an unknown invite code leads to the registration or to a clip, and offers no retry', () => {
  expect(visibleText('unknown')).toBe(
    `${TITLE} This invitation is no longer valid You can register all the same, or look around first. Register Watch a clip`,
  );
});
