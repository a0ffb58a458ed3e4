import { plainText } from '../../contract/plain-text.ts';
import type { Video } from '../../contract/shapes.ts';
import { meta } from './meta.ts';

/** The query field of a link that names a clip. */
const CLIP_FIELD = /(?:^|&)video=(\d{1,15})(?!\d)/;

/**
 * @param query of the request, without its `?`
 * @returns the id of the clip that a link to the feed names, whatever a messenger has added to it
 */
export function linkedClipIn(query: string): number | null {
  const id = CLIP_FIELD.exec(query)?.[1];
  return id === undefined ? null : Number(id);
}

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
