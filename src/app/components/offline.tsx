import { useLingui } from '@lingui/react/macro';
import { Failure } from '../../ui/states.tsx';

/**
 * A screen without data for lack of a connection: a quiet notice, shown once, as the data is loaded
 * once there is a connection. The button is for users who notice the connection earlier.
 */
export function Offline({ onRetry }: { onRetry: () => void }) {
  const { t } = useLingui();
  return <Failure isQuiet title={t`You are offline`} onRetry={onRetry} />;
}
