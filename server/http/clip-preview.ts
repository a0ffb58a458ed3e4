import { plainText } from '../../contract/plain-text.ts';
import type { FirstClip } from '../domain/first-clip.ts';
import { meta } from './meta.ts';

/** @param isLarge whether the picture has the size that messengers want */
export const pictureTags = (href: string, isLarge: boolean): string[] => [
  meta('property', 'og:image', href),
  ...(isLarge
    ? [meta('property', 'og:image:width', '1200'), meta('property', 'og:image:height', '630')]
    : []),
];

/** Meta tags of a clip for link previews: everybody may watch the clip, so all of this is public. */
export function clipTags({ video, preview }: FirstClip, publicUrl: string): string[] {
  const { href, pathname } = new URL(video.url, publicUrl);
  return [
    meta('name', 'author', plainText(video.author)),
    meta('property', 'og:type', 'video.other'),
    ...pictureTags(new URL(preview ?? video.poster, publicUrl).href, preview !== null),
    meta('property', 'og:video', href),
    // the path of a URL on another host may not contain the type
    ...(pathname.endsWith('.mp4') ? [meta('property', 'og:video:type', 'video/mp4')] : []),
    meta('property', 'og:video:width', String(video.width)),
    meta('property', 'og:video:height', String(video.height)),
  ];
}
