/** 32 random digits, practically unique; a page over plain http has no `randomUUID`. */
export const newId = () => crypto.getRandomValues(new Uint32Array(9)).join('').slice(0, 32);
