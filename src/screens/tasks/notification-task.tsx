import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import { type Task, taskBlueprint } from '../../app/actors/tasks.actors.ts';
import { NotificationHelp } from '../../app/notification-help.tsx';
import { NOTIFICATIONS_PATH } from '../../app/path.ts';
import { useScreenActor, useSystem } from '../../app/system-context.tsx';
import '../../ui/button.css';
import { BellIcon } from '../../ui/icons.tsx';
import { isHelping, TaskButton, TaskCard } from './task-card.tsx';

/** Notifications allowed: asked for once, and after a no explained. */
export function NotificationTask({ task }: { task: Task }) {
  const { t } = useLingui();
  const system = useSystem();
  const actor = useScreenActor(taskBlueprint(system, task));
  const isToDo = useSelector(actor, (state) => state.matches('default'));
  const isHelpOpen = useSelector(actor, isHelping);
  return (
    <TaskCard
      title={t`Enable notifications`}
      note={t`Allow this app to show you notifications.`}
      icon={<BellIcon size={24} />}
      reward={task.reward}
      button={<TaskButton task={actor} isCompleted={task.completed} start={t`Enable`} />}
    >
      {isToDo && !task.completed ? (
        <Link href={NOTIFICATIONS_PATH} className="button button-quiet task-help">
          {t`How do I allow notifications?`}
        </Link>
      ) : null}
      {isHelpOpen ? <NotificationHelp onClose={() => actor.send({ type: 'help.closed' })} /> : null}
    </TaskCard>
  );
}
