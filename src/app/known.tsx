import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import { failureText } from '../i18n/messages.ts';
import { Failure } from '../ui/states.tsx';
import type { ListMachine } from './actors/list.actors.ts';

interface KnownProps<Fact> {
  fact: ActorRefFrom<ListMachine<Fact>>;
  /** the shape of what comes */
  waiting: ReactNode;
  children: (fact: Fact) => ReactNode;
}

/** Something that has to be asked for: its shape, then what it is, or what went wrong. */
export function Known<Fact>({ fact, waiting, children }: KnownProps<Fact>) {
  const { i18n } = useLingui();
  const state = useSelector(fact, (snapshot) => snapshot);
  const [known] = state.context.items;
  if (known !== undefined) return children(known);
  if (state.matches('failed')) {
    return (
      <Failure
        title={i18n._(failureText(state.context.failure ?? { kind: 'timeout' }))}
        onRetry={() => fact.send({ type: 'retry.pressed' })}
      />
    );
  }
  return <div aria-busy="true">{waiting}</div>;
}
