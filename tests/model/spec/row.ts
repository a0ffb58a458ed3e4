import type { MessageDescriptor } from '@lingui/core';
import type { AnyMachineSnapshot } from 'xstate';
import type { ChildId } from '../../../machines/app/children.ts';
import type { AppContext } from '../../../machines/app/context.ts';

/** A test that shows the same to a person's eyes; its file and title are looked up. */
export interface Shown {
  /** from the root of the project */
  file: string;
  title: string;
}

interface Stated {
  /** the specification's own section and words, shortened */
  section: 1 | 2 | 4 | 5 | 8 | 9;
  spec: string;
  shown?: Shown;
}

/** A transition: what leads to a condition, and what it did and told on its way. */
export interface StepRow extends Stated {
  /** as in `video.playback.standby --stage.entered--> playback.live.starting`; `xstate.init` is the beginning */
  step: string;
  /** what the event carries, as far as it matters here */
  given?: Record<string, unknown>;
  /** actions on the outside world */
  does?: readonly string[];
  /** news */
  tells?: readonly string[];
  /** events for its own actors */
  sends?: readonly string[];
  /** what of the context must be so afterwards */
  leaves?: Record<string, unknown>;
}

/** Words that appear for a moment, above everything: told as news, worded by the app. */
export interface ToastRow extends Stated {
  machine: string;
  /** the news, as far as it matters here */
  news: { type: string } & Record<string, unknown>;
  /** to whom; a member where nothing is said */
  context?: AppContext;
  toast: string;
}

/** What one machine's event means to another, which hears of it from the root. */
export interface ReachRow extends Stated {
  machine: string;
  /** the event, as far as it matters here */
  news: { type: string } & Record<string, unknown>;
  context?: AppContext;
  reaches: { to: ChildId; event: { type: string } & Record<string, unknown> };
}

/** Words that stay where the trouble is, read from the machine by the view's own table. */
export interface MessageRow extends Stated {
  machine: string;
  /** what brings them */
  on: string;
  state: string;
  message: (snapshot: AnyMachineSnapshot) => MessageDescriptor | null | undefined;
  says: string;
}

/** Held by no machine: the frame's, a port's or the page's own; its test stands alone. */
interface FrameRow extends Stated {
  holder: string;
  shown: Shown;
}

export type Row = StepRow | ToastRow | ReachRow | MessageRow | FrameRow;

export interface Area {
  name: string;
  rows: readonly Row[];
}

/** From a state of a machine, by an event, to another. */
export type Way = readonly [from: string, on: string, to: string];

/** Makes the rows of one machine that the same test shows. */
export const stepsOf =
  (machine: string, title: string, shown: Shown, section: Stated['section'] = 4) =>
  (spec: string, [from, on, to]: Way, more: Partial<StepRow> = {}): StepRow => ({
    ...{ section, spec: `${title}: ${spec}`, shown },
    step: `${machine}.${from} --${on}--> ${to}`,
    ...more,
  });

/** What a row's step is made of; `from` is empty of what a machine begins with. */
export function partsOf({ step }: StepRow) {
  const parts = /^(\w+)\.?(\S*) --(.+)--> (\S+)$/.exec(step);
  if (!parts) throw new Error(`"${step}" is no step`);
  const [, machine = '', from = '', on = '', to = ''] = parts;
  return { machine, from, on, to };
}

/** The machine that a row is about; null: it is held by none. */
export const machineOf = (row: Row): string | null =>
  'step' in row ? partsOf(row).machine : 'machine' in row ? row.machine : null;
