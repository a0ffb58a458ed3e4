import { useSelector } from '@xstate/react';
import type { ChildRef } from '../../../machines/app/children.ts';
import { selectStep } from '../../../machines/withdrawal/withdrawal.selectors.ts';
import { useChild } from '../../app/system/use-child.ts';

type Snapshot = ReturnType<ChildRef<'withdrawal'>['getSnapshot']>;

/** While the terms are loaded again, their previous values stay on the screen. */
const isSameView = (shown: Snapshot, next: Snapshot) =>
  shown === next || selectStep(next) === 'reloading';

/** The withdrawal as the screen shows it. */
export const useShown = (): Snapshot =>
  useSelector(useChild('withdrawal'), (snapshot) => snapshot, isSameView);
