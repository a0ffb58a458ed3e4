import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { selectState } from '../../../machines/sheet.selectors.ts';
import { startEmailChange } from '../../app/actors/email-change.actors.ts';
import { ActorSheet, Completed, StartedSheet } from '../../app/components/actor-sheet.tsx';
import EmailConfirmation from '../../app/components/email-confirmation.tsx';
import { emailErrors } from '../../app/components/email-errors.ts';
import { Proving, useResubmitWhenProven } from '../../app/components/proving.tsx';
import { useForm } from '../../app/components/use-form.ts';
import { useChild } from '../../app/system/use-child.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormError } from '../../ui/form-error.tsx';

/** Sheet to change the e-mail. */
export default function EmailSheet() {
  return (
    <StartedSheet child="emailChange" start={startEmailChange}>
      <Opened />
    </StartedSheet>
  );
}

function Opened() {
  const { t } = useLingui();
  const isSent = useSelector(useChild('emailChange'), selectState) === 'sent';
  return (
    <>
      <ActorSheet
        child="emailChange"
        title={t({ message: 'Change email', comment: 'Row (verb), and the title of its form.' })}
        isCompleted={isSent}
      >
        {isSent ? (
          <Completed child="emailChange" title={t`Open the link in your email`}>
            {t({
              message:
                'A link is on its way to the new email, unless another account has it. It works once, for 24 hours. Look in your spam folder, too.',
              comment: 'After asking for another email address.',
            })}
          </Completed>
        ) : (
          <>
            <EmailConfirmation />
            <EmailForm />
          </>
        )}
      </ActorSheet>
      <Proving child="emailChange" />
    </>
  );
}

function EmailForm() {
  const { t, i18n } = useLingui();
  const { errors, isBusy, form } = useForm(useChild('emailChange'), emailErrors);
  useResubmitWhenProven('emailChange', form.ref);
  return (
    <form {...form}>
      <p>{t`Your email changes when you open the link that we send to the new one.`}</p>
      <Field
        dir="ltr"
        autoCapitalize="none"
        spellCheck={false}
        label={t({ message: 'New email', comment: 'Label of a field.' })}
        name="email"
        type="email"
        autoComplete="email"
        enterKeyHint="send"
        error={errors.email && i18n._(errors.email)}
      />
      <FormError error={errors.general} />
      <Button type="submit" wide busy={isBusy}>{t`Change email`}</Button>
    </form>
  );
}
