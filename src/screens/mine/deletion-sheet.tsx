import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { selectIsErasureIncomplete } from '../../../machines/deletion.selectors.ts';
import { selectState } from '../../../machines/sheet.selectors.ts';
import { startDeletion } from '../../app/actors/deletion.actors.ts';
import {
  ActorSheet,
  Completed,
  SheetContent,
  StartedSheet,
} from '../../app/components/actor-sheet.tsx';
import { Proving } from '../../app/components/proving.tsx';
import { useChild } from '../../app/system/use-child.ts';
import './deletion-sheet.css';
import { DeletionConfirmation } from './deletion-confirmation.tsx';
import { Losses } from './losses.tsx';

/** Sheet to delete the account. */
export default function DeletionSheet() {
  return (
    <StartedSheet child="deletion" start={startDeletion}>
      <Opened />
    </StartedSheet>
  );
}

function Opened() {
  const { t } = useLingui();
  const state = useSelector(useChild('deletion'), selectState);
  return (
    <>
      <ActorSheet child="deletion" title={t`Delete account`} isCompleted={state === 'deleted'}>
        <Inside />
      </ActorSheet>
      <Proving child="deletion" />
    </>
  );
}

function Inside() {
  const state = useSelector(useChild('deletion'), selectState);
  switch (state) {
    case 'loading':
    case 'lost':
    case 'shown':
      return (
        <SheetContent child="deletion">
          <Losses />
        </SheetContent>
      );
    case 'deleted':
      return <Deleted />;
    default:
      return <DeletionConfirmation />;
  }
}

function Deleted() {
  const { t } = useLingui();
  const isErasureIncomplete = useSelector(useChild('deletion'), selectIsErasureIncomplete);
  return (
    <Completed child="deletion" title={t`Your account is deleted`}>
      {isErasureIncomplete
        ? t({
            message:
              'Not everything could be erased from this device. Clear the data of this site in your browser’s settings.',
            comment: 'After the account was deleted.',
          })
        : t({
            message: 'What this app kept on this device is erased, too.',
            comment: 'After the account was deleted.',
          })}
    </Completed>
  );
}
