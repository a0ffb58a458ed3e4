import * as v from 'valibot';
import { appConfig } from '../../../contract/app-config.ts';
import { text } from '../../ports/storage.ts';
import type { Effects } from '../system/effects.ts';
import type { Start } from '../system/starts.ts';
import { provideResource } from './resource.actors.ts';

/** The last loaded configuration, which is the same for all users. */
const storedConfig = text('keptConfig');

function readStoredConfig() {
  try {
    return v.parse(appConfig, JSON.parse(storedConfig.read() ?? ''));
  } catch {
    return null;
  }
}

/** The operator's settings, or the last loaded ones; other effects share the answer. */
export const provideConfig = ({ config }: Effects) =>
  provideResource({
    load: async (_, bypassCache) => {
      try {
        const answer = await config(bypassCache);
        storedConfig.write(JSON.stringify(answer));
        return answer;
      } catch (error) {
        console.warn('The configuration could not be loaded', error);
        const known = readStoredConfig();
        if (known) return known;
        throw error;
      }
    },
  });

export const startConfig: Start = (effects) => ({
  id: 'config',
  logic: provideConfig(effects),
});
