/** Whether all tests run, with all of their samples: `npm run test:full`, or `TEST_VOLUME=full`. */
const isFull = process.env.TEST_VOLUME === 'full';

/** The size of a sample: `full` in a full run, else `part`. */
export const volume = (full: number, part: number): number => (isFull ? full : part);

/** `count` of the items, evenly from the first to the last; all of them in a full run. */
export function someOf<Item>(items: readonly Item[], count: number): Item[] {
  const step = isFull ? 1 : Math.max(items.length / count, 1);
  return items.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

/**
 * Test files that `npm test` leaves out, so that it ends within five minutes: each looks at many
 * states, texts, languages or machines in one way, or at a screen beside the main job.
 */
export const onlyInFull: readonly string[] = [
  'tests/browser/asking.test.ts',
  'tests/browser/back.test.ts',
  'tests/browser/cached.test.ts',
  'tests/browser/clock.test.ts',
  'tests/browser/commissions.test.ts',
  'tests/browser/country.test.ts',
  'tests/browser/covered.test.ts',
  'tests/browser/data.test.ts',
  'tests/browser/demo.test.ts',
  'tests/browser/dialog.test.ts',
  'tests/browser/feed-limit.test.ts',
  'tests/browser/feed-states.test.ts',
  'tests/browser/first-frame.test.ts',
  'tests/browser/first-language.test.ts',
  'tests/browser/forced-colors.test.ts',
  'tests/browser/honest.test.ts',
  'tests/browser/install-guide.test.ts',
  'tests/browser/install.test.ts',
  'tests/browser/kept.test.ts',
  'tests/browser/languages.test.ts',
  'tests/browser/lazy-component.test.ts',
  'tests/browser/machines.test.ts',
  'tests/browser/manifest.test.ts',
  'tests/browser/media.test.ts',
  'tests/browser/member-states.test.ts',
  'tests/browser/motion.test.ts',
  'tests/browser/not-started.test.ts',
  'tests/browser/phone.test.ts',
  'tests/browser/push.test.ts',
  'tests/browser/recovery.test.ts',
  'tests/browser/reflow.test.ts',
  'tests/browser/renditions.test.ts',
  'tests/browser/retries.test.ts',
  'tests/browser/seeds.test.ts',
  'tests/browser/sessions.test.ts',
  'tests/browser/slow-connection.test.ts',
  'tests/browser/sound.test.ts',
  'tests/browser/switch.test.ts',
  'tests/browser/theme.test.ts',
  'tests/browser/ticker.test.ts',
  'tests/browser/translated.test.ts',
  'tests/browser/update.test.ts',
  'tests/browser/user-text.test.ts',
  'tests/browser/visitor-states.test.ts',
  'tests/browser/waiting.test.ts',
  'tests/browser/web-push.test.ts',
  'tests/browser/windows.test.ts',
  'tests/browser/words.test.ts',
  'tests/browser/worker.test.ts',
  'tests/browsers/drawing.test.ts',
  'tests/browsers/journey.test.ts',
  'tests/browsers/offline.test.ts',
  'tests/person/entering.test.ts',
  'tests/person/keeping.test.ts',
  'tests/person/lists-and-settings.test.ts',
  'tests/person/payouts.test.ts',
  'tests/person/push.test.ts',
  'tests/person/sharing.test.ts',
  'tests/person/tasks.test.ts',
  'tests/person/watching.test.ts',
  'tests/server/backup.test.ts',
  'tests/server/deploy-proxies.test.ts',
  'tests/server/operator-odd-films.test.ts',
  'tests/server/operator-progress.test.ts',
  'tests/server/release.test.ts',
  'tests/server/rolling.test.ts',
];
