import { useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import { FEED_PATH } from '../../app/path.ts';
import { Card, Screen } from '../../ui/card.tsx';
import { AlertIcon } from '../../ui/icons.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** An address that leads nowhere, and the way back. */
export default function NotFoundScreen() {
  const { t } = useLingui();
  return (
    <Screen title={t`Page not found`}>
      <Card>
        <EmptyState
          icon={<AlertIcon size={28} />}
          title={t`There is nothing at this address`}
          action={
            <Link href={FEED_PATH} className="button button-primary">
              {t`Go to the videos`}
            </Link>
          }
        >
          {t`The link may be old or mistyped.`}
        </EmptyState>
      </Card>
    </Screen>
  );
}
