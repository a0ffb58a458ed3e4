import { initialContext } from './context.ts';
import { list } from './list.ts';
import { base } from './model.ts';
import { stage, visibility } from './stage.ts';

/**
 * The feed: a list that grows ahead of the finger, a stage for the last, this and the next clip,
 * with advertisements between them once they are planned, and silence whenever nobody looks.
 */
export const feedMachine = base.createMachine({
  id: 'feed',
  context: initialContext,
  type: 'parallel',
  invoke: { id: 'stage', src: 'runStage' },
  states: { list, stage, visibility },
});
