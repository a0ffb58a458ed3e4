import type { Caption } from '../../contract/shapes.ts';
import { listen, together } from './listen.ts';
import { isOwnOrigin } from './media-cache.ts';

/** Line height of captions in CSS pixels, and the number of characters that fit into a line on a small phone. */
const LINE_HEIGHT = 28;
const CHARS_PER_LINE = 22;
const GAP = 12;
/** Width of captions in percent, so that they do not cover the buttons on either side. */
const WIDTH_PERCENT = 60;
/** Height below the captions: the clip's texts, and the notice that the sound is off. */
const FOOT = 190;
/** Window height in pixels below which the buttons are side by side. */
const LOW_PX = 440;

const linesIn = (text: string) =>
  text.split('\n').reduce((lines, line) => lines + Math.ceil(line.length / CHARS_PER_LINE), 0);

/** The lowest position of captions within a clip: above the texts at its foot. */
function footOf(element: HTMLVideoElement, box: DOMRect): number {
  const words = element.closest('article')?.querySelector('header')?.getBoundingClientRect();
  const { top, bottom } = words ?? { top: box.bottom, bottom: box.bottom };
  return (innerHeight < LOW_PX ? top : Math.min(top, bottom - FOOT)) - box.top - GAP;
}

function place(element: HTMLVideoElement, cues: TextTrackCueList | null): void {
  const box = element.getBoundingClientRect();
  if (box.height === 0) return;
  const foot = footOf(element, box);
  for (const cue of Array.from(cues ?? []) as VTTCue[]) {
    const top = foot - linesIn(cue.text) * LINE_HEIGHT;
    cue.snapToLines = false;
    cue.line = Math.max(18, (top / box.height) * 100);
    cue.size = WIDTH_PERCENT;
    cue.align = 'center';
  }
}

/** Loads captions: own files as the track's `src`, others by `fetch`. @returns a function to abort and free the file */
function load(track: HTMLTrackElement, url: string): () => void {
  if (isOwnOrigin(new URL(url, location.href))) {
    track.src = url;
    return () => undefined;
  }
  const ending = new AbortController();
  fetch(url, { signal: ending.signal })
    .then(async (response) => {
      if (!response.ok) return;
      track.src = URL.createObjectURL(await response.blob());
      ending.signal.addEventListener('abort', () => URL.revokeObjectURL(track.src));
    })
    // the clip continues without captions
    .catch(() => undefined);
  return () => ending.abort();
}

/**
 * Shows a file of captions on a clip once it plays, so that the start of the clip does not wait for them.
 * @returns a function to remove them
 */
export function showCaptions(element: HTMLVideoElement, { language, url }: Caption): () => void {
  const track = document.createElement('track');
  track.kind = 'captions';
  track.srclang = language;
  const settle = () => place(element, track.track.cues);
  const add = () => {
    if (track.isConnected) return;
    element.append(track);
    track.track.mode = 'showing';
  };
  if (!element.paused && element.readyState >= element.HAVE_CURRENT_DATA) add();
  const stop = together(
    load(track, url),
    listen(element, ['playing'], add),
    listen(track, ['load'], settle),
    // a failed track is loaded again when the clip plays again
    listen(track, ['error'], () => track.remove()),
    listen(globalThis, ['resize'], settle),
  );
  return () => {
    stop();
    track.remove();
  };
}
