import type {
  ClipMedia,
  MediaEvent,
  PlayerCommand,
  PlayerInput,
} from '../../machines/video/model.ts';
import { watchForFreeze } from './watchdog.ts';

/** Number of `video` elements; they are reused, because on iOS a new element may not play with sound. */
export const SLOTS = 3;

/** Maximum step of the position in seconds that counts as play; a larger step is a seek. */
const LONGEST_STEP_SECONDS = 1.5;

function createElement(): HTMLVideoElement {
  const element = document.createElement('video');
  element.playsInline = true;
  element.muted = true;
  element.preload = 'auto';
  return element;
}

export interface Players {
  /** the element of a clip; the view puts it on the stage */
  element(index: number): HTMLVideoElement;
  /** loads a clip into its element, and reports its events until `stop` is called */
  run(
    clip: PlayerInput,
    report: (event: MediaEvent) => void,
  ): { handle: (command: PlayerCommand) => void; stop: () => void };
}

/** Loads a clip. @param isSame whether the element had this index before, so that its file may be loaded already */
function load(
  element: HTMLVideoElement,
  { video: { url, poster }, src = url, waitsForTap }: PlayerInput,
  isSame: boolean,
): void {
  // the page's first clip has both attributes; the next clip on this element must not
  element.loop = false;
  element.autoplay = false;
  element.tabIndex = -1;
  element.setAttribute('aria-hidden', 'true');
  element.disablePictureInPicture = true;
  const isStillFetched = element.networkState === element.NETWORK_LOADING;
  // the element from the page is loading or playing its clip already
  if (isSame && element.getAttribute('src') === src && !(waitsForTap && isStillFetched)) return;
  element.preload = waitsForTap ? 'none' : 'auto';
  element.poster = poster;
  element.src = src;
}

/** Reports the events of the element; only time of real play counts as watched. */
function listen(
  element: HTMLVideoElement,
  report: (event: MediaEvent) => void,
  signal: AbortSignal,
): void {
  let position = element.currentTime;
  const on = (type: string, listener: () => void) =>
    element.addEventListener(type, listener, { signal });
  on('canplaythrough', () => report({ type: 'media.ready' }));
  // the element may have been paused before this event arrives
  on('playing', () => !element.paused && report({ type: 'media.playing' }));
  on('waiting', () => !element.paused && report({ type: 'media.stalled' }));
  // a woken element may play again before its pause event arrives
  on('pause', () => element.paused && !element.ended && report({ type: 'media.paused' }));
  on('ended', () => report({ type: 'media.ended' }));
  on('error', () => report({ type: 'media.failed' }));
  on('seeking', () => {
    position = element.currentTime;
  });
  on('timeupdate', () => {
    const step = element.currentTime - position;
    position = element.currentTime;
    if (step > 0 && step < LONGEST_STEP_SECONDS) {
      // at a higher speed, real time counts
      report({
        type: 'media.progressed',
        playedMs: Math.round((step * 1_000) / element.playbackRate),
      });
    }
  });
}

function play(element: HTMLVideoElement, report: (event: MediaEvent) => void): void {
  const isPlaying = !element.paused && element.readyState >= element.HAVE_FUTURE_DATA;
  if (isPlaying) {
    report({ type: 'media.playing' });
    return;
  }
  // the load failed earlier: the connection may be back
  if (element.error) element.load();
  element.play().catch((error: unknown) => {
    const name = error instanceof DOMException ? error.name : '';
    if (name === 'NotAllowedError') report({ type: 'media.playRefused' });
    // AbortError is no failure: a pause or a new source interrupted the start
    else if (name !== 'AbortError') report({ type: 'media.failed' });
  });
}

function handle(
  element: HTMLVideoElement,
  { url }: ClipMedia,
  command: PlayerCommand,
  report: (event: MediaEvent) => void,
): void {
  switch (command.type) {
    case 'player.play':
      play(element, report);
      break;
    case 'player.pause':
      element.pause();
      break;
    case 'player.restart':
      element.currentTime = 0;
      break;
    case 'player.reload':
      // the smaller file may be gone, or too much for the decoder: load the original
      if (element.error) element.src = url;
      element.load();
      break;
    case 'player.mute':
      element.muted = command.isMuted;
  }
}

/** Restarts an element that has stopped without an event. */
function wake(element: HTMLVideoElement, report: (event: MediaEvent) => void): void {
  report({ type: 'media.stalled' });
  element.pause();
  play(element, report);
}

/**
 * Creates the three reused `video` elements.
 * @param adopted the element of the page's HTML, which may play already
 */
export function createPlayers(adopted: HTMLVideoElement | null): Players {
  const elements = Array.from({ length: SLOTS }, (_, slot) =>
    slot === 0 && adopted ? adopted : createElement(),
  );
  // last index of each element: an advertisement at another index has to start again, even on the same element
  const places: number[] = [0];
  const element = (index: number) => elements[index % SLOTS] as HTMLVideoElement;
  // iOS allows sound to elements that were unmuted by a touch, so one touch unmutes all paused ones
  const unmutePaused = () => {
    for (const each of elements) if (each.paused) each.muted = false;
  };
  return {
    element,
    run: (clip, report) => {
      const { index, isMuted } = clip;
      const target = element(index);
      const listening = new AbortController();
      load(target, clip, places[index % SLOTS] === index);
      places[index % SLOTS] = index;
      target.muted = isMuted;
      listen(target, report, listening.signal);
      watchForFreeze(target, () => wake(target, report), listening.signal);
      if (target.readyState === target.HAVE_ENOUGH_DATA) {
        queueMicrotask(() => !listening.signal.aborted && report({ type: 'media.ready' }));
      }
      return {
        handle: (command) => {
          if (command.type === 'player.mute' && !command.isMuted) unmutePaused();
          handle(target, clip.video, command, report);
        },
        stop: () => {
          listening.abort();
          target.pause();
        },
      };
    },
  };
}
