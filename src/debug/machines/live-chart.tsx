import { createElement, type ReactNode, useEffect, useRef, useState } from 'react';
import type { AnyMachineSnapshot, AnyStateNode } from 'xstate';
import { Button } from '../../ui/button.tsx';
import type { Shape } from '../charts/draw.ts';
import { valueText } from '../charts/words.ts';
import { type DrawnChart, drawnChartOf } from './layouts.ts';
import '../charts/chart.css';
import './live-chart.css';

interface LiveChartProps {
  snapshot: AnyMachineSnapshot;
  /** ids of the last transitions */
  taken: readonly string[];
}

/** Chart of a machine, with its active states marked and its last transitions highlighted. */
export function LiveChart({ snapshot, taken }: LiveChartProps) {
  const chart = useChart(snapshot);
  const [isWhole, setWhole] = useState(false);
  if (chart === 'failed') return <p className="card-note">The chart could not be drawn.</p>;
  const active = new Set((snapshot._nodes as AnyStateNode[]).map(({ id }) => id));
  return (
    <>
      <div className="workbench-row">
        <Button
          look="tonal"
          className="live-chart-size"
          aria-pressed={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          Whole chart
        </Button>
      </div>
      {chart ? (
        <Drawing
          chart={chart}
          isWhole={isWhole}
          name={`Chart, ${valueText(snapshot.value)}`}
          active={active}
          taken={new Set(taken)}
        />
      ) : (
        <div className="live-chart" aria-busy="true" />
      )}
    </>
  );
}

function useChart({ machine }: AnyMachineSnapshot): DrawnChart | 'failed' | null {
  const [chart, setChart] = useState<DrawnChart | 'failed' | null>(null);
  useEffect(() => {
    let isLeft = false;
    const set = (drawn: DrawnChart | 'failed') => isLeft || setChart(drawn);
    drawnChartOf(machine).then(set, () => set('failed'));
    return () => {
      isLeft = true;
    };
  }, [machine]);
  return chart;
}

interface Marks {
  active: ReadonlySet<string>;
  taken: ReadonlySet<string>;
}

interface DrawingProps extends Marks {
  chart: DrawnChart;
  isWhole: boolean;
  name: string;
}

const MARGIN = 8;

function Drawing({ chart, isWhole, name, ...marks }: DrawingProps) {
  const { width, height, shapes } = chart;
  const box = useRef<HTMLElement>(null);
  const [wide, high] = [width + 2 * MARGIN, height + 2 * MARGIN];
  // biome-ignore lint/correctness/useExhaustiveDependencies: `name` contains the active state
  useEffect(() => {
    if (!isWhole && box.current) showActive(box.current);
  }, [name, isWhole]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
    <figure className="live-chart" aria-label="Chart" tabIndex={0} ref={box}>
      <svg
        className={isWhole ? 'live-chart-whole' : undefined}
        role="img"
        aria-label={name}
        width={wide}
        height={high}
        viewBox={`${-MARGIN} ${-MARGIN} ${wide} ${high}`}
      >
        {shapes.map((shape, at) => elementOf(shape, marks, at))}
      </svg>
    </figure>
  );
}

/** Scrolls the chart, but not the page, to the active state. */
function showActive(box: HTMLElement): void {
  const place = box.querySelector('.chart-is-active:not(.chart-holder)')?.getBoundingClientRect();
  if (!place) return;
  const seen = box.getBoundingClientRect();
  box.scrollBy(
    place.left + place.width / 2 - seen.left - seen.width / 2,
    place.top + place.height / 2 - seen.top - seen.height / 2,
  );
}

function classOf({ attributes, of }: Shape, { active, taken }: Marks): string {
  const isActive = of?.state !== undefined && active.has(of.state);
  const isLit = of?.transitions?.some((id) => taken.has(id)) === true;
  return [attributes.class, isActive && 'chart-is-active', isLit && 'chart-is-lit']
    .filter(Boolean)
    .join(' ');
}

function elementOf(shape: Shape, marks: Marks, key: number): ReactNode {
  const { tag, attributes, of, children = [], text } = shape;
  const { class: _, 'text-anchor': textAnchor, ...others } = attributes;
  const inner = children.map((child, at) => elementOf(child, marks, at));
  const properties = {
    ...others,
    ...(textAnchor !== undefined && { textAnchor }),
    ...(of?.state !== undefined && { 'data-state': of.state }),
    key,
    className: classOf(shape, marks),
  };
  return createElement(tag, properties, text ?? inner);
}
