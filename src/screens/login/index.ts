import { bringRegistration } from '../../app/actors/registration.actors.ts';
import type { Starts } from '../../app/system/starts.ts';

export { default as Screen } from './login-screen.tsx';

/** What a form sends to is fetched with it; none of it runs before. */
export const starts: Starts = (effects) => {
  bringRegistration(effects);
  return [];
};
