import { useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import { paths } from '../../app/system/paths.ts';
import { Card, Screen } from '../../ui/card.tsx';
import { AlertIcon } from '../../ui/icons.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** Page for an unknown address, with a link to the feed. */
export default function NotFoundScreen() {
  const { t } = useLingui();
  return (
    <Screen title={t`Page not found`}>
      <Card>
        <EmptyState
          icon={<AlertIcon />}
          title={t({
            message: 'There is nothing at this address',
            comment: 'Address: of a web page.',
          })}
          action={
            <Link href={paths.feed} className="button button-primary">
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
