import { useLingui } from '@lingui/react/macro';
import type { CallFailure } from '../../../contract/failure.ts';
import { failureText } from '../../i18n/refusals.ts';

/** The reason of a refusal. */
export default function RefusalText({ failure }: { failure: CallFailure }) {
  const { i18n } = useLingui();
  return i18n._(failureText(failure));
}
