import { useLingui } from '@lingui/react/macro';
import type { CSSProperties } from 'react';
import { CheckIcon } from './icons.tsx';
import { formatAmount } from './numbers.ts';
import './reward-ring.css';

interface RewardRingProps {
  /** counted part of the watch time, 0 to 1 */
  fraction: number;
  /** the reward, as on the wire */
  reward: string;
  /**
   * `promised`: watched, and paid after a registration; `claiming`: waits for the server's answer; `rewarded`: bursts
   * and shows the credited amount
   */
  phase: 'filling' | 'promised' | 'claiming' | 'rewarded';
  /** seconds between two values of `fraction`: the ring moves evenly between them */
  stepSeconds?: number;
}

const RADIUS = 25;

/** A ring around the reward; it fills while watching counts. */
export function RewardRing({ fraction, reward, phase, stepSeconds = 1 }: RewardRingProps) {
  const { t, i18n } = useLingui();
  const filled = phase === 'filling' ? Math.min(Math.max(fraction, 0), 1) : 1;
  const amount = formatAmount(reward, i18n.locale, true);
  const valueTexts = {
    rewarded: t({
      message: `${amount}, earned`,
      comment:
        'Read out by a screen reader for the ring around a reward. {amount}: a sum such as +0.05 that has been credited.',
    }),
    promised: t({
      message: `${amount}, yours when you register`,
      comment:
        'Read out by a screen reader. {amount}: a sum such as +0.05 that a visitor gets on registering.',
    }),
    claiming: amount,
    filling: amount,
  };
  const style = { '--filled': filled, '--step': `${stepSeconds}s` } as CSSProperties;
  return (
    <div
      className={`reward-ring reward-ring-${phase}`}
      style={style}
      role="progressbar"
      aria-label={t({
        message: 'Watch reward',
        comment: 'Name of the progress ring for screen readers (noun): the reward for watching.',
      })}
      aria-valuenow={Math.round(filled * 100)}
      aria-valuetext={valueTexts[phase]}
    >
      <svg viewBox="0 0 60 60" aria-hidden="true">
        <circle className="reward-ring-track" cx="30" cy="30" r={RADIUS} />
        <circle className="reward-ring-fill" cx="30" cy="30" r={RADIUS} pathLength={1} />
      </svg>
      <span className="reward-ring-value" aria-hidden="true">
        {phase === 'rewarded' ? <CheckIcon /> : amount}
      </span>
      {phase === 'rewarded' ? <Burst /> : null}
    </div>
  );
}

const RAYS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

function Burst() {
  return (
    <span className="reward-burst" aria-hidden="true">
      {RAYS.map((ray) => (
        <i key={ray} style={{ '--turn': ray / RAYS.length } as CSSProperties} />
      ))}
    </span>
  );
}
