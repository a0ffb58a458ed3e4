import { useLingui } from '@lingui/react/macro';
import { startSessions } from '../../app/actors/sessions.actors.ts';
import { ActorSheet, SheetContent, StartedSheet } from '../../app/components/actor-sheet.tsx';
import { Proving } from '../../app/components/proving.tsx';
import { SessionList } from './session-list.tsx';

/** Sheet of the member's sessions. */
export default function SessionsSheet() {
  const { t } = useLingui();
  return (
    <StartedSheet child="sessions" start={startSessions}>
      <ActorSheet child="sessions" title={t`Where you are logged in`}>
        <SheetContent child="sessions">
          <SessionList />
        </SheetContent>
      </ActorSheet>
      <Proving child="sessions" />
    </StartedSheet>
  );
}
