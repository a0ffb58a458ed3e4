import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { ChildRef } from '../../../machines/app/children.ts';
import { selectUpdateOffer } from '../../../machines/app-update.selectors.ts';
import { Button } from '../../ui/button.tsx';
import './update-notice.css';

/** The notice of a newer version: updates at a press, or after Later by itself. */
export function UpdateNotice({ appUpdate }: { appUpdate: ChildRef<'appUpdate'> }) {
  const { t } = useLingui();
  const offer = useSelector(appUpdate, selectUpdateOffer);
  const busy = offer === 'applying';
  return (
    <div className="above-screens update" role="status">
      {offer === 'hidden' ? null : (
        <div className="update-notice">
          <p>{t`A new version is ready.`}</p>
          {busy ? null : (
            <Button
              className="button-small"
              look="quiet"
              onClick={() => appUpdate.send({ type: 'later.pressed' })}
            >
              {t({ message: 'Later', comment: 'Button: do not update now. Narrow.' })}
            </Button>
          )}
          <Button
            className="button-small"
            busy={busy}
            onClick={() => appUpdate.send({ type: 'update.pressed' })}
          >
            {busy
              ? t({ message: 'Updating…', comment: 'State of the update button. Narrow.' })
              : t({
                  message: 'Update',
                  comment: 'Button (verb): change to the new version. Narrow.',
                })}
          </Button>
        </div>
      )}
    </div>
  );
}
