import type { CallFailure } from '../../../contract/failure.ts';
import { Failure } from '../../ui/states.tsx';
import { FailureText } from './failure-text.tsx';

interface LoadFailureProps {
  /** what is missing, in a plain sentence */
  title: string;
  failure: CallFailure | null;
  onRetry: () => void;
}

/** Something could not be loaded: what, why, and the button that asks again. */
export function LoadFailure({ title, failure, onRetry }: LoadFailureProps) {
  return (
    <Failure title={title} onRetry={onRetry}>
      <FailureText failure={failure ?? { kind: 'timeout' }} />
    </Failure>
  );
}
