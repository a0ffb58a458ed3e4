import { plainText } from '../../contract/plain-text.ts';
import type { FirstClip } from '../domain/first-clip.ts';
import { meta } from './meta.ts';

/** @param isLarge whether it has the size that messengers want */
export const pictureTags = (href: string, isLarge: boolean): string[] => [
  meta('property', 'og:image', href),
  ...(isLarge
    ? [meta('property', 'og:image:width', '1200'), meta('property', 'og:image:height', '630')]
    : []),
];

/** What a link to a clip says of it: everybody may look at it, so all of this is public. */
export function clipTags({ video, preview }: FirstClip, publicUrl: string): string[] {
  const { href, pathname } = new URL(video.url, publicUrl);
  return [
    meta('name', 'author', plainText(video.author)),
    meta('property', 'og:type', 'video.other'),
    ...pictureTags(new URL(preview ?? video.poster, publicUrl).href, preview !== null),
    meta('property', 'og:video', href),
    // an address elsewhere may say nothing of its kind
    ...(pathname.endsWith('.mp4') ? [meta('property', 'og:video:type', 'video/mp4')] : []),
    meta('property', 'og:video:width', String(video.width)),
    meta('property', 'og:video:height', String(video.height)),
  ];
}
