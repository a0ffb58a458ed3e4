import type { AppConfig } from '../../../contract/shapes.ts';
import type { Effects } from '../effects.ts';
import type { Blueprint } from '../screens.ts';
import { factBlueprint, type ListMachine } from './list.actors.ts';

/** What the operator has set: asked for once, whoever wants to know, and when it has changed. */
export function configBlueprint(effects: Effects): Blueprint<ListMachine<AppConfig>> {
  return factBlueprint(effects, {
    name: 'config',
    load: () => effects.config(),
    isOutdatedBy: (news) => news.type === 'push.received' && news.kind === 'daily_limit',
  });
}
