import { Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import type { CSSProperties } from 'react';
import { Link } from 'wouter';
import { IconButton } from '../ui/button.tsx';
import { CloseIcon } from '../ui/icons.tsx';
import { formatAmount } from '../ui/numbers.ts';
import { tickerBlueprint } from './actors/ticker.actors.ts';
import { WITHDRAW_PATH } from './path.ts';
import { useScreenActor, useSystem } from './system-context.tsx';
import './ticker.css';

const FULL_TURN = 360;

/** The same name has the same colour. */
const hueOf = (name: string) =>
  [...name].reduce((sum, character) => sum * 31 + character.charCodeAt(0), 7) % FULL_TURN;

/** What somebody withdrew, for a moment, at the head of the screen. */
export function Ticker() {
  const { t, i18n } = useLingui();
  const { effects } = useSystem();
  const ticker = useScreenActor(tickerBlueprint(effects));
  const notice = useSelector(ticker, ({ context }) => context.notice);
  return (
    <div className="ticker" role="status">
      {notice ? (
        <div className="ticker-notice">
          <Link
            href={WITHDRAW_PATH}
            className="ticker-link"
            onClick={() => ticker.send({ type: 'notice.pressed' })}
          >
            <span
              className="ticker-avatar"
              style={{ '--hue': hueOf(notice.username) } as CSSProperties}
              aria-hidden="true"
            >
              {notice.username.slice(0, 1).toUpperCase()}
            </span>
            <span>
              {notice.isExample ? (
                <span className="ticker-example">
                  <Trans>Example</Trans>
                </span>
              ) : null}
              <Trans>
                <bdi>{notice.username}</bdi> withdrew{' '}
                <strong>{formatAmount(notice.amount, i18n.locale, false)}</strong>
              </Trans>
            </span>
          </Link>
          <IconButton name={t`Close notice`} onClick={() => ticker.send({ type: 'close.pressed' })}>
            <CloseIcon size={20} />
          </IconButton>
        </div>
      ) : null}
    </div>
  );
}
