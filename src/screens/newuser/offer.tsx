import { Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { Offer as Invitation, landingMachine } from '../../../machines/landing.machine.ts';
import { selectClip, selectHasWatched } from '../../../machines/landing.selectors.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { focusIfLost } from '../../ui/lost-focus.ts';
import { Sample } from './sample.tsx';

type LandingActor = ActorRefFrom<typeof landingMachine>;

interface OfferProps {
  landing: LandingActor;
  offer: Invitation;
  onRegister: () => void;
}

/** The inviter, the sample clip with its ring, the sum, and one button. */
export function Offer({ landing, offer, onRegister }: OfferProps) {
  const { t } = useLingui();
  const clip = useSelector(landing, selectClip);
  const watched = useSelector(landing, selectHasWatched);
  const name = offer.inviter.username;
  return (
    <div className="stack newuser">
      <header className="newuser-words">
        <p>
          <Trans comment="{name}: the user name of a friend; {name} may be of any gender.">
            <bdi translate="no">{name}</bdi> invites you
          </Trans>
        </p>
        <h1 className="clamped" tabIndex={-1} ref={focusIfLost}>
          <bdi>{offer.inviter.slogan}</bdi>
        </h1>
      </header>
      {clip ? <Sample clip={clip} reward={offer.watch_reward} watched={watched} /> : null}
      <section
        className="newuser-sum card"
        aria-label={t({
          message: 'What you earn',
          comment:
            'Name of a part of the page (noun phrase): the rewards that a new user receives.',
        })}
      >
        <p className="beside newuser-line">
          {/* read out when it changes: the reward is paid only after a registration */}
          <span role="status">
            {watched ? (
              <>
                <CheckIcon size={20} />
                <span className="visually-hidden">
                  {t({
                    message: 'Watched.',
                    comment:
                      'For screen readers, before “Yours when you register”: the sample clip was watched.',
                  })}
                </span>{' '}
                {t({
                  message: 'Yours when you register',
                  comment: 'Beside a sum that a visitor has earned by watching the sample.',
                })}
              </>
            ) : (
              t({
                message: 'Watch the clip',
                comment: 'Line beside a sum (verb): what watching the sample clip brings.',
              })
            )}
          </span>
          <Amount value={offer.watch_reward} gained />
        </p>
        <p className="beside newuser-line">
          <span>{t`Register`}</span>
          <Amount value={offer.register_reward} gained />
        </p>
        <p className="beside newuser-total">
          <span>{t({ message: 'Total', comment: 'Before a sum.' })}</span>
          <strong>
            <Amount value={offer.total} />
          </strong>
        </p>
        {offer.rewards_wait ? (
          <p className="card-note">
            {t({
              message:
                'Many people have joined today. You will receive these rewards tomorrow or later.',
              comment: 'Under the sum that registering brings.',
            })}
          </p>
        ) : null}
        <Button wide onClick={onRegister}>{t`Register`}</Button>
      </section>
    </div>
  );
}
