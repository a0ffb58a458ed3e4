import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import { selectInstallStep } from '../../../machines/install.selectors.ts';
import { paths } from '../../app/system/paths.ts';
import { useChild, useEffects } from '../../app/system/use-child.ts';
import { Button } from '../../ui/button.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { DownloadIcon } from '../../ui/screen-icons.tsx';

/** The install button in its states: install, installing, installed; and the outcome. */
export function InstallCall() {
  const { t } = useLingui();
  const install = useChild('install');
  const step = useSelector(install, selectInstallStep);
  const busy = step === 'prompting' || step === 'accepted';
  const installed = step === 'installed';
  const { isStandalone } = useEffects().install;
  return (
    <div className="install-call">
      {installed ? (
        // not `disabled`: the pressed button would lose the focus
        <Button wide aria-disabled icon={<CheckIcon />}>
          {t({
            message: 'Installed',
            comment: 'State of the install button: it is there. Narrow.',
          })}
        </Button>
      ) : (
        <Button
          wide
          busy={busy}
          icon={<DownloadIcon />}
          onClick={() => install.send({ type: 'install.pressed' })}
        >
          {busy
            ? t({ message: 'Installing…', comment: 'State of the install button. Narrow.' })
            : t`Install`}
        </Button>
      )}
      <p className="row-note" role="status">
        {installed && !isStandalone ? t`Open the app from your home screen.` : null}
        {step === 'dismissed' ? t`You can still install it from the menu of your browser.` : null}
      </p>
      {installed ? (
        <Link href={paths.feed} className="button button-tonal button-wide">
          {t`Watch a clip`}
        </Link>
      ) : null}
    </div>
  );
}
