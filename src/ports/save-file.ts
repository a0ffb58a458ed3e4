/** Maximum time until the browser begins the download; then the file's address is revoked. */
const KEPT_MS = 60_000;

const types: Readonly<Record<string, string>> = {
  json: 'application/json',
  csv: 'text/csv;charset=utf-8',
};

/** Downloads a file. */
export function saveFile({ name, text }: { name: string; text: string }): void {
  const type = types[name.replace(/^.*\./, '')] ?? 'text/plain';
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
