import { useLingui } from '@lingui/react/macro';
import { Failure } from '../../ui/states.tsx';

/**
 * Nothing can be shown without a connection: said once on a screen, and quietly, for what is
 * missing comes by itself. The button is for those who know sooner that there is one.
 */
export function Offline({ onRetry }: { onRetry: () => void }) {
  const { t } = useLingui();
  return <Failure isQuiet title={t`You are offline`} onRetry={onRetry} />;
}
