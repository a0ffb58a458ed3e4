import type { MessageDescriptor } from '@lingui/core';
import type { AnyMachineSnapshot } from 'xstate';
import type { ChildId } from '../../../machines/app/children.ts';
import type { AppContext } from '../../../machines/app/context.ts';

/** A test that shows the same, mostly in a browser; its file and title must exist. */
export interface Shown {
  /** from the root of the project */
  file: string;
  title: string;
}

interface Stated {
  /** section and shortened words of the specification */
  section: 1 | 2 | 4 | 5 | 8 | 9;
  spec: string;
  shown?: Shown;
}

/** A transition to a condition, with its effects and events. */
export interface StepRow extends Stated {
  /** as in `video.playback.standby --stage.entered--> playback.live.starting`; `xstate.init` is the beginning */
  step: string;
  /** the relevant fields of the event */
  given?: Record<string, unknown>;
  /** actions outside of the machine */
  does?: readonly string[];
  /** events for the root */
  tells?: readonly string[];
  /** events for the machine's actors */
  sends?: readonly string[];
  /** the relevant part of the context afterwards */
  leaves?: Record<string, unknown>;
}

/** A toast: the machine sends an event, for which the app shows this text. */
export interface ToastRow extends Stated {
  machine: string;
  /** the relevant fields of the event */
  news: { type: string } & Record<string, unknown>;
  /** the root's context; default: a member's */
  context?: AppContext;
  toast: string;
}

/** A route from one machine's event to another machine by the root. */
export interface ReachRow extends Stated {
  machine: string;
  /** the relevant fields of the event */
  news: { type: string } & Record<string, unknown>;
  context?: AppContext;
  reaches: { to: ChildId; event: { type: string } & Record<string, unknown> };
}

/** A message beside its cause; the view derives its text from the machine's snapshot. */
export interface MessageRow extends Stated {
  machine: string;
  /** the event that shows the message */
  on: string;
  state: string;
  message: (snapshot: AnyMachineSnapshot) => MessageDescriptor | null | undefined;
  says: string;
}

/** A row of no machine: the frame, a port or the page holds it, and its test is the only proof. */
interface FrameRow extends Stated {
  holder: string;
  shown: Shown;
}

export type Row = StepRow | ToastRow | ReachRow | MessageRow | FrameRow;

export interface Area {
  name: string;
  rows: readonly Row[];
}

/** From a state of a machine, by an event, to another state. */
export type Way = readonly [from: string, on: string, to: string];

/** Returns a function that makes rows of one machine with the same test. */
export const stepsOf =
  (machine: string, title: string, shown: Shown, section: Stated['section'] = 4) =>
  (spec: string, [from, on, to]: Way, more: Partial<StepRow> = {}): StepRow => ({
    ...{ section, spec: `${title}: ${spec}`, shown },
    step: `${machine}.${from} --${on}--> ${to}`,
    ...more,
  });

/** Returns the parts of a row's step; `from` is empty for a machine's beginning. */
export function partsOf({ step }: StepRow) {
  const parts = /^(\w+)\.?(\S*) --(.+)--> (\S+)$/.exec(step);
  if (!parts) throw new Error(`"${step}" is no step`);
  const [, machine = '', from = '', on = '', to = ''] = parts;
  return { machine, from, on, to };
}

/** Returns the row's machine; null: the row has none. */
export const machineOf = (row: Row): string | null =>
  'step' in row ? partsOf(row).machine : 'machine' in row ? row.machine : null;
