import { Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { landingMachine, Offer as OfferFacts } from '../../../machines/landing.machine.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { type ClipActor, Sample } from './sample.tsx';

type LandingActor = ActorRefFrom<typeof landingMachine>;

const clipOf = ({ children }: SnapshotFrom<typeof landingMachine>) =>
  children.clip as ClipActor | undefined;
const hasWatched = (snapshot: SnapshotFrom<typeof landingMachine>) =>
  snapshot.matches({ ready: 'watched' });

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
      {clip ? <Sample clip={clip} reward={offer.watch_reward} watched={watched} /> : null}
      <section className="newuser-sum card" aria-label={t`What you earn`}>
        <p className="newuser-line">
          {/* said aloud when it changes: nothing is paid before somebody registers */}
          <span role="status">
            {watched ? (
              <>
                <CheckIcon size={20} />
                <span className="unseen">{t`Watched.`}</span> {t`Yours when you register`}
              </>
            ) : (
              t`Watch the clip`
            )}
          </span>
          <Amount value={offer.watch_reward} gained />
        </p>
        <p className="newuser-line">
          <span>{t`Register`}</span>
          <Amount value={offer.register_reward} gained />
        </p>
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
