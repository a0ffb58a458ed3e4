import { startConfig } from '../../app/actors/config.actors.ts';
import { provideFriends } from '../../app/actors/invite.actors.ts';
import { startSharing } from '../../app/actors/share.actors.ts';
import type { Starts } from '../../app/system/starts.ts';

export { default as Screen } from './invite-screen.tsx';

export const starts: Starts = (effects, input) => [
  startConfig(effects, input),
  ...startSharing('share-invite')(effects, input),
  { id: 'friends', logic: provideFriends(effects) },
];
