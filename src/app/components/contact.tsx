import { Trans } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { selectValue } from '../../../machines/resource.selectors.ts';
import { useChildIfAny } from '../system/use-child.ts';

/** The operator's contact for questions, if the configuration is loaded and has one. */
export function useContact() {
  const config = useSelector(useChildIfAny('config'), (state) => state && selectValue(state));
  return config?.support_contact;
}

/** A note with the operator's contact, if there is one. */
export function Contact() {
  const contact = useContact();
  if (!contact) return null;
  return (
    <p className="card-note">
      <Trans comment="<0>: an address or a telephone number of whom to ask, as the operator wrote it.">
        Questions? Ask <bdi translate="no">{contact}</bdi>
      </Trans>
    </p>
  );
}
