/** 32 hexadecimal digits that nobody else draws. */
export const newId = () => crypto.randomUUID().replaceAll('-', '');
