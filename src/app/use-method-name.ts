import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { withdrawInfoMachine } from '../../machines/withdraw-info.machine.ts';

/** A method by its name for people; the wire's own word while the names are not there yet. */
export function useMethodName(
  info: ActorRefFrom<typeof withdrawInfoMachine>,
  method: string | undefined,
): string {
  return useSelector(info, ({ context }) => {
    const wanted = method ?? context.info?.method;
    return context.methods.find((each) => each.method === wanted)?.name ?? wanted ?? '';
  });
}
