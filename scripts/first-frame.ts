import type { Rolldown } from 'vite';
import { changePage } from './change-page.ts';

/** A clip that the service worker keeps is there by then, on a slow phone too. */
export const KEPT_TIMEOUT_MS = 400;
/** On 4G the first frame is there by then; on a worse line it shares that with the app's script. */
const TIMEOUT_MS = 1_000;

/**
 * Runs in the page, at its end. What fetching, evaluating and starting the app takes of the line
 * and of a slow phone's thread waits for the first clip to show itself. What draws the screen is
 * then fetched beside it, not after it. Both are fetched as files: most browsers never ask again for
 * a module that did not come, and none says how much of one has arrived.
 * @param entry the app's script
 * @param next what that begins with fetching
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
  setTimeout(load, isKept ? ${KEPT_TIMEOUT_MS} : ${TIMEOUT_MS});
})();`;

function chunkOf(bundle: Rolldown.OutputBundle, module: string): string {
  const chunk = Object.values(bundle).find(
    (each) => each.type === 'chunk' && each.moduleIds.some((id) => id.endsWith(module)),
  );
  if (!chunk) throw new Error(`no chunk has ${module}`);
  return `/${chunk.fileName}`;
}

/** Lets the first frame go before the app's script. */
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
