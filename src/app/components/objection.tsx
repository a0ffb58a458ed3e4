import type { Objection as Made } from '../../../contract/objection.ts';
import type { ObjectedItem } from '../../../machines/objection.machine.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';

const ObjectionButton = lazyComponent(() => import('./objection-button.tsx'));

interface ObjectionProps extends Pick<ObjectedItem, 'kind' | 'id'> {
  /** null: no objection was made yet; undefined: none is possible */
  made: Made | null | undefined;
}

/** The button to object to a rejected withdrawal, a correction or a block, or to read the objection that was made. */
export function Objection({ kind, id, made }: ObjectionProps) {
  if (made === undefined) return null;
  return <ObjectionButton item={{ kind, id, objection: made }} />;
}
