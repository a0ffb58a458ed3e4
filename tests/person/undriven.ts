/** Machines that no driver leads through the app, and why. */
export const undriven: Record<string, string> = {
  'ad.machine.ts': 'plays in real time: tests/browser/ads.test.ts',
  'ads.machine.ts': 'nobody sees a plan, only its ads: tests/browser/ads.test.ts',
  'app-update.machine.ts': 'needs a service worker: tests/browser/update.test.ts',
  'app/app.machine.ts': 'is under every driver',
  'claim.machine.ts': 'plays in real time: tests/browser/feed.test.ts',
  'clip-cache.machine.ts': 'nothing of it is seen: tests/browser/kept.test.ts',
  'debug-call.machine.ts': 'for engineers: tests/browser/demo.test.ts',
  'debug-calls.machine.ts': 'for engineers: tests/browser/demo.test.ts',
  'feed/feed.machine.ts': 'plays in real time: tests/browser/feed.test.ts',
  'connectivity.machine.ts': 'nothing of it is seen: tests/browser/recovery.test.ts',
  'maintenance.machine.ts': 'for engineers: tests/browser/demo.test.ts',
  'now-playing.machine.ts': 'is seen outside of the page: tests/browser/phone.test.ts',
  'payout.machine.ts': 'runs on the server: tests/server/payout-moves.test.ts',
  'registration.machine.ts': 'lives while a form is sent: tests/browser/register-proof.test.ts',
  'rendition.machine.ts': 'nothing of it is seen: tests/browser/renditions.test.ts',
  'video/video.machine.ts': 'plays in real time: tests/browser/feed-states.test.ts',
};
