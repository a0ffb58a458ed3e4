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
  /** the task in the server's list */
  task: Task;
  actor: TaskActor;
}

interface TaskCardProps {
  title: string;
  /** advantage or description of the task */
  note: ReactNode;
  icon: ReactNode;
  /** money; null while unknown */
  reward: string | null;
  button: ReactNode;
  /** a dialog over the card, or content below its button */
  children?: ReactNode;
}

/** A task: its title, reward and button. */
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
  /** label of the button before the task is done */
  start: string;
}

/** Button of a task, in its states: start, claim, waiting to be sent, completed. */
export function TaskButton({ actor, start }: TaskButtonProps) {
  const { t } = useLingui();
  const state = useSelector(actor, selectTaskState);
  if (state === 'completed') {
    return (
      // not `disabled`: the pressed button would lose the focus
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
