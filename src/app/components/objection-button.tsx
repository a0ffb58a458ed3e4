import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { ObjectedItem } from '../../../machines/objection.machine.ts';
import { selectState } from '../../../machines/sheet.selectors.ts';
import { Button } from '../../ui/button.tsx';
import { useChildIfAny } from '../system/use-child.ts';
import { ObjectionSheet } from './objection-sheet.tsx';
import { blockedText, buttonTexts } from './objection-texts.ts';
import './objection-button.css';

/** The button that opens the objection to a refusal of money, and shows its status. */
export default function ObjectionButton({ item }: { item: ObjectedItem }) {
  const { i18n } = useLingui();
  const actor = useChildIfAny('objection');
  const isClosed = useSelector(actor, (at) => at !== undefined && selectState(at) === 'closed');
  const [isWanted, setWanted] = useState(false);
  // the sheet may next be opened for another refusal
  useEffect(() => {
    if (isClosed) setWanted(false);
  }, [isClosed]);
  const open = () => {
    // the sheet may be open for another refusal, on a screen that was left
    actor?.send({ type: 'dialog.closed' });
    actor?.send({ type: 'objection.pressed', item });
    setWanted(true);
  };
  return (
    <>
      {item.kind === 'block' ? (
        <Button look="quiet" wide onClick={open}>
          {i18n._(blockedText)}
        </Button>
      ) : (
        <div className="objection-row">
          <Button look="tonal" className="button-small objection-button" onClick={open}>
            {i18n._(buttonTexts[item.objection?.status ?? 'none'])}
          </Button>
        </div>
      )}
      {isWanted ? <ObjectionSheet item={item} /> : null}
    </>
  );
}
