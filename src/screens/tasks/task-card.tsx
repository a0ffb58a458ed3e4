import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { type ReactNode, useId } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { taskMachine } from '../../../machines/task.machine.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckIcon, CoinIcon } from '../../ui/icons.tsx';
import '../../ui/card.css';
import { Skeleton } from '../../ui/states.tsx';

type TaskActor = ActorRefFrom<typeof taskMachine>;
type Snapshot = SnapshotFrom<typeof taskMachine>;

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
      <div className="task-head">
        <span className="plate">{icon}</span>
        <div>
          <h2 id={titleId}>{title}</h2>
          <p className="row-note">{note}</p>
        </div>
      </div>
      <div className="task-foot">
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
  task: TaskActor;
  /** the server says so already, perhaps from another device */
  isCompleted: boolean;
  /** what it is called before the task is done */
  start: string;
}

const isClaimable = (state: Snapshot) => state.matches('canClaim') || state.matches('claiming');
const isBusy = (state: Snapshot) => state.hasTag('busy');
/** How to do it by hand is on the screen. */
export const isHelping = (state: Snapshot) => state.matches({ default: 'helping' });
const isDone = (state: Snapshot) => state.matches('completed');

/** To do, to claim, done. */
export function TaskButton({ task, isCompleted, start }: TaskButtonProps) {
  const { t } = useLingui();
  const claimable = useSelector(task, isClaimable);
  const busy = useSelector(task, isBusy);
  const done = useSelector(task, isDone);
  if (done || isCompleted) {
    return (
      // not `disabled`: it would drop the focus of whoever just pressed it
      <Button aria-disabled icon={<CheckIcon size={20} />}>
        {t`Completed`}
      </Button>
    );
  }
  return claimable ? (
    <Button busy={busy} onClick={() => task.send({ type: 'claim.pressed' })}>
      {t`Claim`}
    </Button>
  ) : (
    <Button look="tonal" busy={busy} onClick={() => task.send({ type: 'start.pressed' })}>
      {start}
    </Button>
  );
}
