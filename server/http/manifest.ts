import { directionOf } from '../../contract/languages.ts';
import { settingsTable } from '../domain/settings.table.ts';
import { type Said, textIn } from '../domain/texts.ts';
import { say } from '../words/words.ts';

/** What the operator decides of the installed app. */
export interface Operator {
  readonly name: Said;
  /** `#rrggbb` */
  readonly themeColor: string;
  /** `#rrggbb` */
  readonly backgroundColor: string;
  /** where the app is reached, without a slash at the end */
  readonly origin: string;
}

/** The app's own texts in one language, by the English ones; what is not there is said in English. */
export type ManifestWords = Readonly<Record<string, string>>;

export const MANIFEST_PATH = '/manifest.webmanifest';

/** Where the build puts the texts of every language, by its tag. */
export const MANIFEST_WORDS = 'manifest-words.json';

/** Graphemes that a launcher shows under an icon before it cuts. */
const SHORT_NAME = 12;

const png = (src: string, sizes: string, purpose: string) => ({
  src,
  sizes,
  type: 'image/png',
  purpose,
});

const icons = [
  png('/pwa-192x192.png', '192x192', 'any'),
  png('/pwa-512x512.png', '512x512', 'any'),
  png('/pwa-maskable-512x512.png', '512x512', 'maskable'),
  png('/badge-96x96.png', '96x96', 'monochrome'),
];

/** The five tabs of the app, as they are called there. */
const shortcuts = [
  { name: 'Short video', url: '/', icon: 'feed' },
  { name: 'Tasks', url: '/tasks/index', icon: 'tasks' },
  { name: 'Invite', url: '/invite/index', icon: 'invite' },
  { name: 'Withdraw', url: '/withdraw/index', icon: 'withdraw' },
  { name: 'Mine', url: '/mine/index', icon: 'mine' },
] as const;

/** Pictures of the app, drawn by `scripts/screenshots.ts`. */
const screenshots = [
  { name: 'feed', label: 'Watch and earn', form: 'narrow', sizes: '780x1560' },
  { name: 'tasks', label: 'More ways to earn', form: 'narrow', sizes: '780x1560' },
  { name: 'withdraw', label: 'Paid out to you', form: 'narrow', sizes: '780x1560' },
  { name: 'feed', label: 'Watch and earn', form: 'wide', sizes: '1280x800' },
  { name: 'tasks', label: 'More ways to earn', form: 'wide', sizes: '1280x800' },
] as const;

/** The English texts of the app that a manifest says again. */
export const manifestTexts: readonly string[] = [
  ...new Set([...shortcuts.map(({ name }) => name), ...screenshots.map(({ label }) => label)]),
];

/** Whole words, as many as there is room for; a long first one is left to the launcher. */
export function shortNameOf(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/u);
  let short = first;
  for (const word of others) {
    const longer = `${short} ${word}`;
    if ([...longer].length > SHORT_NAME) break;
    short = longer;
  }
  return short;
}

/** The app as a browser installs it, for this operator and in this language. */
export function webManifest(operator: Operator, language: string, words: ManifestWords) {
  const inLanguage = (text: string) => words[text] ?? text;
  const { plain, texts } = operator.name;
  // an app without a name cannot be installed
  const name = textIn(language, plain, texts) || settingsTable['product.name'].default;
  return {
    // who the app is: an installed one is looked up by it, whatever else changes
    id: '/',
    name,
    short_name: shortNameOf(name),
    description: say(language, 'page.description'),
    lang: language,
    dir: directionOf(language),
    start_url: '/',
    scope: '/',
    display: 'standalone',
    display_override: ['standalone', 'minimal-ui'],
    orientation: 'portrait',
    theme_color: operator.themeColor,
    background_color: operator.backgroundColor,
    categories: ['entertainment', 'lifestyle'],
    icons,
    screenshots: screenshots.map(({ name, label, form, sizes }) => ({
      src: `/screenshots/${name}-${form}.webp`,
      sizes,
      type: 'image/webp',
      form_factor: form,
      label: inLanguage(label),
    })),
    shortcuts: shortcuts.map(({ name, url, icon }) => ({
      name: inLanguage(name),
      url,
      icons: [png(`/shortcut-${icon}-96x96.png`, '96x96', 'any')],
    })),
    // itself, so that a page in a browser learns that the app is installed
    related_applications: [
      { platform: 'webapp', url: operator.origin + MANIFEST_PATH, id: `${operator.origin}/` },
    ],
    prefer_related_applications: false,
  };
}
