import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import { INSTALL_PATH } from '../../app/path.ts';
import { useSystem } from '../../app/system-context.tsx';
import { DownloadIcon, OnwardIcon } from '../../ui/icons.tsx';

/** The way to the app on the home screen, for whoever does not have it there yet. */
export function InstallRow() {
  const { t } = useLingui();
  const { install } = useSystem();
  const isInstalled = useSelector(install, (state) => state.matches('installed'));
  if (isInstalled) return null;
  return (
    <Link href={INSTALL_PATH} className="row">
      <DownloadIcon />
      <span className="row-main">{t`Install the app`}</span>
      <OnwardIcon size={20} />
    </Link>
  );
}
