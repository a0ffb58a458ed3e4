import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { ObjectedItem } from '../../../machines/objection.machine.ts';
import { selectObjected } from '../../../machines/objection.selectors.ts';
import { selectState } from '../../../machines/sheet.selectors.ts';
import { startObjection } from '../actors/objection.actors.ts';
import { useChild } from '../system/use-child.ts';
import { ActorSheet, Completed, StartedSheet } from './actor-sheet.tsx';
import { DecidedBy, ObjectionDetails } from './objection-details.tsx';
import { ObjectionForm } from './objection-form.tsx';
import { titleTexts } from './objection-texts.ts';

/**
 * The sheet for an objection to a refusal of money.
 * @param item the refusal, with its newest state in the list
 */
export function ObjectionSheet({ item }: { item: ObjectedItem }) {
  return (
    <StartedSheet child="objection" start={startObjection(item)}>
      <Opened item={item} />
    </StartedSheet>
  );
}

function Opened({ item }: { item: ObjectedItem }) {
  const { t, i18n } = useLingui();
  const actor = useChild('objection');
  const state = useSelector(actor, selectState);
  const { kind, objection: known } = useSelector(actor, selectObjected);
  // the objection may be decided while the sheet is open
  const objection = item.objection ?? known;
  const isSent = state === 'sent';
  const shownObjection = state === 'told' ? objection : null;
  const title = shownObjection
    ? t({ message: 'Your objection', comment: 'Title of a sheet.' })
    : i18n._(titleTexts[kind]);
  return (
    <ActorSheet child="objection" title={title} isCompleted={isSent}>
      {isSent ? <Sent objection={known} /> : null}
      {shownObjection ? <ObjectionDetails kind={kind} objection={shownObjection} /> : null}
      {isSent || shownObjection ? null : <ObjectionForm isOfBlock={kind === 'block'} />}
    </ActorSheet>
  );
}

function Sent({ objection }: Pick<ObjectedItem, 'objection'>) {
  const { t } = useLingui();
  const due = objection?.decide_at;
  return (
    <Completed
      child="objection"
      title={t({ message: 'We have your objection', comment: 'After it was sent.' })}
    >
      {due ? <DecidedBy due={due} /> : null}
      {objection
        ? null
        : t({
            message:
              'If this account is blocked, we will look at it again. You can log in when it is open.',
            comment:
              'After somebody has objected to a block. Nobody is told whether it is blocked.',
          })}
    </Completed>
  );
}
