import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { selectItems, selectListState } from '../../../machines/list.selectors.ts';
import { CorrectionRows } from '../../app/components/correction-rows.tsx';
import { PagedList } from '../../app/components/paged-list.tsx';
import { useChild } from '../../app/system/use-child.ts';
import { Card } from '../../ui/card.tsx';

/** The operator's corrections of the balance; hidden without any, as for most people, unless they failed to load. */
export function Corrections() {
  const { t } = useLingui();
  const corrections = useChild('corrections');
  const hasAny = useSelector(corrections, selectItems).length > 0;
  const hasFailed = useSelector(corrections, selectListState) === 'failed';
  if (!hasAny && !hasFailed) return null;
  return (
    <Card
      title={t({
        message: 'Corrections',
        comment: 'Title of a list: what the operator added to the balance or took from it by hand.',
      })}
    >
      <PagedList list={corrections} failed={t`Your corrections could not be loaded.`} empty={null}>
        {(items) => <CorrectionRows items={items} />}
      </PagedList>
    </Card>
  );
}
