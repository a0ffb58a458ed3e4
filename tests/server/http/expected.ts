/** Answers to requests outside the contract, for `toMatchObject`. */
export const invalid = (fields: Record<string, string>) => ({
  status: 400,
  envelope: {
    code: 400,
    msg: 'The request is malformed.',
    data: { reason: 'invalid_request', fields },
  },
});

const fault = (code: number, msg: string) => ({
  status: code,
  envelope: { code, msg, data: null },
});

export const NOT_FOUND = fault(404, 'There is nothing at this path.');
export const TOO_LARGE = fault(413, 'The body is larger than 64 KiB.');
export const UNSUPPORTED = fault(415, 'The body has a type that is not accepted here.');
export const TOO_MANY = fault(429, 'Too many requests of this user, or from this address.');
export const UNAVAILABLE = fault(503, 'The server cannot answer right now; try again soon.');
