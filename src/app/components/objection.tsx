import type { Objection as Made } from '../../../contract/objection.ts';
import type { ObjectedItem } from '../../../machines/objection.machine.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';

const ObjectionButton = lazyComponent(() => import('./objection-button.tsx'));

interface ObjectionProps extends Pick<ObjectedItem, 'kind' | 'id'> {
  /** not given: nothing can be objected to */
  made: Made | null | undefined;
}

/** Leads to what may be said against a refusal of money, where there is one. */
export function Objection({ kind, id, made }: ObjectionProps) {
  if (made === undefined) return null;
  return <ObjectionButton item={{ kind, id, objection: made }} />;
}
