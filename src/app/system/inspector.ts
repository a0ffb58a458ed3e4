import type { ActorOptions, AnyActorLogic } from 'xstate';

/** Actor options that let an inspector observe every actor. */
export type Watch = Pick<ActorOptions<AnyActorLogic>, 'inspect'>;

/** `?inspect` in development opens Stately's inspector, a hosted page, on every actor. */
export async function openInspector(): Promise<Watch> {
  if (!new URLSearchParams(location.search).has('inspect')) return {};
  const { createBrowserInspector } = await import('@statelyai/inspect');
  return { inspect: createBrowserInspector().inspect };
}
