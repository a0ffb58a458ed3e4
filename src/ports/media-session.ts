import type { MediaControl } from '../../machines/now-playing.machine.ts';
import type { ShownClip } from '../../machines/video/model.ts';

const actions: Record<MediaControl, MediaSessionAction> = {
  play: 'play',
  pause: 'pause',
  next: 'nexttrack',
};

/** Calls back with the pressed control of a headset or a lock screen; returns an unsubscribe function. */
export function watchMediaControls(report: (control: MediaControl) => void): () => void {
  const set = (control: MediaControl, handler: (() => void) | null) => {
    try {
      navigator.mediaSession?.setActionHandler(actions[control], handler);
    } catch {
      // this browser does not have the control
    }
  };
  const controls = Object.keys(actions) as MediaControl[];
  for (const control of controls) set(control, () => report(control));
  return () => {
    for (const control of controls) set(control, null);
  };
}

/** Shows the playing clip's title and poster in the system's media controls. */
export function showPlaying({ title, poster }: ShownClip): void {
  if (!('mediaSession' in navigator)) return;
  const artwork = [{ src: new URL(poster, location.href).href }];
  navigator.mediaSession.metadata = new MediaMetadata({ title, artwork });
  navigator.mediaSession.playbackState = 'playing';
}

export function showPaused(): void {
  if ('mediaSession' in navigator) navigator.mediaSession.playbackState = 'paused';
}
