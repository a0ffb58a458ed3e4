import { asPlainText } from '../../contract/plain-text.ts';
import type { Video } from '../../contract/shapes.ts';

/** The clip that the server put into the page, if it did. */
export function readFirstClip(): { element: HTMLVideoElement; video: Video } | null {
  const element = document.querySelector<HTMLVideoElement>('#first-clip');
  const data = document.querySelector('#first-clip-data');
  if (!element || !data?.textContent) return null;
  // written by the server that also wrote this script's address
  return { element, video: JSON.parse(data.textContent, asPlainText) };
}

/** Leaves the words over that clip to the app, which says them from now on. */
export const removeFirstWords = (): void =>
  document.querySelector('#stage > .clip-words')?.remove();
