import { useLingui } from '@lingui/react/macro';
import type { CallFailure } from '../../contract/failure.ts';
import { failureText } from '../i18n/messages.ts';
import { Failure } from '../ui/states.tsx';

interface LoadFailureProps {
  /** what is missing, in a plain sentence */
  title: string;
  failure: CallFailure | null;
  onRetry: () => void;
}

/** Something could not be loaded: what, why, and the button that asks again. */
export function LoadFailure({ title, failure, onRetry }: LoadFailureProps) {
  const { i18n } = useLingui();
  return (
    <Failure title={title} onRetry={onRetry}>
      {i18n._(failureText(failure ?? { kind: 'timeout' }))}
    </Failure>
  );
}
