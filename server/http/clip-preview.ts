import { plainText } from '../../contract/plain-text.ts';
import type { Video } from '../../contract/shapes.ts';
import { meta } from './meta.ts';

/** What a link to a clip says of it: everybody may look at it, so all of this is public. */
export function clipTags(video: Video, publicUrl: string): string[] {
  const { href, pathname } = new URL(video.url, publicUrl);
  return [
    meta('name', 'author', plainText(video.author)),
    meta('property', 'og:type', 'video.other'),
    meta('property', 'og:image', new URL(video.poster, publicUrl).href),
    meta('property', 'og:video', href),
    // an address elsewhere may say nothing of its kind
    ...(pathname.endsWith('.mp4') ? [meta('property', 'og:video:type', 'video/mp4')] : []),
    meta('property', 'og:video:width', String(video.width)),
    meta('property', 'og:video:height', String(video.height)),
  ];
}
