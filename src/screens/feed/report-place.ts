import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { PlaceReason } from '../../../contract/clip.calls.ts';
import type { Clip } from '../../../machines/feed/slots.ts';
import { formattingTag } from '../../i18n/formats.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

const texts: Readonly<Record<Exclude<PlaceReason, 'again'>, MessageDescriptor>> = {
  pinned: msg({ message: 'Chosen by us', comment: 'Why a clip is shown: the operator chose it.' }),
  new: msg({
    message: 'It is new',
    comment: 'Why a clip is shown: it was added in the last days.',
  }),
  rarely_shown: msg({
    message: 'Few people have seen it so far',
    comment: 'Why a clip is shown.',
  }),
  finished: msg({ message: 'People watch it to the end', comment: 'Why a clip is shown.' }),
  language: msg({
    message: 'It is in your language',
    comment:
      'Why a clip is shown: the operator said that people who read the app in this language understand it.',
  }),
  country: msg({
    message: 'It is for your country',
    comment: 'Why a clip is shown: the operator named the countries that it is for.',
  }),
  unseen: msg({ message: 'You have not seen it yet', comment: 'Why a clip is shown.' }),
};

const isKnown = (reason: string): reason is keyof typeof texts => Object.hasOwn(texts, reason);

/**
 * Text of the reason why a clip has its place; null: no reason, or one that this app does not know.
 * @param nowMs by the server's clock, ms since 1970
 */
export function placeWords(
  i18n: I18n,
  { reason = '', seen_on: seenOn }: Pick<Clip['video'], 'reason' | 'seen_on'>,
  nowMs: number,
): string | null {
  if (isKnown(reason)) return i18n._(texts[reason]);
  if (reason !== 'again' || !seenOn) return null;
  const days = Math.max(Math.floor(nowMs / DAY_MS) - Date.parse(seenOn) / DAY_MS, 1);
  const format = new Intl.RelativeTimeFormat(formattingTag(i18n.locale));
  const when = format.format(-days, 'day');
  return i18n._(
    msg({
      message: `You last saw it ${when}`,
      comment: 'Why a clip is shown again. {when}: such as “12 days ago”.',
    }),
  );
}
