import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { type ReactNode, useId } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { taskMachine } from '../../../machines/task.machine.ts';
import { selectTaskState } from '../../../machines/task.selectors.ts';
import type { Task } from '../../../machines/tasks.machine.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckIcon, CoinIcon } from '../../ui/icons.tsx';
import '../../ui/card.css';
import { Skeleton } from '../../ui/states.tsx';

type TaskActor = ActorRefFrom<typeof taskMachine>;

export interface OneTaskProps {
  /** as the server lists it */
  task: Task;
  actor: TaskActor;
}

interface TaskCardProps {
  title: string;
  /** why it is worth doing */
  note: ReactNode;
  icon: ReactNode;
  /** money; null while it is not known */
  reward: string | null;
  button: ReactNode;
  /** what opens over it or stands below its button */
  children?: ReactNode;
}

/** Something to do once, what it brings, and its button. */
export function TaskCard({ title, note, icon, reward, button, children }: TaskCardProps) {
  const titleId = useId();
  return (
    <article className="card" aria-labelledby={titleId}>
      <div className="beside task-head">
        <span className="plate">{icon}</span>
        <div>
          <h2 id={titleId}>{title}</h2>
          <p className="row-note">{note}</p>
        </div>
      </div>
      <div className="beside task-foot">
        <strong className="task-reward">
          <CoinIcon size={22} />
          {reward === null ? <Skeleton width="2.5em" /> : <Amount value={reward} gained />}
        </strong>
        {button}
      </div>
      {children}
    </article>
  );
}

interface TaskButtonProps {
  actor: TaskActor;
  /** what it is called before the task is done */
  start: string;
}

/** To do, to claim, done. */
export function TaskButton({ actor, start }: TaskButtonProps) {
  const { t } = useLingui();
  const state = useSelector(actor, selectTaskState);
  if (state === 'completed') {
    return (
      // not `disabled`: it would drop the focus of whoever just pressed it
      <Button aria-disabled icon={<CheckIcon />}>
        {t({
          message: 'Completed',
          comment: 'State of a task’s button: done, reward received. Narrow.',
        })}
      </Button>
    );
  }
  if (state === 'queued') {
    return (
      <Button look="tonal" aria-disabled>
        {t({
          message: 'Waiting to be sent',
          comment: 'Rewards that were earned and could not be sent to the server yet. Narrow.',
        })}
      </Button>
    );
  }
  return state === 'canClaim' || state === 'claiming' ? (
    <Button busy={state === 'claiming'} onClick={() => actor.send({ type: 'claim.pressed' })}>
      {t({
        message: 'Claim',
        comment: 'Button (verb): take the reward for a task that is done. Narrow.',
      })}
    </Button>
  ) : (
    <Button
      look="tonal"
      busy={state === 'preparing'}
      onClick={() => actor.send({ type: 'start.pressed' })}
    >
      {start}
    </Button>
  );
}
