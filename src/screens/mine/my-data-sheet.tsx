import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { DataFormat } from '../../../contract/my-data.calls.ts';
import { selectFailure, selectSaving } from '../../../machines/my-data.selectors.ts';
import { selectState } from '../../../machines/sheet.selectors.ts';
import { startMyData } from '../../app/actors/my-data.actors.ts';
import { ActorSheet, StartedSheet } from '../../app/components/actor-sheet.tsx';
import { useChild } from '../../app/system/use-child.ts';
import { failureText } from '../../i18n/refusals.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';

/** Sheet to download all data about a member, or the transactions only. */
export default function MyDataSheet() {
  return (
    <StartedSheet child="myData" start={startMyData}>
      <Opened />
    </StartedSheet>
  );
}

function Opened() {
  const { t } = useLingui();
  const actor = useChild('myData');
  const saving = useSelector(actor, selectSaving);
  const save = (format: DataFormat) => ({
    wide: true,
    busy: saving === format,
    onClick: () => actor.send({ type: 'save.pressed', format }),
  });
  return (
    <ActorSheet child="myData" title={t`Your data`}>
      <div className="stack">
        <p className="card-note">
          {t({
            message:
              'Everything we keep about you, as a file. It contains personal details: keep it to yourself.',
            comment: 'Above the buttons that download one’s data.',
          })}
        </p>
        <Button {...save('json')}>
          {t({ message: 'Download everything (JSON)', comment: 'Button (verb).' })}
        </Button>
        <Button {...save('csv')} look="tonal">
          {t({
            message: 'Download transactions (CSV)',
            comment: 'Button (verb). All rewards and withdrawals, as a table.',
          })}
        </Button>
        <Outcome />
      </div>
    </ActorSheet>
  );
}

/** Outcome of the last press of a button. */
function Outcome() {
  const { t } = useLingui();
  const actor = useChild('myData');
  const failure = useSelector(actor, selectFailure);
  const isSaved = useSelector(actor, selectState) === 'saved';
  if (failure) return <FormError error={failureText(failure)} />;
  // mounted before it has text, so that the text is read out
  return (
    <p className="message" role="status">
      {isSaved ? t`The download has started.` : null}
    </p>
  );
}
