import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { MAX_OBJECTION_TEXT } from '../../../contract/objection.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextArea } from '../../ui/field.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { formatCount } from '../../ui/numbers.ts';
import { useChild } from '../system/use-child.ts';
import { objectionErrors } from './objection-texts.ts';
import { useForm } from './use-form.ts';

/** The form of an objection to a refusal of money or to a block, in the user's own words. */
export function ObjectionForm({ isOfBlock }: { isOfBlock: boolean }) {
  const { t, i18n } = useLingui();
  const { errors, isBusy, form } = useForm(useChild('objection'), objectionErrors);
  const [length, setLength] = useState(0);
  const have = formatCount(length, i18n.locale);
  const want = formatCount(MAX_OBJECTION_TEXT, i18n.locale);
  return (
    <form {...form}>
      {isOfBlock ? (
        <Credentials errors={errors} />
      ) : (
        <p className="card-note">
          {t({
            message: 'You can object once. We tell you what we decide, and why.',
            comment: 'To: a refusal of money.',
          })}
        </p>
      )}
      <TextArea
        label={t({
          message: 'Why is this wrong?',
          comment: 'This: a refusal of money. Label of a field.',
        })}
        name="text"
        rows={6}
        dir="auto"
        autoComplete="off"
        maxLength={MAX_OBJECTION_TEXT}
        onChange={({ currentTarget }) => setLength(currentTarget.value.length)}
        hint={t({
          message: `Characters: ${have} of ${want}`,
          comment:
            'Under a field: {have} is how many characters were typed, {want} the most that there may be.',
        })}
        error={errors.text && i18n._(errors.text)}
      />
      <FormError error={errors.general} />
      <Button type="submit" wide busy={isBusy}>
        {t({ message: 'Send objection', comment: 'Button (verb).' })}
      </Button>
    </form>
  );
}

/** A blocked user has no session, and sends name and password instead. */
function Credentials({ errors }: { errors: ReturnType<typeof objectionErrors> }) {
  const { t, i18n } = useLingui();
  return (
    <>
      <Field
        label={t`Username or email`}
        name="username"
        autoComplete="username"
        dir="auto"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
        error={errors.username && i18n._(errors.username)}
      />
      <Field
        label={t`Password`}
        name="password"
        type="password"
        dir="ltr"
        autoComplete="current-password"
        enterKeyHint="next"
        error={errors.password && i18n._(errors.password)}
      />
    </>
  );
}
