import type { Objection as Made } from '../../../contract/objection.ts';
import type { ObjectedItem } from '../../../machines/objection.machine.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';

const ObjectionButton = lazyComponent(() => import('./objection-button.tsx'));

interface ObjectionProps extends Pick<ObjectedItem, 'kind' | 'id'> {
  /** undefined: there is nothing to object to */
  made: Made | null | undefined;
}

/** The button for an objection to a refusal of money, if an objection is possible. */
export function Objection({ kind, id, made }: ObjectionProps) {
  if (made === undefined) return null;
  return <ObjectionButton item={{ kind, id, objection: made }} />;
}
