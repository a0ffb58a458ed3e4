/** 32 digits that nobody else draws; a page that came over plain http has no `randomUUID`. */
export const newId = () => crypto.getRandomValues(new Uint32Array(9)).join('').slice(0, 32);
