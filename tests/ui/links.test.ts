import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { linkedClipIn } from '../../contract/clip-link.ts';
import type { Video } from '../../contract/shapes.ts';
import { linkToShare } from '../../src/app/components/link-to-share.ts';
import { clipLink, installLink, inviteLink } from '../../src/ports/share.ts';

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://clipurse.test' });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  ['was invited', 'A b', 'https://clipurse.test/newuser?invite_code=A+b'],
  ['was not invited', null, 'https://clipurse.test/install'],
])('a visitor who %s gets a link to continue in another browser', (_, code, link) => {
  expect(installLink(code)).toBe(link);
});

test('a visitor has no invite code, and shares the app’s home page', () => {
  expect(inviteLink(null)).toBe('https://clipurse.test/');
});

test.each([
  [null, 'https://clipurse.test/?video=7'],
  ['BCDEFGHJ', 'https://clipurse.test/?video=7&invite_code=BCDEFGHJ'],
])('the link of a clip carries the invite code %s of the member who shares it', (code, link) => {
  expect(clipLink(7, code)).toBe(link);
  expect(linkedClipIn(new URL(link).search)).toBe('7');
});

/** A feed with a clip and an advertisement. */
const feedAt = (index: number) =>
  ({
    context: {
      index,
      clips: [{ video: { id: 7, title: 'Silk' } as Video, isOpen: true }],
      slots: [
        { kind: 'clip', clip: 0 },
        { kind: 'ad', adId: 1 },
      ],
    },
  }) as Parameters<typeof linkToShare>[1];

test('on the feed the clip on the stage is shared, with its title', () => {
  expect(linkToShare('share-feed', feedAt(0), 'BCDEFGHJ')).toEqual({
    title: 'Silk',
    url: clipLink(7, 'BCDEFGHJ'),
    videoId: 7,
  });
});

test.each([
  ['share-feed', feedAt(1)],
  ['share-feed', feedAt(2)],
  ['share-feed', undefined],
  ['share-limit', feedAt(0)],
  ['share-invite', feedAt(0)],
  ['share-tasks', feedAt(0)],
])('on an advertisement and outside of the feed the invitation is shared: %s %#', (place, feed) => {
  expect(linkToShare(place, feed, 'BCDEFGHJ')).toEqual({ url: inviteLink('BCDEFGHJ') });
});
