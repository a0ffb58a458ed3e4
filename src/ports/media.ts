import type {
  ClipMedia,
  MediaEvent,
  PlayerCommand,
  PlayerInput,
} from '../../machines/video/model.ts';
import { watchProgress } from './watchdog.ts';

/** A fresh element may not play with sound on iOS: these three are used again and again. */
export const SLOTS = 3;

/** A jump of the position by more than this was a seek, not watching. */
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
  /** runs a clip on its element until the returned function is called */
  run(
    clip: PlayerInput,
    report: (event: MediaEvent) => void,
  ): { handle: (command: PlayerCommand) => void; stop: () => void };
}

/** @param isSame this place of the stage has had the element before: it may go on */
function load(
  element: HTMLVideoElement,
  { video: { url, poster }, src = url, waitsForTap }: PlayerInput,
  isSame: boolean,
): void {
  // the page's first clip came with both; neither may reach the next one on this element
  element.loop = false;
  element.autoplay = false;
  element.tabIndex = -1;
  element.setAttribute('aria-hidden', 'true');
  element.disablePictureInPicture = true;
  const isStillFetched = element.networkState === element.NETWORK_LOADING;
  // the element that came with the page is loading, or playing, its clip already
  if (isSame && element.getAttribute('src') === src && !(waitsForTap && isStillFetched)) return;
  element.preload = waitsForTap ? 'none' : 'auto';
  element.poster = poster;
  element.src = src;
}

/** Reports what the element does; only time that really played counts as watched. */
function listen(
  element: HTMLVideoElement,
  report: (event: MediaEvent) => void,
  signal: AbortSignal,
): void {
  let position = element.currentTime;
  const on = (type: string, listener: () => void) =>
    element.addEventListener(type, listener, { signal });
  on('canplaythrough', () => report({ type: 'media.ready' }));
  // one that was paused meanwhile plays no more by the time that its playing is told
  on('playing', () => !element.paused && report({ type: 'media.playing' }));
  on('waiting', () => !element.paused && report({ type: 'media.stalled' }));
  // one that was woken plays again by the time that its pause is told
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
      // of a clip that is sped up real time counts
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
  // it failed while it waited beside the stage: the connection may be back
  if (element.error) element.load();
  element.play().catch((error: unknown) => {
    const name = error instanceof DOMException ? error.name : '';
    if (name === 'NotAllowedError') report({ type: 'media.playRefused' });
    // a pause or a new source came in between (AbortError): nothing went wrong
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
      // a smaller copy may be gone, or more than the decoder promised
      if (element.error) element.src = url;
      element.load();
      break;
    case 'player.mute':
      element.muted = command.isMuted;
  }
}

/** Starts one anew that has stopped without a word. */
function wake(element: HTMLVideoElement, report: (event: MediaEvent) => void): void {
  report({ type: 'media.stalled' });
  element.pause();
  play(element, report);
}

/**
 * The three recycled elements.
 * @param adopted the element that came in the page's HTML and may play already
 */
export function createPlayers(adopted: HTMLVideoElement | null): Players {
  const elements = Array.from({ length: SLOTS }, (_, slot) =>
    slot === 0 && adopted ? adopted : createElement(),
  );
  // one advertisement may come again on the element that it has just ended on: it starts anew
  const places: number[] = [0];
  const element = (index: number) => elements[index % SLOTS] as HTMLVideoElement;
  // iOS lets an element sound that was unmuted under a finger, and a finger means every clip
  const unmuteResting = () => {
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
      watchProgress(target, () => wake(target, report), listening.signal);
      if (target.readyState === target.HAVE_ENOUGH_DATA) {
        queueMicrotask(() => !listening.signal.aborted && report({ type: 'media.ready' }));
      }
      return {
        handle: (command) => {
          if (command.type === 'player.mute' && !command.isMuted) unmuteResting();
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
