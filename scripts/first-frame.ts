import type { Rolldown } from 'vite';
import { changePage } from './change-page.ts';

/** A clip that the service worker keeps is there by then, on a slow phone too. */
export const KEPT_TIMEOUT_MS = 400;
/** On 4G the first frame is there by then; on a worse line it shares that with the app's script. */
const TIMEOUT_MS = 1_000;

/**
 * Runs in the page, at its end. What fetching, evaluating and starting the app takes of the line
 * and of a slow phone's thread waits for the first clip to show itself. What draws the screen is
 * then fetched beside it, not after it: as a file, for most browsers never ask again for a module
 * that did not come.
 * @param entry the app's script
 * @param next what that begins with fetching
 */
const loader = (entry: string, next: string) => `(function () {
  var isLoaded = false;
  function preload(then) {
    var link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = ${JSON.stringify(entry)};
    link.onload = then;
    document.head.appendChild(link);
  }
  function fetchNext() {
    fetch(${JSON.stringify(next)}).catch(function () {});
  }
  function load() {
    if (isLoaded) return;
    isLoaded = true;
    var script = document.createElement('script');
    script.type = 'module';
    script.crossOrigin = '';
    script.src = ${JSON.stringify(entry)};
    document.head.appendChild(script);
  }
  function loadBoth() {
    preload(fetchNext);
    load();
  }
  var clip = document.getElementById('first-clip');
  if (!clip || !clip.autoplay) return loadBoth();
  var worker = navigator.serviceWorker;
  var isKept = Boolean(worker && worker.controller);
  if (isKept) preload();
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
