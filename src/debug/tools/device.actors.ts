import type { DeviceInfo } from '../../../machines/app/resources.ts';
import { provideResource } from '../../app/actors/resource.actors.ts';
import { readClaims } from '../ports/claims.ts';
import { readCaches, readUsage, readWorker } from '../ports/device.ts';
import { readStored } from '../ports/stored.ts';

/** Data of the app on this device, and its service worker. */
export const provideDevice = () =>
  provideResource<DeviceInfo>({
    load: async () => ({
      stored: readStored(),
      caches: await readCaches(),
      claims: await readClaims(),
      worker: await readWorker(),
      usage: await readUsage(),
    }),
  });
