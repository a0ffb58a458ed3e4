import ELK from 'elkjs/lib/elk-api.js';
import workerUrl from 'elkjs/lib/elk-worker.min.js?url';
import type { AnyStateMachine } from 'xstate';
import { draw, type Shape } from '../charts/draw.ts';
import { layOut } from '../charts/layout.ts';
import { chartOf } from '../charts/model.ts';

/** A drawn chart, independent of its machine's state. */
export interface DrawnChart {
  width: number;
  height: number;
  shapes: readonly Shape[];
}

let layouter: InstanceType<typeof ELK> | null = null;

async function drawChart(machine: AnyStateMachine): Promise<DrawnChart> {
  layouter ??= new ELK({ workerUrl });
  const laidOut = await layOut(chartOf(machine), layouter);
  return { width: laidOut.width, height: laidOut.height, shapes: draw(laidOut) };
}

/** Charts by machine configuration, which all actors of a machine share, though their effects differ. */
const known = new WeakMap<object, Promise<DrawnChart>>();

/** The chart of a machine, laid out once, in a worker. */
export function drawnChartOf(machine: AnyStateMachine): Promise<DrawnChart> {
  const drawn = known.get(machine.config) ?? drawChart(machine);
  known.set(machine.config, drawn);
  return drawn;
}
