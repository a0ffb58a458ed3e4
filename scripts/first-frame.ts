import type { Rolldown } from 'vite';
import { changePage } from './change-page.ts';

/** Timeout for a clip from the service worker's cache; even a slow phone shows it earlier. */
export const CACHED_CLIP_TIMEOUT_MS = 400;
/**
 * Timeout for the first frame: on 4G it comes earlier; on a slower line the clip and the app's script
 * then share the bandwidth.
 */
const TIMEOUT_MS = 1_000;

/**
 * Script at the end of the page that delays the app until the first clip can play: to fetch, evaluate
 * and start the app takes bandwidth and a slow phone's thread. The second stage is then fetched while
 * the app's script starts, not after that. Both are fetched as files: most browsers never retry a
 * module that failed, and none reports how much of a module has arrived.
 * @param entry the app's script
 * @param next the chunk that the app's script fetches first
 */
const loader = (entry: string, next: string) => `(function () {
  var entry = ${JSON.stringify(entry)};
  var isLoaded = false;
  var isRead;
  // brings a file into the browser's cache; each piece of it restarts the page's patience (index.html)
  function read(file, priority) {
    return fetch(file, { priority: priority }).then(function (response) {
      var reader = response.body.getReader();
      function goOn(piece) {
        if (piece.done) return;
        dispatchEvent(new Event('start.arriving'));
        return reader.read().then(goOn);
      }
      return reader.read().then(goOn);
    }).catch(function () {});
  }
  function readEntry(priority) {
    return isRead = isRead || read(entry, priority);
  }
  function put(element) {
    element.crossOrigin = '';
    document.head.appendChild(element);
  }
  function preload() {
    var link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = entry;
    put(link);
  }
  function load() {
    if (isLoaded) return;
    isLoaded = true;
    readEntry('low').then(function () {
      var script = document.createElement('script');
      script.type = 'module';
      script.src = entry;
      put(script);
    });
  }
  function loadBoth() {
    readEntry('high').then(function () { read(${JSON.stringify(next)}); });
    load();
  }
  var clip = document.getElementById('first-clip');
  if (!clip || !clip.autoplay) return loadBoth();
  var worker = navigator.serviceWorker;
  var isKept = Boolean(worker && worker.controller);
  if (isKept) readEntry('high').then(preload);
  clip.addEventListener(isKept ? 'playing' : 'canplay', loadBoth, { once: true });
  clip.addEventListener('error', load);
  setTimeout(load, isKept ? ${CACHED_CLIP_TIMEOUT_MS} : ${TIMEOUT_MS});
})();`;

function chunkOf(bundle: Rolldown.OutputBundle, module: string): string {
  const chunk = Object.values(bundle).find(
    (each) => each.type === 'chunk' && each.moduleIds.some((id) => id.endsWith(module)),
  );
  if (!chunk) throw new Error(`no chunk has ${module}`);
  return `/${chunk.fileName}`;
}

/** Loads the first clip's first frame before the app's script. */
export const firstFrameFirst = () =>
  changePage('first-frame-first', (page, bundle) => {
    let entry = '';
    const head = page.replace(
      /\s*<script type="module" crossorigin src="([^"]+)"><\/script>/,
      (_tag, src: string) => {
        entry = src;
        return '';
      },
    );
    if (!entry) throw new Error('the page has no script');
    const next = chunkOf(bundle, '/src/stages/second.tsx');
    return head.replace('</body>', () => `<script>${loader(entry, next)}</script></body>`);
  });
