import type { CallFailure } from '../../../contract/failure.ts';
import { Failure } from '../../ui/states.tsx';
import { FailureText } from './failure-text.tsx';

interface LoadFailureProps {
  /** the missing data, in a plain sentence */
  title: string;
  failure: CallFailure | null;
  onRetry: () => void;
}

/** A failed load: the missing data, the reason, and the button that retries. */
export function LoadFailure({ title, failure, onRetry }: LoadFailureProps) {
  return (
    <Failure title={title} onRetry={onRetry}>
      <FailureText failure={failure ?? { kind: 'timeout' }} />
    </Failure>
  );
}
