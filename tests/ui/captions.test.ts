import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showCaptions } from '../../src/ports/captions.ts';

class FakeTrack extends EventTarget {
  readonly track: { mode: string; cues: object[] };
  isConnected = false;
  src = '';
  constructor(cues: object[]) {
    super();
    this.track = { mode: 'disabled', cues };
  }
  remove(): void {
    this.isConnected = false;
  }
}

const frame = new EventTarget();

beforeEach(() => {
  vi.stubGlobal('location', new URL('https://app.example/'));
  vi.stubGlobal('addEventListener', frame.addEventListener.bind(frame));
  vi.stubGlobal('removeEventListener', frame.removeEventListener.bind(frame));
});
afterEach(() => vi.unstubAllGlobals());

const caption = { language: 'en', url: '/media/1.en.vtt' };

/** A clip as high as the window; its text begins `words` px from the top, and its caption is `text`. */
function clipOf({ height, words, text }: { height: number; words: number; text: string }) {
  const cue: Record<string, unknown> = { text };
  const track = new FakeTrack([cue]);
  vi.stubGlobal('innerHeight', height);
  vi.stubGlobal('document', { createElement: () => track });
  const boxOf = (top: number) => ({ top, bottom: height, height: height - top });
  const header = { getBoundingClientRect: () => boxOf(words) };
  const element = Object.assign(new EventTarget(), {
    ...{ paused: true, readyState: 4, HAVE_CURRENT_DATA: 2 },
    getBoundingClientRect: () => boxOf(0),
    closest: () => ({ querySelector: () => header }),
    append: () => {
      track.isConnected = true;
    },
  });
  const stop = showCaptions(element as unknown as HTMLVideoElement, caption);
  track.dispatchEvent(new Event('load'));
  return { cue, element, track, stop };
}

/** The most characters that fit into one line. */
const LINE = 'x'.repeat(22);

test.each([
  [
    'a caption of one line ends above the clip’s text',
    { height: 1_000, words: 700, text: LINE },
    66,
  ],
  ['a caption of two lines begins higher', { height: 1_000, words: 700, text: `${LINE}\nx` }, 63.2],
  ['a long line is broken into two', { height: 1_000, words: 700, text: `${LINE}x` }, 63.2],
  ['a caption stays above the notice at the bottom', { height: 1_000, words: 900, text: LINE }, 77],
  [
    'in a low window a caption ends above the clip’s text',
    { height: 400, words: 300, text: LINE },
    65,
  ],
  ['a caption stays below the top of the clip', { height: 1_000, words: 100, text: LINE }, 18],
])('captions are placed clear of all other text: %s', (_, clip, line) => {
  const { cue } = clipOf(clip);
  expect(cue).toMatchObject({ snapToLines: false, size: 60, align: 'center' });
  expect(cue.line).toBeCloseTo(line);
});

test('captions are placed again when the window is resized, until they are removed', () => {
  const { cue, stop } = clipOf({ height: 1_000, words: 900, text: LINE });
  expect(cue.line).toBeCloseTo(77);
  vi.stubGlobal('innerHeight', 400);
  frame.dispatchEvent(new Event('resize'));
  expect(cue.line).toBeCloseTo(86);
  stop();
  cue.line = 'left alone';
  frame.dispatchEvent(new Event('resize'));
  expect(cue.line).toBe('left alone');
});

test('the caption track is added once, when the clip plays, and removed with the clip', () => {
  const { element, track, stop } = clipOf({ height: 1_000, words: 700, text: LINE });
  const append = vi.spyOn(element, 'append');
  expect([track.isConnected, track.src]).toEqual([false, caption.url]);
  element.dispatchEvent(new Event('playing'));
  element.dispatchEvent(new Event('playing'));
  expect([track.isConnected, track.track.mode, append.mock.calls.length]).toEqual([
    ...[true, 'showing', 1],
  ]);
  stop();
  expect(track.isConnected).toBe(false);
});
