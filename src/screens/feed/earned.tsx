import { useSelector } from '@xstate/react';
import { selectAnswer, selectIsCelebrating } from '../../../machines/claim.selectors.ts';
import { Amount } from '../../ui/amount.tsx';
import type { ClaimActor } from './actors.ts';

/** Announces the reward that the server has just paid. */
export function Earned({ claim }: { claim: ClaimActor }) {
  const answer = useSelector(claim, selectAnswer);
  const isNew = useSelector(claim, selectIsCelebrating);
  if (!isNew || !answer) return null;
  return (
    <span>
      <Amount value={answer.reward} gained />
    </span>
  );
}
