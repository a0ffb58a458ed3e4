/** Temporary behaviours of the network. */
export const networkStates = [
  'whole',
  /** requests do not arrive, and no answer comes */
  'silent',
  'cut',
  /** like `cut`, and the device reports offline */
  'off',
  /** POST requests arrive, but their answers are lost */
  'forgetful',
  /** every answer takes long */
  'late',
  'unavailable',
  'faulty',
  'gateway',
  'portal',
] as const;
export type NetworkState = (typeof networkStates)[number];

interface Answer {
  status: number;
  text: string;
}

/** The network's effect on a request. */
export interface RequestOutcome {
  /** the server receives it */
  arrives: boolean;
  /** an answer from a server other than the product's */
  instead: Answer | null;
  /** null: no answer ever; `cut`: the request fails */
  answers: 'answer' | 'cut' | null;
}

const HTML = '<!doctype html><title>Sign in</title>';
const failing = (status: number, text: string): RequestOutcome => ({
  arrives: false,
  instead: { status, text },
  answers: 'answer',
});
const fault = (code: number) =>
  failing(code, JSON.stringify({ code, msg: 'it failed', data: null }));

const whole: RequestOutcome = { arrives: true, instead: null, answers: 'answer' };
const cut: RequestOutcome = { arrives: false, instead: null, answers: 'cut' };

export function outcomeFor(network: NetworkState, method: string): RequestOutcome {
  switch (network) {
    case 'whole':
    case 'late':
      return whole;
    case 'silent':
      return { arrives: false, instead: null, answers: null };
    case 'cut':
    case 'off':
      return cut;
    case 'forgetful':
      return method === 'POST' ? { arrives: true, instead: null, answers: 'cut' } : whole;
    case 'unavailable':
      return fault(503);
    case 'faulty':
      return fault(500);
    case 'gateway':
      return failing(502, HTML);
    case 'portal':
      return failing(200, HTML);
  }
}

/** The time until an answer; people notice the long ones. */
export const answerMs = (network: NetworkState, chance: number) =>
  network === 'late' ? 3_000 + Math.round(chance * 9_000) : 30 + Math.round(chance * 300);

/** Does a clip's file load? null: the request never ends */
export const bringsFiles = (network: NetworkState): boolean | null =>
  network === 'silent'
    ? null
    : network === 'whole' || network === 'late' || network === 'forgetful';
