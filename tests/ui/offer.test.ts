import { createElement } from 'react';
import { expect, test } from 'vitest';
import { Offer } from '../../src/screens/newuser/offer.tsx';
import { mockActor, renderText } from './render.tsx';

type Props = Parameters<typeof Offer>[0];

const offer = {
  inviter: { username: 'gr***', slogan: 'Come and watch with me' },
  watch_reward: '0.0500',
  register_reward: '1.0000',
  total: '1.0500',
} as Props['offer'];

test.each([
  ['watching', 'Watch the clip'],
  ['watched', 'Watched. Yours when you register'],
])('an invitation names the inviter and the reward of each step: %s', (ready, line) => {
  const landing = mockActor<Props['landing']>({ value: { ready }, children: {} });
  const view = createElement(Offer, { landing, offer, onRegister: () => undefined });
  expect(renderText(view)).toBe(
    `gr*** invites you Come and watch with me ${line} +0.05 Register +1.00 Total 1.05 Register`,
  );
});
