import { useLingui } from '@lingui/react/macro';
import { Failure } from '../../ui/states.tsx';

/**
 * A quiet notice, shown once on a screen that has no data for lack of a connection: the data is
 * loaded once there is one. The button is for users who notice the connection earlier.
 */
export function Offline({ onRetry }: { onRetry: () => void }) {
  const { t } = useLingui();
  return <Failure isQuiet title={t`You are offline`} onRetry={onRetry} />;
}
