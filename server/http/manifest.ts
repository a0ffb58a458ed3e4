import { directionOf } from '../../contract/languages.ts';
import { settingsTable } from '../domain/settings.table.ts';
import { type LocalizedText, textIn } from '../domain/texts.ts';
import { say } from '../words/words.ts';

/** The operator's settings of the installed app. */
export interface Operator {
  readonly name: LocalizedText;
  /** `#rrggbb` */
  readonly themeColor: string;
  /** `#rrggbb` */
  readonly backgroundColor: string;
  /** origin of the app, no slash at the end */
  readonly origin: string;
}

/** The app's own texts in one language, by the English ones; missing texts are shown in English. */
export type ManifestWords = Readonly<Record<string, string>>;

export const MANIFEST_PATH = '/manifest.webmanifest';

/** File in which the build stores the texts of every language, by its tag. */
export const MANIFEST_WORDS = 'manifest-words.json';

/** Characters (code points) that a launcher shows under an icon before it cuts off the rest. */
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

/** The app's five tabs, by their names in the app. */
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

/** The app's English texts in a manifest. */
export const manifestTexts: readonly string[] = [
  ...new Set([...shortcuts.map(({ name }) => name), ...screenshots.map(({ label }) => label)]),
];

/** Takes as many whole words as fit; a long first word is left to the launcher. */
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

/** Makes the app's web manifest, for this operator and in this language. */
export function webManifest(operator: Operator, language: string, words: ManifestWords) {
  const inLanguage = (text: string) => words[text] ?? text;
  const { plain, texts } = operator.name;
  // an app without a name cannot be installed
  const name = textIn(language, plain, texts) || settingsTable['product.name'].default;
  return {
    // identity of the app: browsers look up an installed app by it, even if all else changes
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
    // names the app itself, so that its page in a browser learns that it is installed
    related_applications: [
      { platform: 'webapp', url: operator.origin + MANIFEST_PATH, id: `${operator.origin}/` },
    ],
    prefer_related_applications: false,
  };
}
