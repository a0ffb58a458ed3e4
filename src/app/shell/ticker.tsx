import { Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { CSSProperties } from 'react';
import { Link } from 'wouter';
import type { ChildRef } from '../../../machines/app/children.ts';
import { selectNotice } from '../../../machines/ticker.selectors.ts';
import { IconButton } from '../../ui/button.tsx';
import { initialOf } from '../../ui/initial.ts';
import { formatAmount } from '../../ui/numbers.ts';
import { CloseIcon } from '../../ui/screen-icons.tsx';
import { paths } from '../system/paths.ts';
import './ticker.css';

const FULL_TURN = 360;

/** The colour of a name, always the same for one name. */
const hueOf = (name: string) =>
  [...name].reduce((sum, character) => sum * 31 + character.charCodeAt(0), 7) % FULL_TURN;

/** The ticker: a notice of a withdrawal, shown briefly at the top of the screen. */
export function Ticker({ ticker }: { ticker: ChildRef<'ticker'> }) {
  const { t, i18n } = useLingui();
  const notice = useSelector(ticker, selectNotice);
  return (
    <div className="above-screens ticker" role="status">
      {notice ? (
        <div className="ticker-notice">
          <Link
            href={paths.withdraw}
            className="ticker-link"
            onClick={() => ticker.send({ type: 'notice.pressed' })}
          >
            <span
              className="disc ticker-avatar"
              style={{ '--hue': hueOf(notice.username) } as CSSProperties}
              aria-hidden="true"
            >
              <bdi>{initialOf(notice.username, i18n.locale)}</bdi>
            </span>
            <span>
              {notice.isExample ? (
                <>
                  <span className="ticker-example">
                    <Trans comment="Marks a notice of the ticker that is invented, not a real withdrawal. Narrow.">
                      Example
                    </Trans>
                  </span>{' '}
                </>
              ) : null}
              <Withdrew name={notice.username} sum={notice.amount} />
            </span>
          </Link>
          <IconButton
            name={t({
              message: 'Close notice',
              comment: 'Name of an icon button, for screen readers (verb): hide the notice.',
            })}
            onClick={() => ticker.send({ type: 'close.pressed' })}
          >
            <CloseIcon size={20} />
          </IconButton>
        </div>
      ) : null}
    </div>
  );
}

/** @param sum money in the format of the wire */
function Withdrew({ name, sum }: { name: string; sum: string }) {
  const { i18n } = useLingui();
  const amount = formatAmount(sum, i18n.locale, false);
  return (
    <Trans comment="Notice of a withdrawal that was paid. {name}: a masked user name; {amount}: a sum such as 12.50. Narrow.">
      <bdi className="ellipsis" translate="no">
        {name}
      </bdi>{' '}
      withdrew <strong translate="no">{amount}</strong>
    </Trans>
  );
}
