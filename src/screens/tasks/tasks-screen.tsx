import { useLingui } from '@lingui/react/macro';
import { type Task, taskListBlueprint } from '../../app/actors/tasks.actors.ts';
import { PagedList } from '../../app/paged-list.tsx';
import { useScreenActor, useSystem } from '../../app/system-context.tsx';
import { Card, Screen } from '../../ui/card.tsx';
import { TasksIcon } from '../../ui/icons.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { DownloadTask } from './download-task.tsx';
import { NotificationTask } from './notification-task.tsx';
import { ShareTask } from './share-task.tsx';
import './tasks.css';
import { Today } from './today.tsx';

/** What there is to do today, and what it brings. */
export default function TasksScreen() {
  const { t } = useLingui();
  const { effects } = useSystem();
  const tasks = useScreenActor(taskListBlueprint(effects));
  return (
    <Screen title={t`Task Center`}>
      <Today />
      <PagedList
        list={tasks}
        waiting={<Waiting />}
        failed={t`The tasks could not be loaded.`}
        empty={<NoTasks />}
      >
        {(items) => items.map((task) => <OneTask key={task.task} task={task} />)}
      </PagedList>
      <ShareTask />
    </Screen>
  );
}

function OneTask({ task }: { task: Task }) {
  return task.task === 'download_app' ? (
    <DownloadTask task={task} />
  ) : (
    <NotificationTask task={task} />
  );
}

/** As high as the two tasks: what stands below does not move. */
function Waiting() {
  return (
    <>
      <div className="card" aria-busy="true">
        <Skeleton height="62px" />
        <Skeleton height="48px" round />
        <Skeleton height="28px" />
      </div>
      <div className="card" aria-busy="true">
        <Skeleton height="62px" />
        <Skeleton height="48px" round />
        <Skeleton height="28px" />
      </div>
    </>
  );
}

function NoTasks() {
  const { t } = useLingui();
  return (
    <Card>
      <EmptyState icon={<TasksIcon size={28} />} title={t`No tasks at the moment`}>
        {t`Meanwhile you earn by watching and by sharing.`}
      </EmptyState>
    </Card>
  );
}
