import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { ComponentType } from 'react';
import type { TaskName } from '../../../machines/task.machine.ts';
import type { Task } from '../../../machines/tasks.machine.ts';
import { selectTask } from '../../../machines/tasks.selectors.ts';
import { ResourceView } from '../../app/components/resource-view.tsx';
import { WaitingCard } from '../../app/components/waiting-card.tsx';
import { useChild } from '../../app/system/use-child.ts';
import { Card, Screen } from '../../ui/card.tsx';
import { TasksIcon } from '../../ui/icons.tsx';
import { EmptyState, Skeleton, SlowLoadingNotice } from '../../ui/states.tsx';
import { DownloadTask } from './download-task.tsx';
import { NotificationTask } from './notification-task.tsx';
import { ShareTask } from './share-task.tsx';
import type { OneTaskProps } from './task-card.tsx';
import './tasks.css';
import { Today } from './today.tsx';

/** Today's progress, and the tasks with their rewards. */
export default function TasksScreen() {
  const { t } = useLingui();
  return (
    <Screen title={t({ message: 'Task Center', comment: 'Page title.' })}>
      <Today />
      <WaitingCard />
      {/* above content of unknown height that loads later: its button stays under the finger */}
      <ShareTask />
      <ResourceView
        resource={useChild('tasks')}
        waiting={<TasksSkeleton />}
        failed={t`The tasks could not be loaded.`}
        showsReloadFailure
      >
        {(tasks) =>
          tasks.length > 0 ? (
            tasks.map((task) => <OneTask key={task.task} task={task} />)
          ) : (
            <NoTasks />
          )
        }
      </ResourceView>
    </Screen>
  );
}

const cards: Record<TaskName, ComponentType<OneTaskProps>> = {
  download_app: DownloadTask,
  notification: NotificationTask,
};

function OneTask({ task }: { task: Task }) {
  const actor = useSelector(useChild('tasks'), selectTask(task.task));
  const TaskComponent = cards[task.task];
  return actor ? <TaskComponent task={task} actor={actor} /> : null;
}

/** Skeleton, as high as the tasks of a new member. */
function TasksSkeleton() {
  return (
    <div className="stack tasks-waiting waiting">
      {Object.keys(cards).map((task) => (
        <div key={task} className="card" aria-busy="true">
          <Skeleton height="62px" />
          <Skeleton height="48px" round />
          <Skeleton height="28px" />
        </div>
      ))}
      <SlowLoadingNotice />
    </div>
  );
}

function NoTasks() {
  const { t } = useLingui();
  return (
    <Card>
      <EmptyState icon={<TasksIcon />} title={t`No tasks at the moment`}>
        {t({
          message: 'Meanwhile you earn by watching and by sharing.',
          comment: 'Under “No tasks at the moment”.',
        })}
      </EmptyState>
    </Card>
  );
}
