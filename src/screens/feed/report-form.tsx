import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { MAX_REPORT_TEXT } from '../../../contract/report-reasons.ts';
import { useForm } from '../../app/components/use-form.ts';
import { useChild } from '../../app/system/use-child.ts';
import { Button } from '../../ui/button.tsx';
import { Select, TextArea } from '../../ui/field.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { chooseText, reasonTexts, reportErrors } from './report-texts.ts';

/** Form of a report: a reason from the list, and the reporter's own text. */
export function ReportForm() {
  const { t, i18n } = useLingui();
  const { errors, isBusy, form } = useForm(useChild('report'), reportErrors);
  const { reason, text, general } = errors;
  const [chosen, setChosen] = useState('');
  return (
    <form {...form}>
      <Select
        label={t({ message: 'What is wrong with it?', comment: 'It: a clip or an ad.' })}
        name="reason"
        value={chosen}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        error={reason && i18n._(reason)}
      >
        <option value="">{i18n._(chooseText)}</option>
        {Object.entries(reasonTexts).map(([value, words]) => (
          <option key={value} value={value}>
            {i18n._(words)}
          </option>
        ))}
      </Select>
      <TextArea
        label={
          chosen === 'other'
            ? t({ message: 'In your own words', comment: 'Label of a field.' })
            : t({
                message: 'In your own words (optional)',
                comment: 'Label of a field, may be left empty.',
              })
        }
        name="text"
        autoComplete="off"
        maxLength={MAX_REPORT_TEXT}
        error={text && i18n._(text)}
      />
      <FormError error={general} />
      <Button type="submit" wide busy={isBusy}>
        {t({ message: 'Send report', comment: 'Button (verb).' })}
      </Button>
    </form>
  );
}
