import { useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import type { SnapshotFrom } from 'xstate';
import type { Requirement } from '../../../contract/shapes.ts';
import type { withdrawalMachine } from '../../../machines/withdrawal.machine.ts';
import { NOTIFICATIONS_PATH } from '../../app/path.ts';
import { requirementTexts } from '../../i18n/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { BellIcon } from '../../ui/icons.tsx';
import { RequirementBar } from '../../ui/progress.tsx';
import { EmptyState } from '../../ui/states.tsx';

interface BlockedProps {
  state: SnapshotFrom<typeof withdrawalMachine>;
  onCheck: () => void;
}

/** What stands in the way of a withdrawal, and how to remove it. */
export function Blocked({ state, onCheck }: BlockedProps) {
  // the card for the withdrawal info, which comes next, asks for it
  if (state.matches({ blocked: 'noInfo' })) return null;
  if (state.matches({ blocked: 'notificationsOff' })) {
    return <NotificationsOff state={state} onCheck={onCheck} />;
  }
  return <Unmet requirements={state.context.facts?.config.requirements ?? []} />;
}

function Unmet({ requirements }: { requirements: readonly Requirement[] }) {
  const { t, i18n } = useLingui();
  return (
    <Card title={t`Before you can withdraw`}>
      <div className="requirements">
        {requirements
          .filter(({ required }) => required > 0)
          .map(({ kind, current, required }) => (
            <RequirementBar
              key={kind}
              label={i18n._(requirementTexts[kind])}
              current={current}
              required={required}
            />
          ))}
      </div>
    </Card>
  );
}

function NotificationsOff({ state, onCheck }: BlockedProps) {
  const { t } = useLingui();
  const isUnsupported = state.context.facts?.notifications === 'unsupported';
  return (
    <Card>
      <EmptyState
        icon={<BellIcon size={28} />}
        title={t`Notifications are off`}
        action={
          <>
            <Link href={NOTIFICATIONS_PATH} className="button button-primary">
              {t`Enable notifications`}
            </Link>
            <Button look="quiet" onClick={onCheck}>
              {t`Check again`}
            </Button>
          </>
        }
      >
        {isUnsupported
          ? t`Withdrawing needs notifications, and this browser does not support them.`
          : t`Withdrawing needs your permission for notifications.`}
      </EmptyState>
    </Card>
  );
}
