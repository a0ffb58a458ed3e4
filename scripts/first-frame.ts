import { changePage } from './change-page.ts';

/** A kept clip is there by then, on a slow phone too. */
const TIMEOUT_MS = 400;

/**
 * Runs in the page, at its end. A clip that the service worker keeps could play at once: what
 * evaluating and starting the app takes of a slow phone's thread waits for that.
 */
const loader = (src: string) => `(function () {
  var isLoaded = false;
  function load() {
    if (isLoaded) return;
    isLoaded = true;
    var script = document.createElement('script');
    script.type = 'module';
    script.crossOrigin = '';
    script.src = ${JSON.stringify(src)};
    document.head.appendChild(script);
  }
  var clip = document.getElementById('first-clip');
  var worker = navigator.serviceWorker;
  if (!clip || !clip.autoplay || !worker || !worker.controller) return load();
  clip.addEventListener('playing', load);
  clip.addEventListener('error', load);
  setTimeout(load, ${TIMEOUT_MS});
})();`;

/** Lets the first frame of a kept clip go before the app's script, which is fetched meanwhile. */
export const firstFrameFirst = () =>
  changePage('first-frame-first', (page) => {
    let entry = '';
    const head = page.replace(
      /<script type="module" crossorigin src="([^"]+)"><\/script>/,
      (_tag, src: string) => {
        entry = src;
        return `<link rel="modulepreload" crossorigin href="${src}">`;
      },
    );
    if (!entry) throw new Error('the page has no script');
    return head.replace('</body>', () => `<script>${loader(entry)}</script></body>`);
  });
