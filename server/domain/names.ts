/** What makes two user names or e-mails the same: case and compatibility forms do not. */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}
