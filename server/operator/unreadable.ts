const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
};

/** Why an operator's file cannot be read. */
export const whyUnreadable = ({ code = '', message }: NodeJS.ErrnoException): string =>
  WORDS[code] ?? message;
