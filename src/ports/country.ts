import * as v from 'valibot';
import { country } from '../../contract/values.ts';

/** Outcome of the look-up; a failure has no location. */
type CountryLookUp = { code: 1; location: string } | { code: 500; location: undefined };

/** Timeout of the look-up; it is short, because the country is only a guess. */
const TIMEOUT_MS = 3_000;

/** Maximum length of a trace in characters; a longer text is something else. */
const LONGEST_TRACE = 4_096;

const failed: CountryLookUp = { code: 500, location: undefined };

/** Country code in a trace for an unknown country. */
const NOWHERE = 'XX';

/** Reads the `loc=` line of a trace text, which has one `key=value` per line. */
export function parseTrace(text: string): CountryLookUp {
  const line = text.split(/\r?\n/).find((each) => each.startsWith('loc='));
  const found = v.safeParse(country, line?.slice('loc='.length).trim());
  return found.success && found.output !== NOWHERE ? { code: 1, location: found.output } : failed;
}

/** Reads the answer up to the maximum length of a trace. */
async function readLimited({ body }: Response): Promise<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (reader && text.length < LONGEST_TRACE) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
  }
  await reader?.cancel();
  return text.slice(0, LONGEST_TRACE);
}

/** Looks up the country of this browser on a trace page; a failure is logged and returned. */
export async function lookUpCountry(url: string): Promise<CountryLookUp> {
  try {
    const answer = await fetch(url, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!answer.ok) throw new Error(`the trace page answered ${answer.status}`);
    const found = parseTrace(await readLimited(answer));
    if (found.code !== 1) console.warn('The trace page names no country');
    return found;
  } catch (error) {
    console.warn('The country could not be looked up', error);
    return failed;
  }
}
