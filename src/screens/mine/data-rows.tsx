import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { selectIsSavingData } from '../../../machines/clip-loading.selectors.ts';
import type { DataUsed } from '../../../machines/data-used.machine.ts';
import { selectDataUsed } from '../../../machines/data-used.selectors.ts';
import { useChild } from '../../app/system/use-child.ts';
import { areSizesKnown } from '../../ports/transfers.ts';
import { Switch } from '../../ui/field.tsx';
import { isolate } from '../../ui/isolate.ts';
import { GaugeIcon, TransferIcon } from '../../ui/screen-icons.tsx';
import { Skeleton } from '../../ui/states.tsx';

/** Bytes that the app has fetched, and the switch for data saving. */
export function DataRows() {
  const { t } = useLingui();
  const clipLoading = useChild('clipLoading');
  const isSavingData = useSelector(clipLoading, selectIsSavingData);
  return (
    <>
      <Switch
        label={t({ message: 'Use less data', comment: 'Label of a switch: of mobile data.' })}
        icon={<GaugeIcon />}
        checked={isSavingData}
        onChange={() => clipLoading.send({ type: 'saver.pressed' })}
      />
      {areSizesKnown() && <DataUsedRow />}
    </>
  );
}

const BYTES_PER_MB = 1_000_000;

function DataUsedRow() {
  const { t } = useLingui();
  const used = useSelector(useChild('dataUsed'), selectDataUsed);
  return (
    <div className="row">
      <TransferIcon />
      <span className="row-main">
        <span>{t({ message: 'Data used', comment: 'Label: of mobile data, by this app.' })}</span>
        <span className="row-note">
          {used ? <DataUsedText {...used} /> : <Skeleton width="10em" />}
        </span>
      </span>
    </div>
  );
}

/** The bytes of today and of this month, in megabytes. */
function DataUsedText(used: DataUsed) {
  const { t, i18n } = useLingui();
  const inMegabytes = (bytes: number) =>
    isolate(
      i18n.number(bytes / BYTES_PER_MB, {
        style: 'unit',
        unit: 'megabyte',
        maximumFractionDigits: bytes < 100 * BYTES_PER_MB ? 1 : 0,
      }),
    );
  const today = inMegabytes(used.today);
  const month = inMegabytes(used.month);
  return t({
    message: `Today ${today}, this month ${month}`,
    comment: '{today}, {month}: amounts of data such as 3.4 MB.',
  });
}
