import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import { type Task, taskBlueprint } from '../../app/actors/tasks.actors.ts';
import { InstallGuide } from '../../app/install-guide.tsx';
import { INSTALL_PATH } from '../../app/path.ts';
import { useScreenActor, useSystem } from '../../app/system-context.tsx';
import '../../ui/button.css';
import { DownloadIcon } from '../../ui/icons.tsx';
import { isHelping, TaskButton, TaskCard } from './task-card.tsx';

/** The app on the home screen: by the browser's prompt, or by hand where there is none. */
export function DownloadTask({ task }: { task: Task }) {
  const { t } = useLingui();
  const actor = useScreenActor(taskBlueprint(useSystem(), task));
  const isHelpOpen = useSelector(actor, isHelping);
  return (
    <TaskCard
      title={t`Download the app`}
      note={t`On your home screen it opens at once and fills the screen. It is free.`}
      icon={<DownloadIcon size={24} />}
      reward={task.reward}
      button={<TaskButton task={actor} isCompleted={task.completed} start={t`Install`} />}
    >
      {task.completed ? null : (
        <Link href={INSTALL_PATH} className="button button-quiet task-help">
          {t`About the app`}
        </Link>
      )}
      <InstallGuide isTask={isHelpOpen} onClose={() => actor.send({ type: 'help.closed' })} />
    </TaskCard>
  );
}
