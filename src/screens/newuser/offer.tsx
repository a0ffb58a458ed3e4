import { Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { useCallback } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { landingMachine, Offer as OfferFacts } from '../../../machines/landing.machine.ts';
import type { videoMachine } from '../../../machines/video.machine.ts';
import { useSystem } from '../../app/system-context.tsx';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckIcon, PlayIcon } from '../../ui/icons.tsx';
import { place } from '../../ui/place.ts';
import { RewardRing } from '../../ui/reward-ring.tsx';
import { Failure } from '../../ui/states.tsx';

type LandingActor = ActorRefFrom<typeof landingMachine>;
type ClipActor = ActorRefFrom<typeof videoMachine>;
type ClipSnapshot = SnapshotFrom<typeof videoMachine>;

const clipOf = ({ children }: SnapshotFrom<typeof landingMachine>) =>
  children.clip as ClipActor | undefined;
const hasWatched = (snapshot: SnapshotFrom<typeof landingMachine>) =>
  snapshot.matches({ ready: 'watched' });
const rests = (snapshot: ClipSnapshot) =>
  snapshot.matches({ playback: { live: 'paused' } }) ||
  snapshot.matches({ playback: { live: 'tapToPlay' } });
const hasFailed = (snapshot: ClipSnapshot) =>
  snapshot.matches({ playback: { live: 'loadFailed' } }) ||
  snapshot.matches({ playback: { live: 'timedOut' } });

interface OfferProps {
  landing: LandingActor;
  offer: OfferFacts;
  onRegister: () => void;
}

/** Who invites, the sample clip with its ring, the sum, and one button. */
export function Offer({ landing, offer, onRegister }: OfferProps) {
  const { t } = useLingui();
  const clip = useSelector(landing, clipOf);
  const watched = useSelector(landing, hasWatched);
  return (
    <div className="newuser">
      <header className="newuser-words">
        <p>
          <Trans>
            <bdi>{offer.inviter.username}</bdi> invites you
          </Trans>
        </p>
        <h1>{offer.inviter.slogan}</h1>
      </header>
      {clip ? <Sample clip={clip} offer={offer} watched={watched} /> : null}
      <section className="newuser-sum card" aria-label={t`What you earn`}>
        <Line name={t`Watch the clip`} amount={offer.watch_reward} done={watched} />
        <Line name={t`Register`} amount={offer.register_reward} done={false} />
        <p className="newuser-total">
          <span>{t`Total`}</span>
          <strong>
            <Amount value={offer.total} />
          </strong>
        </p>
        <Button wide onClick={onRegister}>{t`Register`}</Button>
      </section>
    </div>
  );
}

function Line({ name, amount, done }: { name: string; amount: string; done: boolean }) {
  const { t } = useLingui();
  return (
    <p className="newuser-line">
      <span>
        {name}
        {done ? <CheckIcon size={20} aria-label={t`Done`} /> : null}
      </span>
      <Amount value={amount} gained />
    </p>
  );
}

interface SampleProps {
  clip: ClipActor;
  offer: OfferFacts;
  watched: boolean;
}

function Sample({ clip, offer, watched }: SampleProps) {
  const { t } = useLingui();
  const { effects } = useSystem();
  const resting = useSelector(clip, rests);
  const failed = useSelector(clip, hasFailed);
  const fraction = useSelector(
    clip,
    ({ context }) => context.watchedMs / Math.max(context.video.watch_seconds * 1_000, 1),
  );
  const takePicture = useCallback(
    (box: HTMLDivElement | null) => {
      if (box) place(box, effects.landingPlayers.element(0));
    },
    [effects],
  );
  return (
    <div className="newuser-clip">
      <div className="newuser-picture" ref={takePicture} />
      {failed ? (
        <div className="newuser-failure">
          <Failure
            title={t`This video could not be loaded.`}
            onRetry={() => clip.send({ type: 'retry.pressed' })}
          />
        </div>
      ) : (
        <button
          type="button"
          className="newuser-surface"
          aria-label={resting ? t`Tap to play` : t`Pause`}
          onClick={() => clip.send({ type: resting ? 'play.pressed' : 'pause.pressed' })}
        >
          {resting ? <PlayIcon size={40} /> : null}
        </button>
      )}
      <div className="newuser-ring">
        <RewardRing
          fraction={fraction}
          reward={offer.watch_reward}
          phase={watched ? 'rewarded' : 'filling'}
          stepSeconds={0.25}
        />
      </div>
    </div>
  );
}
