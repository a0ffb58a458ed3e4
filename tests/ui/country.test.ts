import { afterEach, expect, test, vi } from 'vitest';
import { lookUpCountry, parseTrace } from '../../src/ports/country.ts';

const trace = 'fl=1f1\nh=trace.example\nip=192.0.2.1\nts=1.2\nloc=IN\ntls=TLSv1.3\n';
const failed = { code: 500, location: undefined };

test.each([
  ['a trace', trace, { code: 1, location: 'IN' }],
  ['lines that end as on Windows', trace.replaceAll('\n', '\r\n'), { code: 1, location: 'IN' }],
  ['no such line', trace.replace('loc=', 'colo='), failed],
  ['a word at the end of another', 'colloc=IN', failed],
  ['an unknown place', 'loc=XX', failed],
  ['the Tor network', 'loc=T1', failed],
  ['small letters', 'loc=in', failed],
  ['more than a country', 'loc=IND', failed],
  ['nothing after it', 'loc=', failed],
  ['a page of HTML', '<!doctype html><p>loc=IN</p>', failed],
  ['nothing at all', '', failed],
])('%s', (_name, text, found) => {
  expect(parseTrace(text)).toEqual(found);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const longPage = `<!doctype html>${'x'.repeat(100_000)}\nloc=IN`;

test.each([
  ['a trace', async () => new Response(trace), { code: 1, location: 'IN' }],
  ['a long page of something else', async () => new Response(longPage), failed],
  ['a fault', async () => new Response('loc=IN', { status: 500 }), failed],
  ['no answer', () => Promise.reject(new TypeError('no connection')), failed],
])(
  'the country is what the address answers, and none where it does not: %s',
  async (_, ask, found) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    vi.stubGlobal('fetch', ask);
    expect(await lookUpCountry('https://trace.example/')).toEqual(found);
  },
);
