import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { DataFormat } from '../../../contract/my-data.calls.ts';
import {
  selectFailure,
  selectMyDataState,
  selectSaving,
} from '../../../machines/my-data.selectors.ts';
import { startMyData } from '../../app/actors/my-data.actors.ts';
import { useChild, useChildIfAny, useEffects, useRoot } from '../../app/system/use-child.ts';
import { failureText } from '../../i18n/refusals.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialog.tsx';

/** All that is kept about somebody, as a file; its machine starts with it, and stays. */
export default function MyDataSheet() {
  const root = useRoot();
  const effects = useEffects();
  useEffect(() => startMyData({ root, effects }), [root, effects]);
  return useChildIfAny('myData') ? <Opened /> : null;
}

function Opened() {
  const { t } = useLingui();
  const actor = useChild('myData');
  const state = useSelector(actor, selectMyDataState);
  const saving = useSelector(actor, selectSaving);
  if (state === 'closed') return null;
  const close = () => actor.send({ type: 'dialog.closed' });
  const save = (format: DataFormat) => ({
    wide: true,
    busy: saving === format,
    onClick: () => actor.send({ type: 'save.pressed', format }),
  });
  return (
    <Sheet title={t`Your data`} onClose={close}>
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
        <Button wide look="quiet" onClick={close}>{t`Close`}</Button>
      </div>
    </Sheet>
  );
}

/** What became of the last press. */
function Outcome() {
  const { t, i18n } = useLingui();
  const actor = useChild('myData');
  const failure = useSelector(actor, selectFailure);
  const isSaved = useSelector(actor, selectMyDataState) === 'saved';
  if (failure) {
    return (
      <p className="field-error" role="alert">
        {i18n._(failureText(failure))}
      </p>
    );
  }
  // there before its words, so that they are read out
  return (
    <p className="said" role="status">
      {isSaved ? t`The download has started.` : null}
    </p>
  );
}
