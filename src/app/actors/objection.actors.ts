import { object, objectToBlock } from '../../../contract/objection.calls.ts';
import { type ObjectedItem, objectionMachine } from '../../../machines/objection.machine.ts';
import { promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import type { SheetStart } from '../system/starts.ts';

const provideObjection = ({ api }: Effects) =>
  objectionMachine.provide({
    actors: promises(objectionMachine, {
      sendForm: async ({ input: { kind, id, text, ...credentials }, signal }) => {
        if (kind === 'block' || id === null) {
          await api(objectToBlock, { ...credentials, text }, { signal });
          return null;
        }
        return (await api(object, { kind, id, text }, { signal })).objection;
      },
    }),
  });

/** @param item the first item to object to */
export const startObjection =
  (item: ObjectedItem): SheetStart =>
  (effects) => ({ id: 'objection', logic: provideObjection(effects), input: { item } });
