import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import { selectTaskState } from '../../../machines/task.selectors.ts';
import { InstallGuide } from '../../app/components/install-guide.tsx';
import { paths } from '../../app/system/paths.ts';
import '../../ui/button.css';
import { DownloadIcon } from '../../ui/screen-icons.tsx';
import { type OneTaskProps, TaskButton, TaskCard } from './task-card.tsx';

/** Task to install the app: by the browser's prompt, or by hand in a browser without one. */
export function DownloadTask({ task, actor }: OneTaskProps) {
  const { t } = useLingui();
  const state = useSelector(actor, selectTaskState);
  return (
    <TaskCard
      title={t({
        message: 'Download the app',
        comment: 'Name of a task, and of a reward in a list (verb).',
      })}
      note={t`On your home screen it opens at once and fills the screen. It is free.`}
      icon={<DownloadIcon />}
      reward={task.reward}
      button={
        <TaskButton
          actor={actor}
          start={t({ message: 'Install', comment: 'Button (verb). Narrow.' })}
        />
      }
    >
      {task.completed ? null : (
        <Link href={paths.install} className="button button-quiet task-help">
          {t`About the app`}
        </Link>
      )}
      <InstallGuide
        isTask={state === 'helping'}
        onClose={() => actor.send({ type: 'help.closed' })}
      />
    </TaskCard>
  );
}
