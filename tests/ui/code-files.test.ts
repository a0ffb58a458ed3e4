import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchThenImport } from '../../src/ports/code-files.ts';

/** A stylesheet's link in the document, until it is loaded or has failed. */
interface StyleLink {
  rel: string;
  href: string;
  onload: () => void;
  onerror: () => void;
  remove: () => void;
}

let links: StyleLink[];
const fetched = vi.fn<typeof fetch>();
const load = vi.fn(async () => 'code');
/** receives the events that are dispatched on the window */
const dispatched = vi.fn<(event: Event) => boolean>();

const script = (status = 200, type = 'text/javascript; charset=utf-8') =>
  new Response('export {}', { status, headers: { 'content-type': type } });

beforeEach(() => {
  links = [];
  fetched.mockImplementation(async () => script());
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('dispatchEvent', dispatched);
  vi.stubGlobal('document', {
    createElement: () => {
      const link = {} as StyleLink;
      link.remove = () => {
        links = links.filter((each) => each !== link);
      };
      return link;
    },
    head: { append: (link: StyleLink) => links.push(link) },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
  load.mockImplementation(async () => 'code');
});

test('code is imported when all of its files have arrived, and each file is requested once', async () => {
  const code = fetchThenImport(load, ['assets/a.js', 'assets/b.js', 'assets/a.css']);
  await expect.poll(() => fetched.mock.calls).toEqual([['/assets/a.js'], ['/assets/b.js']]);
  expect(links).toEqual([expect.objectContaining({ rel: 'stylesheet', href: '/assets/a.css' })]);
  expect(load).not.toHaveBeenCalled();
  links[0]?.onload();
  expect(await code).toBe('code');
  expect(await fetchThenImport(load, ['assets/b.js', 'assets/a.css'])).toBe('code');
  expect([fetched.mock.calls.length, links.length]).toEqual([2, 1]);
});

test('each piece of a file that arrives is reported before the file is complete', async () => {
  const pieces = ['export ', '{', '}'].map((text) => new TextEncoder().encode(text));
  const slow = new ReadableStream<Uint8Array>({
    pull: (stream) => {
      const piece = pieces.shift();
      if (piece) stream.enqueue(piece);
    },
  });
  fetched.mockImplementationOnce(
    async () => new Response(slow, { headers: { 'content-type': 'text/javascript' } }),
  );
  fetchThenImport(load, ['assets/e.js', 'assets/e.css']);
  await expect.poll(() => dispatched).toHaveBeenCalledTimes(3);
  links[0]?.onload();
  expect(dispatched.mock.calls.map(([{ type }]) => type)).toEqual(Array(4).fill('start.arriving'));
  expect(load).not.toHaveBeenCalled();
});

test('two imports of the same file wait for one request', async () => {
  const both = [fetchThenImport(load, ['assets/c.js']), fetchThenImport(load, ['assets/c.js'])];
  expect(await Promise.all(both)).toEqual(['code', 'code']);
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('code without files of its own is imported at once', async () => {
  expect(await fetchThenImport(load)).toBe('code');
  expect(fetched).not.toHaveBeenCalled();
});

test.each<[string, () => Promise<Response>]>([
  ['is lost with the connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['is gone', async () => script(404)],
  ['is a portal’s page', async () => script(200, 'text/html')],
  ['has no content type', async () => new Response(new Uint8Array([1]))],
  [
    'breaks off',
    async () => {
      const broken = new ReadableStream({ pull: (end) => end.error(new TypeError('network')) });
      return new Response(broken, { headers: { 'content-type': 'text/javascript' } });
    },
  ],
])('a script that %s is never imported, and is requested again', async (what, answer) => {
  const files = [`assets/${what}.js`];
  fetched.mockImplementationOnce(answer);
  await expect(fetchThenImport(load, files)).rejects.toThrow(TypeError);
  expect(load).not.toHaveBeenCalled();
  expect(await fetchThenImport(load, files)).toBe('code');
  expect(fetched).toHaveBeenCalledTimes(2);
});

test('a stylesheet that fails to load leaves no link behind, and is requested again', async () => {
  const lost = fetchThenImport(load, ['assets/d.css']);
  const isLost = expect(lost).rejects.toThrow('/assets/d.css');
  links[0]?.onerror();
  await isLost;
  expect([links.length, load.mock.calls.length]).toEqual([0, 0]);
  const code = fetchThenImport(load, ['assets/d.css']);
  links[0]?.onload();
  expect(await code).toBe('code');
});
