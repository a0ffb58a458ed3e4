import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import type { Actor, AnyActorLogic } from 'xstate';
import type { Blueprint } from './screens.ts';
import type { System } from './system.ts';

const SystemContext = createContext<System | null>(null);

export const SystemProvider = SystemContext.Provider;

/** The actors and effects that live as long as the page. */
export function useSystem(): System {
  const system = useContext(SystemContext);
  if (!system) throw new Error('useSystem needs a SystemProvider above it');
  return system;
}

/** A screen's running actor: the same one for as long as the same person is there. */
export function useScreenActor<Logic extends AnyActorLogic>(
  blueprint: Blueprint<Logic>,
): Actor<Logic> {
  const { screens } = useSystem();
  const subscribe = useCallback((listener: () => void) => screens.subscribe(listener), [screens]);
  useSyncExternalStore(subscribe, screens.epoch);
  return screens.take(blueprint);
}

/** What a port or a screen wants to know about the toasts on the screen. */
export function useToasts() {
  const { toasts } = useSystem();
  return useSyncExternalStore(toasts.subscribe, toasts.read);
}
