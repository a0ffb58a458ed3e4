import { useLingui } from '@lingui/react/macro';
import type { CallFailure } from '../../../contract/failure.ts';
import { isPlainFailure, plainFailureTexts } from '../../i18n/failures.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';

/** Texts of refusals are loaded when needed: a refusal proves that there is a connection. */
const RefusalText = lazyComponent(() => import('./refusal-text.tsx'));

/** The reason why a call failed. */
export function FailureText({ failure }: { failure: CallFailure }) {
  const { i18n } = useLingui();
  if (isPlainFailure(failure)) return i18n._(plainFailureTexts[failure.kind]);
  return <RefusalText failure={failure} />;
}
