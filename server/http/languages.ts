import { resolveLocale } from '../../contract/languages.ts';

/** The URL path of each language's catalogue, by the language, from the file names of a built app. */
export function cataloguesIn(files: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const name of files) {
    const tag = /^language-(.+)-[\w-]{8}\.js$/.exec(name)?.[1];
    if (tag) found.set(tag, `/assets/${name}`);
  }
  return found;
}

/** Maximum number of parsed languages: a header may be long. */
const MAX_WANTED = 20;

/** @returns the tags of an Accept-Language header, most preferred first */
function wantedIn(accepted: string): string[] {
  return accepted
    .split(',', MAX_WANTED)
    .map((each) => {
      const [tag = '', quality = 'q=1'] = each.split(';').map((part) => part.trim());
      return { tag, weight: Number(quality.replace(/^q=/, '')) };
    })
    .filter(({ tag, weight }) => /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(tag) && weight > 0)
    .sort((left, right) => right.weight - left.weight)
    .map(({ tag }) => tag);
}

/**
 * Chooses the language in which a visitor's page begins, by the same rule as the app.
 * @param supported languages of the app
 * @param linked the language in the page's URL
 */
export function languageOf(
  cookies: string | undefined,
  accepted: string | undefined,
  supported: readonly string[],
  linked = '',
): string {
  const saved = /(?:^|;\s*)language=([A-Za-z0-9-]{2,35})(?:;|$)/.exec(cookies ?? '')?.[1] ?? null;
  const preferred = [linked, ...wantedIn(accepted ?? '')];
  return resolveLocale({ saved, preferred }, supported);
}
