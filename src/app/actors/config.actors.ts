import type { Effects } from '../system/effects.ts';
import type { Start } from '../system/starts.ts';
import { provideResource } from './resource.actors.ts';

/** What the operator has set; the app's other effects share the answer. */
export const provideConfig = ({ config }: Effects) =>
  provideResource({
    load: (_, isAnew) =>
      config(isAnew).catch((error: unknown) => {
        console.warn('The configuration could not be loaded', error);
        throw error;
      }),
  });

export const startConfig: Start = (effects) => ({
  id: 'config',
  logic: provideConfig(effects),
  input: undefined,
});
