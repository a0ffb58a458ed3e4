import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { type Task, taskBlueprint } from '../../app/actors/tasks.actors.ts';
import { NotificationHelp } from '../../app/notification-help.tsx';
import { useScreenActor, useSystem } from '../../app/system-context.tsx';
import { useNews } from '../../app/use-news.ts';
import { notificationState } from '../../ports/notifications.ts';
import { Button } from '../../ui/button.tsx';
import { BellIcon } from '../../ui/icons.tsx';
import { TaskButton, TaskCard } from './task-card.tsx';

/** Notifications allowed: asked for once, and after a no explained. */
export function NotificationTask({ task }: { task: Task }) {
  const { t } = useLingui();
  const system = useSystem();
  const actor = useScreenActor(taskBlueprint(system, task));
  const isToDo = useSelector(actor, (state) => state.matches('default'));
  const [isHelpOpen, setHelpOpen] = useState(false);
  useNews((news) => {
    if (news.type !== 'task.notReady' || news.task !== task.task) return;
    if (notificationState() === 'denied') setHelpOpen(true);
  });
  return (
    <TaskCard
      title={t`Enable notifications`}
      note={t`Allow this app to show you notifications.`}
      icon={<BellIcon size={24} />}
      reward={task.reward}
      button={
        <TaskButton
          task={actor}
          isCompleted={task.completed}
          start={t`Enable`}
          onStart={() => actor.send({ type: 'start.pressed' })}
        />
      }
    >
      {isToDo && !task.completed ? (
        <Button look="quiet" className="task-help" onClick={() => setHelpOpen(true)}>
          {t`How do I allow notifications?`}
        </Button>
      ) : null}
      {isHelpOpen ? <NotificationHelp onClose={() => setHelpOpen(false)} /> : null}
    </TaskCard>
  );
}
