import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { Requirement } from '../../../contract/shapes.ts';
import type { withdrawalMachine } from '../../../machines/withdrawal.machine.ts';
import { NotificationHelp } from '../../app/notification-help.tsx';
import { requirementTexts } from '../../i18n/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { AlertIcon } from '../../ui/icons.tsx';
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
  if (state.matches({ blocked: 'notificationsOff' })) return <NotificationsOff onCheck={onCheck} />;
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

function NotificationsOff({ onCheck }: Pick<BlockedProps, 'onCheck'>) {
  const { t } = useLingui();
  const [isHelpOpen, setHelpOpen] = useState(false);
  return (
    <Card>
      <EmptyState
        icon={<AlertIcon size={28} />}
        title={t`Notifications are off`}
        action={
          <>
            <Button look="tonal" onClick={onCheck}>
              {t`Check again`}
            </Button>
            <Button look="quiet" onClick={() => setHelpOpen(true)}>
              {t`How do I allow notifications?`}
            </Button>
          </>
        }
      >
        {t`Withdrawing needs notifications. Allow them for this site in your browser’s settings.`}
      </EmptyState>
      {isHelpOpen ? <NotificationHelp onClose={() => setHelpOpen(false)} /> : null}
    </Card>
  );
}
