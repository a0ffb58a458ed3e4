/** Why somebody says that a clip or an advertisement must not be shown, but for `other`. */
export const namedReasons = [
  'illegal',
  'harms_children',
  'sexual',
  'violent',
  'misleading',
  'mine',
] as const;
export type ReportReason = (typeof namedReasons)[number] | 'other';

/** What can be reported. */
export type Reported = 'clip' | 'ad';

export const MAX_REPORT_TEXT = 500;
