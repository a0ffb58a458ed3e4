import type { Caption } from '../../contract/shapes.ts';
import { listen, together } from './listen.ts';
import { isOwnOrigin } from './media-cache.ts';

/** Of the captions' own style, in CSS pixels; fewer signs fit into the lines of a small phone. */
const LINE_HEIGHT = 28;
const SIGNS_IN_LINE = 22;
const GAP = 12;
/** Clear of the buttons at the side, in a left-to-right app and the other. */
const WIDTH_PERCENT = 60;
/** Under them, besides the words, the notice that the sound is off. */
const FOOT = 190;
/** Where the buttons lie beside each other. */
const LOW_PX = 440;

const linesIn = (text: string) =>
  text.split('\n').reduce((lines, line) => lines + Math.ceil(line.length / SIGNS_IN_LINE), 0);

/** The lowest place of captions within a clip: above what is written at its foot. */
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

/** A track is taken from our own server alone: what lies elsewhere is fetched as a file. @returns forgets it */
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
    // without them the clip plays on
    .catch(() => undefined);
  return () => ending.abort();
}

/**
 * Shows a file of captions on an element, from when it plays: what it begins with waits for no captions.
 * @returns takes them away
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
    // one that did not come is asked for when the clip plays again
    listen(track, ['error'], () => track.remove()),
    listen(globalThis, ['resize'], settle),
  );
  return () => {
    stop();
    track.remove();
  };
}
