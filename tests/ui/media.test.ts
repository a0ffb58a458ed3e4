import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { MediaEvent } from '../../machines/video/model.ts';
import { createPlayers } from '../../src/ports/media.ts';

/** The parts of a video element for loading, playing and muting. */
class FakeVideo extends EventTarget {
  readonly loads: string[] = [];
  readonly calls: string[] = [];
  currentTime = 0;
  playbackRate = 1;
  readonly HAVE_FUTURE_DATA = 3;
  readonly HAVE_ENOUGH_DATA = 4;
  readyState = 0;
  readonly NETWORK_LOADING = 2;
  networkState = 1;
  paused = true;
  muted = false;
  playsInline = false;
  set src(url: string) {
    this.loads.push(url);
  }
  getAttribute(): string | null {
    return this.loads.at(-1) ?? null;
  }
  setAttribute(): void {}
  pause(): void {
    this.calls.push('pause');
    this.paused = true;
    this.tell('pause');
  }
  async play(): Promise<void> {
    this.calls.push('play');
    this.paused = false;
    this.tell('playing');
  }
  /** advances its playback time */
  progress(seconds: number): void {
    this.currentTime += seconds;
    this.tell('timeupdate');
  }
  /** dispatches an event asynchronously, as a browser does */
  private tell(type: string): void {
    queueMicrotask(() => this.dispatchEvent(new Event(type)));
  }
}

const made: FakeVideo[] = [];

beforeEach(() => {
  made.length = 0;
  const createElement = () => {
    const video = new FakeVideo();
    made.push(video);
    return video;
  };
  vi.stubGlobal('document', { createElement });
});

// ends the check of playing clips every 3 s, which would go on in the tests of other files
afterEach(() => {
  for (const video of made) video.dispatchEvent(new Event('pause'));
});

const clip = (id: number) => ({
  id,
  title: `Clip ${id}`,
  url: `/media/clips/${id}.mp4`,
  poster: `/media/clips/${id}.webp`,
  watch_seconds: 5,
  reward: '0.0500',
});

test('an advertisement that returns to the same element is loaded again', () => {
  const players = createPlayers(null);
  const run = (index: number) =>
    players.run({ index, video: clip(1), isMuted: true, waitsForTap: false }, () => {});
  run(2).stop();
  run(5).stop();
  expect(made[2]?.loads).toEqual(['/media/clips/1.mp4', '/media/clips/1.mp4']);
});

test('the element adopted from the page neither loops nor plays by itself', () => {
  const adopted = Object.assign(new FakeVideo(), { autoplay: true, loop: true });
  createPlayers(adopted as unknown as HTMLVideoElement).run(
    { index: 0, video: clip(1), isMuted: true, waitsForTap: false },
    () => {},
  );
  expect(adopted).toMatchObject({ autoplay: false, loop: false });
});

test('a clip at the same index reuses the file that its element has loaded', () => {
  const players = createPlayers(null);
  const run = (index: number) =>
    players.run({ index, video: clip(1), isMuted: true, waitsForTap: false }, () => {});
  run(0).stop();
  run(0).stop();
  expect(made[0]?.loads).toEqual(['/media/clips/1.mp4']);
});

test.each([
  ['the clip is still loading', 2, 2],
  ['the clip is complete', 1, 1],
])(
  'a clip that now waits for a tap stops loading unless it is complete: %s',
  (_, networkState, loads) => {
    const players = createPlayers(null);
    const run = (waitsForTap: boolean) =>
      players.run({ index: 0, video: clip(1), isMuted: true, waitsForTap }, () => {});
    run(false).stop();
    Object.assign(made[0] ?? {}, { networkState });
    run(true).stop();
    expect(made[0]?.loads).toHaveLength(loads);
  },
);

test('a press that turns the sound on unmutes all three elements: iOS requires a press for each', () => {
  const players = createPlayers(null);
  const { handle } = players.run(
    { index: 0, video: clip(1), isMuted: true, waitsForTap: false },
    () => {},
  );
  handle({ type: 'player.mute', isMuted: false });
  expect(made.map(({ muted }) => muted)).toEqual([false, false, false]);
});

test('an element that plays beside the unmuted element stays muted', async () => {
  const players = createPlayers(null);
  const { handle } = players.run(
    { index: 0, video: clip(1), isMuted: true, waitsForTap: false },
    () => {},
  );
  const beside = players.run(
    { index: 1, video: clip(2), isMuted: true, waitsForTap: false },
    () => {},
  );
  beside.handle({ type: 'player.play' });
  handle({ type: 'player.mute', isMuted: false });
  expect(made.map(({ muted }) => muted)).toEqual([false, true, false]);
});

test('a clip plays inline, and muted until the sound is turned on', () => {
  createPlayers(null);
  const video = { playsInline: true, muted: true };
  expect(made).toMatchObject([video, video, video]);
});

test('a clip that is paused before it reports playing reports only the pause', async () => {
  const said: string[] = [];
  const { handle } = createPlayers(null).run(
    { index: 0, video: clip(1), isMuted: true, waitsForTap: false },
    ({ type }) => said.push(type),
  );
  handle({ type: 'player.play' });
  handle({ type: 'player.pause' });
  await Promise.resolve();
  expect(said).toEqual(['media.paused']);
});

test.each([
  ['plays, and has data for the next frames', false, 3, []],
  ['plays, and has all its data', false, 4, []],
  ['waits for data', false, 2, ['play']],
  ['is paused', true, 4, ['play']],
])(
  'play() is called only on an element that does not play: the element %s',
  (_, paused, readyState, calls) => {
    const said: string[] = [];
    const { handle } = createPlayers(null).run(
      { index: 0, video: clip(1), isMuted: true, waitsForTap: false },
      ({ type }) => said.push(type),
    );
    Object.assign(made[0] ?? {}, { paused, readyState });
    handle({ type: 'player.play' });
    expect([made[0]?.calls, said]).toEqual([calls, calls.length === 0 ? ['media.playing'] : []]);
  },
);

test('only time that was really played counts, and neither a seek nor a step back', async () => {
  const played: number[] = [];
  createPlayers(null).run(
    { index: 0, video: clip(1), isMuted: true, waitsForTap: false },
    (event) => event.type === 'media.progressed' && played.push(event.playedMs),
  );
  for (const seconds of [0.25, 60, 0.25, -0.25, 0, 0.5]) {
    made[0]?.progress(seconds);
    await Promise.resolve();
  }
  expect(played).toEqual([250, 250, 500]);
});

describe('a clip that reports playing and does not move on', () => {
  const start = async () => {
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const said: MediaEvent['type'][] = [];
    const { handle } = createPlayers(null).run(
      { index: 0, video: clip(1), isMuted: true, waitsForTap: false },
      ({ type }) => said.push(type),
    );
    handle({ type: 'player.play' });
    await vi.advanceTimersByTimeAsync(1_000);
    const video = made[0] as FakeVideo;
    video.progress(1);
    return { said, video, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
  };

  test('is paused and played again once, and then continues', async () => {
    const { said, video, pass } = await start();
    await pass(2_900);
    expect(video.calls).toEqual(['play']);
    await pass(200);
    expect(video.calls).toEqual(['play', 'pause', 'play']);
    expect(said).toEqual(['media.playing', 'media.progressed', 'media.stalled', 'media.playing']);
    for (let second = 0; second < 9; second += 1) {
      video.progress(1);
      await pass(1_000);
    }
    expect(video.calls).toEqual(['play', 'pause', 'play']);
  });

  test('is paused until a tap if it does not continue', async () => {
    const { said, video, pass } = await start();
    await pass(60_000);
    expect(video.calls).toEqual(['play', 'pause', 'play', 'pause']);
    expect(said.slice(-2)).toEqual(['media.playing', 'media.paused']);
  });

  test('is not paused while it waits for data', async () => {
    const { video, pass } = await start();
    video.dispatchEvent(new Event('waiting'));
    await pass(10_000);
    expect(video.calls).toEqual(['play']);
  });
});
