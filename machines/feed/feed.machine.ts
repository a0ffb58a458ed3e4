import { initialContext } from './context.ts';
import { list } from './list.ts';
import { base } from './model.ts';
import { stage, visibility } from './stage.ts';

/**
 * The feed: a list of clips that is extended before its end is reached, a stage for the previous,
 * current and next clip, advertisements between clips once planned, and a pause while hidden.
 */
export const feedMachine = base.createMachine({
  id: 'feed',
  context: initialContext,
  type: 'parallel',
  invoke: { id: 'stage', src: 'runStage' },
  states: { list, stage, visibility },
});
