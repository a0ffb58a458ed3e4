import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import { selectTaskState } from '../../../machines/task.selectors.ts';
import { NotificationHelp } from '../../app/components/notification-help.tsx';
import { paths } from '../../app/system/paths.ts';
import '../../ui/button.css';
import { BellIcon } from '../../ui/screen-icons.tsx';
import { type OneTaskProps, TaskButton, TaskCard } from './task-card.tsx';

/** Task to allow notifications: asks once, and explains the settings after a refusal. */
export function NotificationTask({ task, actor }: OneTaskProps) {
  const { t } = useLingui();
  const state = useSelector(actor, selectTaskState);
  const isHelping = state === 'helping';
  return (
    <TaskCard
      title={t`Enable notifications`}
      note={t({
        message: 'Allow this app to show you notifications.',
        comment: 'What to do for the task “Enable notifications”.',
      })}
      icon={<BellIcon />}
      reward={task.reward}
      button={
        <TaskButton
          actor={actor}
          start={t({
            message: 'Enable',
            comment: 'Button of the task “Enable notifications” (verb). Narrow.',
          })}
        />
      }
    >
      {state === 'toDo' || state === 'preparing' || isHelping ? (
        <Link href={paths.reminder} className="button button-quiet task-help">
          {t`How do I allow notifications?`}
        </Link>
      ) : null}
      {isHelping ? <NotificationHelp onClose={() => actor.send({ type: 'help.closed' })} /> : null}
    </TaskCard>
  );
}
