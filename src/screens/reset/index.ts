import { startConfig } from '../../app/actors/config.actors.ts';
import { startEmailLink } from '../../app/actors/email-link.actors.ts';
import { startForgot } from '../../app/actors/forgot.actors.ts';
import { startRecover } from '../../app/actors/recover.actors.ts';
import { startReset } from '../../app/actors/reset.actors.ts';
import type { Starts } from '../../app/system/starts.ts';

export { default as Screen } from './reset-screen.tsx';

export const starts: Starts = (effects, input) => [
  startConfig(effects, input),
  startReset(effects, input),
  startEmailLink(effects, input),
  startForgot(effects, input),
  startRecover(effects, input),
];
