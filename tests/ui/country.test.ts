import { afterEach, expect, test, vi } from 'vitest';
import { lookUpCountry, parseTrace } from '../../src/ports/country.ts';

const trace = 'fl=1f1\nh=trace.example\nip=192.0.2.1\nts=1.2\nloc=IN\ntls=TLSv1.3\n';
const failed = { code: 500, location: undefined };

test.each([
  ['a trace', trace, { code: 1, location: 'IN' }],
  ['a trace with Windows line ends', trace.replaceAll('\n', '\r\n'), { code: 1, location: 'IN' }],
  ['a trace without the line loc', trace.replace('loc=', 'colo='), failed],
  ['a line whose name only ends in loc', 'colloc=IN', failed],
  ['an unknown place', 'loc=XX', failed],
  ['the Tor network', 'loc=T1', failed],
  ['a country in small letters', 'loc=in', failed],
  ['a country of three letters', 'loc=IND', failed],
  ['an empty country', 'loc=', failed],
  ['a page of HTML', '<!doctype html><p>loc=IN</p>', failed],
  ['an empty answer', '', failed],
])('the country is read from a complete trace only: %s', (_name, text, found) => {
  expect(parseTrace(text)).toEqual(found);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const longPage = `<!doctype html>${'x'.repeat(100_000)}\nloc=IN`;

test.each([
  ['a trace', async () => new Response(trace), { code: 1, location: 'IN' }],
  ['a long page without a trace', async () => new Response(longPage), failed],
  ['an answer with the status 500', async () => new Response('loc=IN', { status: 500 }), failed],
  ['no answer', () => Promise.reject(new TypeError('no connection')), failed],
])(
  'the country is read from the answer, and unknown without a valid one: %s',
  async (_, ask, found) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    vi.stubGlobal('fetch', ask);
    expect(await lookUpCountry('https://trace.example/')).toEqual(found);
  },
);
