import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import { selectInstallStep } from '../../../machines/install.selectors.ts';
import { paths } from '../../app/system/paths.ts';
import { useChild } from '../../app/system/use-child.ts';
import { DownloadIcon, OnwardIcon } from '../../ui/screen-icons.tsx';

/** Link to the install page, where the app is not installed. */
export function InstallRow() {
  const { t } = useLingui();
  if (useSelector(useChild('install'), selectInstallStep) === 'installed') return null;
  return (
    <Link href={paths.install} className="row">
      <DownloadIcon />
      <span className="row-main">{t`Install the app`}</span>
      <OnwardIcon size={20} />
    </Link>
  );
}
