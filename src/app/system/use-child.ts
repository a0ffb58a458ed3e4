import { useSelector } from '@xstate/react';
import { createContext, useContext } from 'react';
import { selectChild } from '../../../machines/app/app.selectors.ts';
import type { ChildId, ChildRef } from '../../../machines/app/children.ts';
import type { Effects } from './effects.ts';
import type { Root, System } from './root.ts';

const SystemContext = createContext<System | null>(null);

export const SystemProvider = SystemContext.Provider;

function useSystem(): System {
  const system = useContext(SystemContext);
  if (!system) throw new Error('no SystemProvider');
  return system;
}

/** The root actor, from which all others descend. */
export const useRoot = (): Root => useSystem().root;

/** The effects, for views that use a port directly. */
export const useEffects = (): Effects => useSystem().effects;

/** A child of the root machine; undefined before its boot phase. */
export function useChildIfAny<Id extends ChildId>(id: Id): ChildRef<Id> | undefined {
  return useSelector(useRoot(), selectChild(id));
}

/**
 * A child of the root machine that runs wherever this hook is used.
 * @throws when it does not run
 */
export function useChild<Id extends ChildId>(id: Id): ChildRef<Id> {
  const child = useSelector(
    useRoot(),
    selectChild(id),
    // a stopped child's screen is about to be unmounted: until then it keeps the last actor
    (known, next) => known === next || next === undefined,
  );
  if (!child) throw new Error(`no child "${id}"`);
  return child;
}
