import { plainTextReviver } from '../../contract/plain-text.ts';
import type { Video } from '../../contract/shapes.ts';

/** The clip that the server put into the page; null: none. */
export function readFirstClip(): { element: HTMLVideoElement; video: Video } | null {
  const element = document.querySelector<HTMLVideoElement>('#first-clip');
  const data = document.querySelector('#first-clip-data');
  if (!element || !data?.textContent) return null;
  // the server that wrote this script's address also wrote the data
  return { element, video: JSON.parse(data.textContent, plainTextReviver) };
}

/** Removes the clip's texts in the server's page: the app shows them from now on. */
export const removeFirstWords = (): void =>
  document.querySelector('#stage > .clip-words')?.remove();
