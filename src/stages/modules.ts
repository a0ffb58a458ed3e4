import type { ComponentType } from 'react';
import type { ChildStart, ModuleInput, ModuleName } from '../../machines/app/events.ts';
import type { ScreenName } from '../../machines/app/screens.ts';
import { trackLoad } from '../app/shell/page-progress.ts';
import { nextTask } from '../app/system/next-task.ts';
import { onIdle } from '../app/system/on-idle.ts';
import type { System } from '../app/system/root.ts';
import { type Starts, toChildStart } from '../app/system/starts.ts';
import { starts as feedStarts } from '../screens/feed/starts.ts';
import type { LaterScreen, LoadCode, ModuleCode } from './later-screens.ts';

/** Boot phases, and the screens with which most first visits begin; a screen is loaded when it opens. */
const modules: Record<Exclude<ModuleName, LaterScreen>, LoadCode> = {
  second: () => import('./second.tsx'),
  third: async () => {
    const [third, phone] = await Promise.all([import('./third.ts'), import('./phone.ts')]);
    const starts: Starts = (...all) => [...third.starts(...all), ...phone.starts(...all)];
    return { Extras: third.Extras, starts };
  },
  // the first screen of most visits: its clip plays before React renders
  feed: async () => ({ starts: feedStarts }),
  login: () => import('../screens/login/index.ts'),
  newUser: () => import('../screens/newuser/index.ts'),
};

const isLater = (module: ModuleName): module is LaterScreen => !(module in modules);

/** Loads the table of later screens, which the first screen of most visits does not need. */
const laterScreens = async () => (await import('./later-screens.ts')).laterScreens;

const importCode = async (module: ModuleName): Promise<ModuleCode> =>
  isLater(module) ? (await laterScreens())[module]() : modules[module]();

const fetched = new Map<ModuleName, ModuleCode>();

/** Adds the texts that the modules of the first load do not need. */
async function laterTexts(): Promise<void> {
  const { loadSourceTexts } = await import('../i18n/catalogues.ts');
  await loadSourceTexts();
}

async function fetchModule(module: ModuleName): Promise<ModuleCode> {
  const isFirst = module === 'feed' || module === 'second';
  const [code] = await Promise.all([importCode(module), isFirst ? null : laterTexts()]);
  fetched.set(module, code);
  return code;
}

/** Fetches a module, and returns the children that start with it. */
export async function loadModule(
  input: ModuleInput,
  { effects }: System,
): Promise<readonly ChildStart[]> {
  const known = fetched.get(input.module);
  const isScreen = input.module !== 'second' && input.module !== 'third' && input.module !== 'feed';
  const load = () => fetchModule(input.module);
  const code = known ?? (await (isScreen ? trackLoad(load()) : load()));
  if (!known) await nextTask();
  if (input.module === 'third') prefetchScreens().catch(() => undefined);
  const starts = code.starts?.(effects, input) ?? [];
  // two tasks for the main thread: creating the children's logic, and running it
  if (!known) await nextTask();
  return starts.map(toChildStart);
}

/** The component of a loaded screen. */
const screenOf = (name: ScreenName): ComponentType | undefined =>
  (name === 'feed' ? fetched.get('second') : fetched.get(name))?.Screen;

/** Prefetches the code of a screen that will probably be opened; a failure is ignored. */
function prefetchScreen(name: ScreenName): void {
  if (!fetched.has(name)) fetchModule(name).catch(() => undefined);
}

/** Prefetches the code of unopened screens, one after the other, at idle times. */
async function prefetchScreens(): Promise<void> {
  const { prefetched } = await import('./later-screens.ts');
  const screens: readonly ModuleName[] = ['login', 'newUser', ...prefetched];
  const next = screens.find((module) => !fetched.has(module));
  if (next)
    onIdle(() =>
      fetchModule(next)
        .then(prefetchScreens)
        .catch(() => undefined),
    );
}

/** Renders the app. */
export async function draw(system: System): Promise<void> {
  const { drawApp } = await import('./second.tsx');
  await drawApp(system, {
    screenOf,
    extras: () => fetched.get('third')?.Extras,
    prefetch: prefetchScreen,
  });
}
