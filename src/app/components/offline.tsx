import { useLingui } from '@lingui/react/macro';
import { Failure } from '../../ui/states.tsx';

/**
 * A quiet notice, shown once on a screen that has no data because the device is offline. The data is
 * loaded when the connection returns; the button is for users who notice the connection earlier.
 */
export function Offline({ onRetry }: { onRetry: () => void }) {
  const { t } = useLingui();
  return <Failure isQuiet title={t`You are offline`} onRetry={onRetry} />;
}
