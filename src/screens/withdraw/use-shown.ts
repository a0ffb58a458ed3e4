import { useSelector } from '@xstate/react';
import type { ChildRef } from '../../../machines/app/children.ts';
import { selectStep } from '../../../machines/withdrawal/withdrawal.selectors.ts';
import { useChild } from '../../app/system/use-child.ts';

type Snapshot = ReturnType<ChildRef<'withdrawal'>['getSnapshot']>;

/** Keeps the shown snapshot while the machine reloads the terms, so that their previous values stay visible. */
const isSameView = (shown: Snapshot, next: Snapshot) =>
  shown === next || selectStep(next) === 'reloading';

/** The shown snapshot of the withdrawal machine; during a reload of the terms, the snapshot before it. */
export const useShown = (): Snapshot =>
  useSelector(useChild('withdrawal'), (snapshot) => snapshot, isSameView);
