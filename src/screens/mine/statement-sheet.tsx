import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { Statement } from '../../../contract/statement.calls.ts';
import { selectUser } from '../../../machines/auth/auth.selectors.ts';
import { selectState } from '../../../machines/sheet.selectors.ts';
import { selectStatement, selectYear } from '../../../machines/statement.selectors.ts';
import { startStatement } from '../../app/actors/statement.actors.ts';
import { ActorSheet, SheetContent, StartedSheet } from '../../app/components/actor-sheet.tsx';
import { useProductName } from '../../app/components/use-product-name.ts';
import { useChild } from '../../app/system/use-child.ts';
import { canPrint } from '../../ports/print.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/field.tsx';
import { StatementTables } from './statement-table.tsx';
import './statement-sheet.css';

/** Sheet with the sums that the member has earned and was paid, by year and month. */
export default function StatementSheet() {
  return (
    <StartedSheet child="statement" start={startStatement}>
      <Opened />
    </StartedSheet>
  );
}

function Opened() {
  const { t } = useLingui();
  const actor = useChild('statement');
  const isLoading = useSelector(actor, selectState) === 'loading';
  const loaded = useSelector(actor, selectStatement);
  return (
    <ActorSheet child="statement" title={t`Statement of earnings`}>
      {loaded ? (
        <LoadedStatement statement={loaded} isOld={isLoading} />
      ) : (
        <SheetContent child="statement">{null}</SheetContent>
      )}
    </ActorSheet>
  );
}

/** @param isOld another year is loading */
function LoadedStatement({ statement, isOld }: { statement: Statement; isOld: boolean }) {
  const { t } = useLingui();
  const actor = useChild('statement');
  return (
    <>
      <Years years={statement.years} />
      <div aria-busy={isOld}>
        <StatementTables statement={statement} />
      </div>
      <Button
        wide
        aria-disabled={isOld || undefined}
        onClick={() => actor.send({ type: 'file.pressed' })}
      >
        {t({
          message: 'Download (CSV)',
          comment: 'Button (verb): the statement of earnings as a table.',
        })}
      </Button>
      {canPrint() ? (
        <Button
          wide
          look="tonal"
          aria-disabled={isOld || undefined}
          onClick={() => actor.send({ type: 'print.pressed' })}
        >
          {t`Print`}
        </Button>
      ) : null}
      <Printed>
        <StatementTables statement={statement} />
      </Printed>
    </>
  );
}

/** Choice of the year, the newest first; none with a single year. */
function Years({ years }: { years: readonly number[] }) {
  const { t } = useLingui();
  const actor = useChild('statement');
  const year = useSelector(actor, selectYear);
  if (years.length < 2) return null;
  return (
    <Select
      label={t({ message: 'Year', comment: 'Label of a choice: the year of a statement.' })}
      value={year ?? undefined}
      onChange={({ target }) => actor.send({ type: 'year.picked', year: Number(target.value) })}
    >
      {[...years].reverse().map((each) => (
        <option key={each} value={each}>
          {each}
        </option>
      ))}
    </Select>
  );
}

/** Version for paper only: outside the app's element, so that it spans as many pages as needed. */
function Printed({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  const product = useProductName();
  const user = useSelector(useChild('auth'), selectUser);
  const id = user?.id;
  return createPortal(
    <div className="statement-printed">
      <h1>{t`Statement of earnings`}</h1>
      <p>
        <bdi translate="no">{product}</bdi> · <bdi translate="no">{user?.username}</bdi> ·{' '}
        {t`ID ${id}`}
      </p>
      {children}
    </div>,
    document.body,
  );
}
