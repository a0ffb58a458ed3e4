/** Signs that join letters in Indic scripts; a joiner after such a sign changes how a syllable is written. */
const VIRAMA = String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]`;

/**
 * A user name in NFC: 3 to 32 letters, marks and digits of all scripts (Unicode's identifiers, UAX 31), `_` and
 * `.`. A mark follows a letter, at most four marks in a row. Invisible characters are refused; joiners are
 * allowed where a script needs them: after a virama, and between Arabic letters. The pattern checks the length
 * first, so that long texts cost no time.
 */
export const USERNAME = new RegExp(
  String.raw`^(?=.{3,32}$)(?!\p{M})(?!.*\p{M}{5})(?:` +
    String.raw`(?![\p{DI}]|(?!_)\p{Pc})[\p{XIDC}.]` +
    String.raw`|${VIRAMA}[\u200c\u200d](?=\p{L})` +
    String.raw`|\p{Script=Arabic}\p{M}{0,4}\u200c(?=\p{Script=Arabic})` +
    ')+$',
  'u',
);
