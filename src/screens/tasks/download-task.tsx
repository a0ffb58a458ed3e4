import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { type Task, taskBlueprint } from '../../app/actors/tasks.actors.ts';
import { useScreenActor, useSystem } from '../../app/system-context.tsx';
import { useNews } from '../../app/use-news.ts';
import { DownloadIcon } from '../../ui/icons.tsx';
import { InstallGuide } from './install-guide.tsx';
import { TaskButton, TaskCard } from './task-card.tsx';

/** The app on the home screen: by the browser's prompt, or by hand where there is none. */
export function DownloadTask({ task }: { task: Task }) {
  const { t } = useLingui();
  const system = useSystem();
  const actor = useScreenActor(taskBlueprint(system, task));
  const isManual = useSelector(system.install, ({ context }) => context.isManual);
  const [isGuideOpen, setGuideOpen] = useState(false);
  useNews((news) => {
    if (news.type !== 'task.notReady' || news.task !== task.task) return;
    if (news.preparation === 'impossible') setGuideOpen(true);
  });
  return (
    <TaskCard
      title={t`Download the app`}
      note={t`On your home screen it opens at once and fills the screen. It is free.`}
      icon={<DownloadIcon size={24} />}
      reward={task.reward}
      button={
        <TaskButton
          task={actor}
          isCompleted={task.completed}
          start={t`Install`}
          onStart={() => (isManual ? setGuideOpen(true) : actor.send({ type: 'start.pressed' }))}
        />
      }
    >
      {isGuideOpen ? <InstallGuide onClose={() => setGuideOpen(false)} /> : null}
    </TaskCard>
  );
}
