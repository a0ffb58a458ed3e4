import { plainTextReviver } from '../../contract/plain-text.ts';
import type { Video } from '../../contract/shapes.ts';

/** Reads the first clip from the server's page; null: the page has none. */
export function readFirstClip(): { element: HTMLVideoElement; video: Video } | null {
  const element = document.querySelector<HTMLVideoElement>('#first-clip');
  const data = document.querySelector('#first-clip-data');
  if (!element || !data?.textContent) return null;
  // needs no validation: the data and this script's address are in the same page, so from the same server
  return { element, video: JSON.parse(data.textContent, plainTextReviver) };
}

/** Removes the first clip's texts from the server's page: React renders them from now on. */
export const removeFirstTexts = (): void =>
  document.querySelector('#stage > .clip-words')?.remove();
