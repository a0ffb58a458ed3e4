import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import type { Ref } from 'react';
import './field.css';

interface FormErrorProps {
  error: MessageDescriptor | null | undefined;
  ref?: Ref<HTMLParagraphElement>;
}

/** Error of a form's call that belongs to no field; read out as it appears. */
export function FormError({ error, ref }: FormErrorProps) {
  const { i18n } = useLingui();
  if (!error) return null;
  return (
    <p className="field-error" role="alert" ref={ref}>
      {i18n._(error)}
    </p>
  );
}
