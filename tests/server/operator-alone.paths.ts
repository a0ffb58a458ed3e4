/** Steps of operators, and the money that they give or pay out; refused steps have no effect. */
interface Path {
  readonly by: string;
  readonly steps: readonly string[];
  /** the amount that all steps give or pay out, less returned payouts, in whole units */
  readonly out: number;
}

/**
 * The authorisation matrix: each line has the attempts of one operator, `ann`, or of two, on one
 * UTC day under a limit of 50. `pay NAME 40` is a request of 40 and its approval, `batch NAME 40` a
 * request and the export of a batch whose payments are confirmed, `send NAME 40` the same without
 * results, and `anew` cancels that batch and exports again.
 */
export const paths: readonly Path[] = [
  { by: 'one approval at the limit', steps: ['ann pay x 50'], out: 50 },
  { by: 'one approval above the limit', steps: ['ann pay x 50.0001'], out: 0 },
  { by: 'approvals of one person', steps: ['ann pay x 30', 'ann pay x 30'], out: 30 },
  {
    by: 'approvals of three people',
    steps: ['ann pay x 40', 'ann pay y 40', 'ann pay z 9'],
    out: 49,
  },
  { by: 'batches of one person', steps: ['ann batch x 30', 'ann batch x 30'], out: 30 },
  {
    by: 'batches of three people',
    steps: ['ann batch x 40', 'ann batch y 40', 'ann batch z 9'],
    out: 49,
  },
  { by: 'a batch of three people', steps: ['ann batch x,y,z 20'], out: 40 },
  { by: 'an approval and a batch', steps: ['ann pay x 40', 'ann batch y 40'], out: 40 },
  { by: 'a correction above the limit', steps: ['ann correct x 1000', 'ann pay x 50'], out: 50 },
  { by: 'corrections and approvals', steps: ['ann correct x 40', 'ann pay y 40'], out: 40 },
  {
    by: 'a correction for a person, then a payment to the same person',
    steps: ['ann correct x 40', 'ann pay x 40'],
    out: 40,
  },
  { by: 'two operators and one person', steps: ['ann pay x 40', 'bo pay x 40'], out: 40 },
  {
    by: 'two operators, a correction and a batch',
    steps: ['ann correct x 40', 'bo batch x 40'],
    out: 40,
  },
  { by: 'two operators and two people', steps: ['ann pay x 40', 'bo pay y 40'], out: 80 },
  { by: 'a limit that one operator lifts', steps: ['ann limit 0', 'ann pay x 90'], out: 0 },
  {
    by: 'a limit that one operator raises, and two approvals',
    steps: ['ann limit 100', 'ann pay x 40', 'ann pay y 40'],
    out: 40,
  },
  {
    by: 'a limit lifted for a correction',
    steps: ['ann limit 0', 'ann correct x 90', 'ann batch y 60'],
    out: 0,
  },
  {
    by: 'a limit lifted, set and lifted',
    steps: ['ann limit 0', 'ann limit 90', 'ann limit 0', 'ann pay x 90'],
    out: 0,
  },
  { by: 'a limit that another operator raises', steps: ['bo limit 100', 'ann pay x 90'], out: 90 },
  {
    by: 'a link to a new password',
    steps: ['ann link x', 'ann pay x 10', 'ann batch x 10'],
    out: 0,
  },
  {
    by: 'a link to a new password, then a correction',
    steps: ['ann link x', 'ann correct x 40'],
    out: 0,
  },
  {
    by: 'a link, a correction that another operator prepares, and a negative correction',
    steps: [
      'ann link x',
      'bo prepare-correction x 90',
      'ann approve-correction',
      'ann correct x -9',
    ],
    out: 90,
  },
  {
    by: 'another operator’s link, and a correction',
    steps: ['bo link x', 'ann correct x 40'],
    out: 40,
  },
  {
    by: 'a batch that is cancelled although its file was sent, and exported again',
    steps: ['ann send x 30', 'ann anew'],
    out: 30,
  },
  { by: 'another operator’s link, and a payment', steps: ['bo link x', 'ann pay x 10'], out: 10 },
  {
    by: 'one operator who prepares and approves',
    steps: ['ann prepare x 90', 'ANN approve x'],
    out: 0,
  },
  {
    by: 'one operator who prepares and approves an amount that makes the sum exceed the limit',
    steps: ['ann pay y 40', 'ann prepare x 40', 'ann approve x'],
    out: 40,
  },
  {
    by: 'two operators, who prepare and approve',
    steps: ['ann prepare x 90', 'bo approve x', 'bo pay y 50'],
    out: 140,
  },
  {
    by: 'a correction that one operator prepares and approves',
    steps: ['ann prepare-correction x 90', 'ann approve-correction'],
    out: 0,
  },
  {
    by: 'a correction that one operator prepares and another approves',
    steps: ['ann prepare-correction x 90', 'bo approve-correction', 'bo approve-correction'],
    out: 90,
  },
  {
    by: 'an objection that one operator upholds',
    steps: ['ann correct x -90', 'x objects', 'ann uphold x'],
    out: 0,
  },
  {
    by: 'an objection within the limit, and a payment',
    steps: ['ann correct x -40', 'x objects', 'ann uphold x', 'ann pay y 40'],
    out: 40,
  },
  {
    by: 'an objection that one operator prepares and upholds',
    steps: ['ann correct x -90', 'x objects', 'ann prepare-objection x', 'ANN uphold x'],
    out: 0,
  },
  {
    by: 'an objection that one operator prepares and another upholds',
    steps: ['ann correct x -90', 'x objects', 'ann prepare-objection x', 'bo uphold x'],
    out: 90,
  },
  {
    by: 'an objection that one operator prepares, once it is overdue',
    steps: ['bo correct x -90', 'x objects', 'ann prepare-objection x', 'nobody waits'],
    out: 0,
  },
  {
    by: 'an overdue objection under a limit that one operator lifts',
    steps: ['bo correct x -90', 'x objects', 'ann limit 0', 'nobody waits'],
    out: 0,
  },
  {
    by: 'overdue objections of one person',
    steps: ['bo correct x -30', 'x objects', 'bo correct x -40', 'x objects', 'nobody waits'],
    out: 30,
  },
  {
    by: 'a negative correction, then a positive correction',
    steps: ['ann correct x -90', 'ann correct x 90'],
    out: 0,
  },
  {
    by: 'a payout that is returned, and paid again',
    steps: ['ann pay x 50', 'ann return x', 'ann pay x 50'],
    out: 0,
  },
];
