import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { type Task, taskBlueprint } from '../../app/actors/tasks.actors.ts';
import { useScreenActor, useSystem } from '../../app/system-context.tsx';
import { DownloadIcon } from '../../ui/icons.tsx';
import { InstallGuide } from './install-guide.tsx';
import { isHelping, TaskButton, TaskCard } from './task-card.tsx';

/** The app on the home screen: by the browser's prompt, or by hand where there is none. */
export function DownloadTask({ task }: { task: Task }) {
  const { t } = useLingui();
  const system = useSystem();
  const actor = useScreenActor(taskBlueprint(system, task));
  const isGuideOpen = useSelector(actor, isHelping);
  return (
    <TaskCard
      title={t`Download the app`}
      note={t`On your home screen it opens at once and fills the screen. It is free.`}
      icon={<DownloadIcon size={24} />}
      reward={task.reward}
      button={<TaskButton task={actor} isCompleted={task.completed} start={t`Install`} />}
    >
      {isGuideOpen ? <InstallGuide onClose={() => actor.send({ type: 'help.closed' })} /> : null}
    </TaskCard>
  );
}
