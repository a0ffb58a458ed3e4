/// <reference lib="webworker" />
import { clientsClaim } from 'workbox-core';
import { buildHasFiles, cacheAppFiles } from './files.ts';
import { handleMedia } from './media.ts';
import { handleNavigations } from './pages.ts';
import { listenToPush } from './push.ts';
import { countTransfers, takeTransfers } from './transfers.ts';

declare const self: ServiceWorkerGlobalScope;

cacheAppFiles();
handleNavigations();
handleMedia();
listenToPush();
countTransfers();
// the first worker immediately controls the page that registered it
clientsClaim();

self.addEventListener('message', ({ data, ports }) => {
  // the page asks whether it is of this version
  if (data?.type === 'version.asked') ports[0]?.postMessage(buildHasFiles(data.scripts));
  if (data?.type === 'transfers.asked') ports[0]?.postMessage(takeTransfers());
  // the page has nothing running that a new version would interrupt
  if (data?.type === 'takeOver.asked') self.skipWaiting();
});
