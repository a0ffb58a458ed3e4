import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { landingBlueprint } from '../../app/actors/landing.actors.ts';
import { LoadFailure } from '../../app/load-failure.tsx';
import { FEED_PATH } from '../../app/path.ts';
import { useScreenActor, useSystem } from '../../app/system-context.tsx';
import { Button } from '../../ui/button.tsx';
import { InviteIcon } from '../../ui/icons.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { Offer } from './offer.tsx';
import './newuser.css';

/** The first page of somebody who was invited. */
export default function NewUserScreen() {
  const { t } = useLingui();
  const { effects } = useSystem();
  const landing = useScreenActor(landingBlueprint(effects, navigate));
  const state = useSelector(landing, (snapshot) => snapshot);
  const register = () => landing.send({ type: 'register.pressed' });
  const { offer, failure } = state.context;
  if (state.matches('ready') && offer) {
    return <Offer landing={landing} offer={offer} onRegister={register} />;
  }
  return (
    <div className="screen-body newuser-plain" aria-busy={state.hasTag('busy')}>
      <h1>{t`Watch videos and earn cash`}</h1>
      {state.hasTag('busy') ? <Skeleton height="60vh" /> : null}
      {state.matches('failed') ? (
        <div className="card">
          <LoadFailure
            title={t`The video information could not be fetched.`}
            failure={failure}
            onRetry={() => landing.send({ type: 'retry.pressed' })}
          />
        </div>
      ) : null}
      {state.matches('unknown') ? (
        <div className="card">
          <EmptyState
            title={t`This invitation is no longer valid`}
            icon={<InviteIcon size={28} />}
            action={<Button onClick={register}>{t`Register`}</Button>}
          >
            {t`You can register all the same, or look around first.`}
          </EmptyState>
          <Link href={FEED_PATH} className="button button-quiet button-wide">
            {t`Watch a clip`}
          </Link>
        </div>
      ) : null}
    </div>
  );
}
