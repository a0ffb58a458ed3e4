import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { type SubmitEvent, useState } from 'react';
import { MAX_REPORT_TEXT, type ReportReason } from '../../../contract/report-reasons.ts';
import {
  selectMissing,
  selectRefusal,
  selectReportState,
} from '../../../machines/report.selectors.ts';
import { useChild } from '../../app/system/use-child.ts';
import { Button } from '../../ui/button.tsx';
import { LongField, Select } from '../../ui/field.tsx';
import { useFirstBadField } from '../../ui/first-bad-field.ts';
import { chooseText, errorsOf, reasonTexts } from './report-texts.ts';

/** What is wrong, from a list, and in the reporter's own words. */
export function ReportForm() {
  const { t, i18n } = useLingui();
  const report = useChild('report');
  const state = useSelector(report, selectReportState);
  const missing = useSelector(report, selectMissing);
  const refusal = useSelector(report, selectRefusal);
  const [chosen, setChosen] = useState('');
  const form = useFirstBadField(missing, refusal);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const said = new FormData(event.currentTarget);
    report.send({
      type: 'report.submitted',
      reason: String(said.get('reason') ?? '') as ReportReason | '',
      text: String(said.get('text') ?? ''),
    });
  };
  const { reason, text, general } = errorsOf(missing, refusal);
  return (
    <form ref={form} className="stack" noValidate onSubmit={submit}>
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
      <LongField
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
      {general ? (
        <p className="field-error" role="alert">
          {i18n._(general)}
        </p>
      ) : null}
      <Button type="submit" wide busy={state === 'sending'}>
        {t({ message: 'Send report', comment: 'Button (verb).' })}
      </Button>
    </form>
  );
}
