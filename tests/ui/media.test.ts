import { beforeEach, expect, test, vi } from 'vitest';
import { createPlayers } from '../../src/ports/media.ts';

/** As much of a video element as loading one needs. */
class FakeVideo extends EventTarget {
  readonly loads: string[] = [];
  currentTime = 0;
  readyState = 0;
  set src(url: string) {
    this.loads.push(url);
  }
  getAttribute(): string | null {
    return this.loads.at(-1) ?? null;
  }
  setAttribute(): void {}
  pause(): void {}
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

const clip = (id: number) => ({
  id,
  url: `/media/clips/${id}.mp4`,
  poster: `/media/clips/${id}.webp`,
  watch_seconds: 5,
  reward: '0.0500',
});

test('the same advertisement, come again on its own element, starts anew', () => {
  const players = createPlayers(null);
  const run = (index: number) => players.run({ index, video: clip(1), isMuted: true }, () => {});
  run(2).stop();
  run(5).stop();
  expect(made[2]?.loads).toEqual(['/media/clips/1.mp4', '/media/clips/1.mp4']);
});

test('the same place of the stage goes on with what its element has', () => {
  const players = createPlayers(null);
  const run = (index: number) => players.run({ index, video: clip(1), isMuted: true }, () => {});
  run(0).stop();
  run(0).stop();
  expect(made[0]?.loads).toEqual(['/media/clips/1.mp4']);
});
