import { isFull } from './volume.ts';

/**
 * Tests that look at many states, texts, lines, languages or machines in one way, and what stands
 * beside the main job. A desk runs each of them once a week; all of them decide before anything
 * lands. In rows of seven, a day a column: the longest first, and no day much longer than another.
 */
export const breadth = [
  'tests/browser/seeds.test.ts',
  'tests/browser/worker.test.ts',
  'tests/browser/user-text.test.ts',
  'tests/browser/feed-states.test.ts',
  'tests/browser/languages.test.ts',
  'tests/browser/sessions.test.ts',
  'tests/browser/recovery.test.ts',
  'tests/browser/offline.test.ts',
  'tests/browser/waiting.test.ts',
  'tests/browser/kept.test.ts',
  'tests/browser/first-frame.test.ts',
  'tests/person/entering.test.ts',
  'tests/browser/push.test.ts',
  'tests/browser/not-started.test.ts',
  'tests/browser/data.test.ts',
  'tests/person/tasks.test.ts',
  'tests/browser/member-states.test.ts',
  'tests/browser/honest.test.ts',
  'tests/browser/web-push.test.ts',
  'tests/person/keeping.test.ts',
  'tests/browsers/journey.test.ts',
  'tests/browser/phone.test.ts',
  'tests/browser/slow-line.test.ts',
  'tests/browser/machines.test.ts',
  'tests/person/push.test.ts',
  'tests/browser/demo.test.ts',
  'tests/person/lists-and-settings.test.ts',
  'tests/person/withdrawing.test.ts',
  'tests/person/payouts.test.ts',
  'tests/browser/update.test.ts',
  'tests/person/sharing.test.ts',
  'tests/browsers/lost-code.test.ts',
  'tests/browser/reflow.test.ts',
  'tests/browser/media.test.ts',
  'tests/browser/retries.test.ts',
  'tests/browser/install.test.ts',
  'tests/browser/motion.test.ts',
  'tests/browser/visitor-states.test.ts',
  'tests/browser/switch.test.ts',
  'tests/browser/country.test.ts',
  'tests/browser/renditions.test.ts',
  'tests/browsers/drawing.test.ts',
  'tests/browser/back.test.ts',
  'tests/browser/install-guide.test.ts',
  'tests/browser/feed-limit.test.ts',
  'tests/browser/cached.test.ts',
  'tests/browser/late-part.test.ts',
  'tests/browser/windows.test.ts',
  'tests/person/watching.test.ts',
  'tests/browser/sound.test.ts',
  'tests/browser/manifest.test.ts',
  'tests/browser/fallbacks.test.ts',
  'tests/browser/clock.test.ts',
  'tests/browser/dialog.test.ts',
  'tests/browser/theme.test.ts',
  'tests/browser/first-language.test.ts',
  'tests/browser/ticker.test.ts',
  'tests/browsers/offline.test.ts',
];

const PARTS = 7;
const DAY_MS = 86_400_000;

/** Those that another day runs, none with `TEST_VOLUME=full`. @param now in milliseconds since 1970 */
export function restingAt(now: number): string[] {
  const today = Math.floor(now / DAY_MS) % PARTS;
  return isFull ? [] : breadth.filter((_, at) => at % PARTS !== today);
}
