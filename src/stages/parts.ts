import type { ComponentType } from 'react';
import type { ChildStart, Part, PartInput } from '../../machines/app/events.ts';
import type { ScreenName } from '../../machines/app/screens.ts';
import { trackLoad } from '../app/shell/page-progress.ts';
import { nextTask } from '../app/system/next-task.ts';
import { onIdle } from '../app/system/on-idle.ts';
import type { System } from '../app/system/root.ts';
import { readStart, type Starts } from '../app/system/starts.ts';
import { starts as feedStarts } from '../screens/feed/starts.ts';
import type { LaterScreen, LoadCode, PartCode } from './later-screens.ts';

/** Each is fetched in one piece, when its stage has come or its screen is opened. */
const parts: Record<Exclude<Part, LaterScreen>, LoadCode> = {
  second: () => import('./second.tsx'),
  third: async () => {
    const [third, phone] = await Promise.all([import('./third.ts'), import('./phone.ts')]);
    const starts: Starts = (...all) => [...third.starts(...all), ...phone.starts(...all)];
    return { Extras: third.Extras, starts };
  },
  // the first screen of most visits: its clip plays before anything is drawn
  feed: async () => ({ starts: feedStarts }),
  login: () => import('../screens/login/index.ts'),
  newUser: () => import('../screens/newuser/index.ts'),
};

const isLater = (part: Part): part is LaterScreen => !(part in parts);

/** Whose visit begins elsewhere needs none of it. */
const laterScreens = async () => (await import('./later-screens.ts')).laterScreens;

const importCode = async (part: Part): Promise<PartCode> =>
  isLater(part) ? (await laterScreens())[part]() : parts[part]();

const fetched = new Map<Part, PartCode>();

/** What no part of the first load says. */
async function laterTexts(): Promise<void> {
  const { loadSourceTexts } = await import('../i18n/catalogues.ts');
  await loadSourceTexts();
}

async function fetchPart(part: Part): Promise<PartCode> {
  const isFirst = part === 'feed' || part === 'second';
  const [code] = await Promise.all([importCode(part), isFirst ? null : laterTexts()]);
  fetched.set(part, code);
  return code;
}

/** Fetches a part and tells which children start with it. */
export async function loadPart(
  input: PartInput,
  { effects }: System,
): Promise<readonly ChildStart[]> {
  const known = fetched.get(input.part);
  const isScreen = input.part !== 'second' && input.part !== 'third' && input.part !== 'feed';
  const load = () => fetchPart(input.part);
  const code = known ?? (await (isScreen ? trackLoad(load()) : load()));
  if (!known) await nextTask();
  if (input.part === 'third') prefetchScreens().catch(() => undefined);
  const starts = code.starts?.(effects, input) ?? [];
  // making their logic is one task, running all of it another
  if (!known) await nextTask();
  return starts.map(readStart);
}

/** What draws a screen that was loaded. */
const screenOf = (name: ScreenName): ComponentType | undefined =>
  (name === 'feed' ? fetched.get('second') : fetched.get(name))?.Screen;

/** Fetches the code of a screen that will probably be opened; failing is no matter. */
function prefetchScreen(name: ScreenName): void {
  if (!fetched.has(name)) fetchPart(name).catch(() => undefined);
}

/** Fetches the code of the screens that were not opened, one after the other in quiet moments. */
async function prefetchScreens(): Promise<void> {
  const { ofEverybody } = await import('./later-screens.ts');
  const screens: readonly Part[] = ['login', 'newUser', ...ofEverybody];
  const next = screens.find((part) => !fetched.has(part));
  if (next)
    onIdle(() =>
      fetchPart(next)
        .then(prefetchScreens)
        .catch(() => undefined),
    );
}

/** Puts the app on the screen. */
export async function draw(system: System): Promise<void> {
  const { drawApp } = await import('./second.tsx');
  await drawApp(system, {
    screenOf,
    extras: () => fetched.get('third')?.Extras,
    prefetch: prefetchScreen,
  });
}
