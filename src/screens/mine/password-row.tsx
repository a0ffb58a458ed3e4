import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useChildIfAny } from '../../app/system/use-child.ts';
import { icon } from '../../ui/icon.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { OnwardIcon } from '../../ui/screen-icons.tsx';

const PasswordSheet = lazyComponent(() => import('./password-sheet.tsx'));

const LockIcon = icon(
  <>
    <rect x="5.75" y="10.5" width="12.5" height="9.75" rx="2.5" />
    <path d="M8.25 10.5V8a3.75 3.75 0 0 1 7.5 0v2.5M12 14.5v1.75" />
  </>,
);

/** Opens what changes the password, which is fetched for that. */
export function PasswordRow() {
  const { t } = useLingui();
  const password = useChildIfAny('password');
  const [isWanted, setWanted] = useState(false);
  return (
    <>
      <button
        type="button"
        className="row"
        onClick={() => {
          password?.send({ type: 'open.pressed' });
          setWanted(true);
        }}
      >
        <LockIcon />
        <span className="row-main">{t`Password`}</span>
        <OnwardIcon size={20} />
      </button>
      {isWanted ? <PasswordSheet /> : null}
    </>
  );
}
