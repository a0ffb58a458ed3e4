/** Reasons to report a clip or an advertisement, except `other`. */
export const namedReasons = [
  'illegal',
  'harms_children',
  'sexual',
  'violent',
  'misleading',
  'mine',
] as const;
export type ReportReason = (typeof namedReasons)[number] | 'other';

/** Kinds of things that can be reported. */
export type Reported = 'clip' | 'ad';

export const MAX_REPORT_TEXT = 500;
