import { expect, test } from 'vitest';
import { linkedClipIn } from '../../contract/clip-link.ts';

test.each([
  ['?video=7', '7'],
  ['?utm_source=x&video=12&invite_code=BCDEFGHJ', '12'],
  // text that messengers and people append to a link
  ['?video=12.', '12'],
  ['?video=12)&fbclid=1', '12'],
  ['?video=123456789012345', '123456789012345'],
])('the link %s names the clip %s', (query, id) => {
  expect(linkedClipIn(query)).toBe(id);
});

test.each([
  '',
  '?video=',
  '?video=0',
  '?video=07',
  '?video=-1',
  '?video=e1',
  '?xvideo=1',
  '?video=1234567890123456',
])('the link %s names no clip', (query) => {
  expect(linkedClipIn(query)).toBeUndefined();
});
