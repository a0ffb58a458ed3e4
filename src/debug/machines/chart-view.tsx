import type { ChartState } from './chart.ts';
import './chart.css';

/** A state and the states in it; regions that run at once stand beside each other. */
export function Chart({ state }: { state: ChartState }) {
  return (
    <ul className="chart">
      <Box {...state} />
    </ul>
  );
}

/** What the eye sees as a mark, in words. */
function marksOf({ kind, isInitial, isActive }: ChartState): string {
  const marks = [
    ...(isActive ? ['active'] : []),
    ...(isInitial ? ['initial'] : []),
    ...(kind === 'final' || kind === 'history' || kind === 'parallel' ? [kind] : []),
  ];
  return marks.join(', ');
}

function Box(state: ChartState) {
  const { name, kind, isInitial, isActive, tags, invokes, states } = state;
  return (
    <li className={`chart-state chart-${kind}`} aria-current={isActive || undefined}>
      <p className="chart-name">
        {isInitial ? <span className="chart-initial" aria-hidden="true" /> : null}
        {kind === 'history' ? (
          <span className="chart-mark" aria-hidden="true">
            H
          </span>
        ) : null}
        <span>{name}</span>
        <span className="unseen">{marksOf(state)}</span>
        {tags.map((tag) => (
          <span key={tag} className="chart-tag">
            {tag}
          </span>
        ))}
        {invokes.map((id) => (
          <span key={id} className="chart-invoke">
            {id}
          </span>
        ))}
      </p>
      {states.length > 0 ? (
        <ul className="chart">
          {states.map((inner) => (
            <Box key={inner.id} {...inner} />
          ))}
        </ul>
      ) : null}
    </li>
  );
}
