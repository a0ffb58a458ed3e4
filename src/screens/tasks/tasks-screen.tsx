import { useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import { Card, Screen } from '../../ui/card.tsx';
import { TasksIcon } from '../../ui/icons.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** Nothing to do here at the moment: says so, and where rewards are earned meanwhile. */
export default function TasksScreen() {
  const { t } = useLingui();
  return (
    <Screen title={t`Task Center`}>
      <Card>
        <EmptyState
          icon={<TasksIcon size={28} />}
          title={t`No tasks at the moment`}
          action={
            <Link href="/" className="button button-primary">
              {t`Watch a clip`}
            </Link>
          }
        >
          {t`You earn by watching short videos. There is nothing else to do here now.`}
        </EmptyState>
      </Card>
    </Screen>
  );
}
