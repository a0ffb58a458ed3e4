/// <reference lib="webworker" />
import { clientsClaim } from 'workbox-core';
import { keepFiles, knowsAll } from './files.ts';
import { answerMedia } from './media.ts';
import { openPages } from './pages.ts';
import { listenToPush } from './push.ts';
import { countTransfers, takeTransfers } from './transfers.ts';

declare const self: ServiceWorkerGlobalScope;

keepFiles();
openPages();
answerMedia();
listenToPush();
countTransfers();
// the page that has registered the first one is its own at once
clientsClaim();

self.addEventListener('message', ({ data, ports }) => {
  // a page would like to know whether it is of this version
  if (data?.type === 'version.asked') ports[0]?.postMessage(knowsAll(data.scripts));
  if (data?.type === 'transfers.asked') ports[0]?.postMessage(takeTransfers());
  // nothing is running there that a new version would disturb
  if (data?.type === 'takeOver.asked') self.skipWaiting();
});
