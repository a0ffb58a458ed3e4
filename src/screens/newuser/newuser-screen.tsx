import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import {
  selectFailure,
  selectLandingState,
  selectOffer,
} from '../../../machines/landing.selectors.ts';
import { LoadFailure } from '../../app/components/load-failure.tsx';
import { paths } from '../../app/system/paths.ts';
import { useChild } from '../../app/system/use-child.ts';
import { Button } from '../../ui/button.tsx';
import { InviteIcon } from '../../ui/icons.tsx';
import { focusIfLost } from '../../ui/lost-focus.ts';
import { EmptyState, Skeleton, SlowLoadingNotice } from '../../ui/states.tsx';
import { Offer } from './offer.tsx';
import './newuser.css';

/** The first page for an invited visitor. */
export default function NewUserScreen() {
  const { t } = useLingui();
  const landing = useChild('landing');
  const state = useSelector(landing, selectLandingState);
  const offer = useSelector(landing, selectOffer);
  const failure = useSelector(landing, selectFailure);
  const register = () => landing.send({ type: 'register.pressed' });
  if (state === 'ready' && offer) {
    return <Offer landing={landing} offer={offer} onRegister={register} />;
  }
  return (
    <div className="screen-body newuser-plain" aria-busy={state === 'loading'}>
      <h1 tabIndex={-1} ref={focusIfLost}>{t`Watch videos and earn cash`}</h1>
      {state === 'loading' ? (
        <div className="waiting">
          <Skeleton height="60vh" />
          <SlowLoadingNotice />
        </div>
      ) : null}
      {state === 'failed' ? (
        <div className="card">
          <LoadFailure
            title={t`The video information could not be fetched.`}
            failure={failure}
            onRetry={() => landing.send({ type: 'retry.pressed' })}
          />
        </div>
      ) : null}
      {state === 'unknown' ? (
        <div className="card">
          <EmptyState
            title={t`This invitation is no longer valid`}
            icon={<InviteIcon />}
            action={
              <Button onClick={register}>
                {t({
                  message: 'Register',
                  comment:
                    'Button and line beside a sum (verb; the sum is what registering brings).',
                })}
              </Button>
            }
          >
            {t({
              message: 'You can register all the same, or look around first.',
              comment: 'All the same: though the invitation is no longer valid.',
            })}
          </EmptyState>
          <Link href={paths.feed} className="button button-quiet button-wide">
            {t`Watch a clip`}
          </Link>
        </div>
      ) : null}
    </div>
  );
}
