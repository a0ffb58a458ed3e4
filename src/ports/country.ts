import * as v from 'valibot';
import { country } from '../../contract/values.ts';

/** What became of the look-up; a failure says so and has no location. */
type CountryLookUp = { code: 1; location: string } | { code: 500; location: undefined };

/** Nobody waits long for a guess. */
const TIMEOUT_MS = 3_000;

/** A trace is a few hundred characters; what is longer is something else. */
const LONGEST_TRACE = 4_096;

const failed: CountryLookUp = { code: 500, location: undefined };

/** What a trace says where it does not know. */
const NOWHERE = 'XX';

/** Reads the `loc=` line of a trace text: `key=value`, one a line. */
export function parseTrace(text: string): CountryLookUp {
  const line = text.split(/\r?\n/).find((each) => each.startsWith('loc='));
  const found = v.safeParse(country, line?.slice('loc='.length).trim());
  return found.success && found.output !== NOWHERE ? { code: 1, location: found.output } : failed;
}

/** The text of an answer, as far as a trace can go. */
async function readStart({ body }: Response): Promise<string> {
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

/** Asks a trace page which country this browser is in; a failure is logged, and is an answer. */
export async function lookUpCountry(url: string): Promise<CountryLookUp> {
  try {
    const answer = await fetch(url, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!answer.ok) throw new Error(`the trace page answered ${answer.status}`);
    const found = parseTrace(await readStart(answer));
    if (found.code !== 1) console.warn('The trace page names no country');
    return found;
  } catch (error) {
    console.warn('The country could not be looked up', error);
    return failed;
  }
}
