import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { selectClaimState } from '../../../machines/claim.selectors.ts';
import { selectIndex } from '../../../machines/feed/feed.selectors.ts';
import { selectIsFast } from '../../../machines/speed.selectors.ts';
import { selectClaim } from '../../../machines/video/video.selectors.ts';
import { startSpeed } from '../../app/actors/speed.actors.ts';
import { useChildIfAny } from '../../app/system/use-child.ts';
import { useStarted } from '../../app/system/use-started.ts';
import { watchHold } from '../../ports/hold.ts';
import type { ClipActor, FeedActor } from './actors.ts';
import './speed.css';

/** A paid clip plays twice as fast while it is held, and shows the speed. */
export function Speed({ feed, clip }: { feed: FeedActor; clip: ClipActor }) {
  const actor = useChildIfAny('speed');
  const index = useSelector(feed, selectIndex);
  const claim = useSelector(useSelector(clip, selectClaim), selectClaimState);
  const isRewarded = claim === 'rewarded' || claim === 'alreadyRewarded';
  useStarted(startSpeed, isRewarded && !actor);
  useEffect(() => {
    actor?.send({ type: 'clip.known', index, isRewarded });
    if (!isRewarded || !actor) return undefined;
    const stop = watchHold({
      surface: '.clip-surface',
      report: (isHeld) => actor.send({ type: isHeld ? 'hold.began' : 'hold.ended' }),
      wasUsed: () => selectIsFast(actor.getSnapshot()),
    });
    return () => {
      stop();
      actor.send({ type: 'clip.known', index, isRewarded: false });
    };
  }, [actor, index, isRewarded]);
  if (!useSelector(actor, (snapshot) => snapshot && selectIsFast(snapshot))) return null;
  return (
    <span className="clip-speed" dir="ltr" translate="no" aria-hidden="true">
      2×
    </span>
  );
}
