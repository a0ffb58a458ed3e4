import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { ListMachine } from './actors/list.actors.ts';
import { LoadFailure } from './load-failure.tsx';

interface KnownProps<Fact> {
  fact: ActorRefFrom<ListMachine<Fact>>;
  /** the shape of what comes */
  waiting: ReactNode;
  /** says what did not come */
  failed?: string;
  children: (fact: Fact) => ReactNode;
}

/** Something that has to be asked for: its shape, then what it is, or what went wrong. */
export function Known<Fact>({ fact, waiting, failed, children }: KnownProps<Fact>) {
  const { t } = useLingui();
  const state = useSelector(fact, (snapshot) => snapshot);
  const [known] = state.context.items;
  if (known !== undefined) return children(known);
  if (state.matches('failed')) {
    return (
      <LoadFailure
        title={failed ?? t`This could not be loaded.`}
        failure={state.context.failure}
        onRetry={() => fact.send({ type: 'retry.pressed' })}
      />
    );
  }
  return <div aria-busy="true">{waiting}</div>;
}
