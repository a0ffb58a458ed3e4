const asked = new Set<string>();

/** Has the browser fetch pictures that it will need, each once. */
export function fetchPosters(posters: readonly string[]): void {
  for (const poster of posters) {
    if (asked.has(poster)) continue;
    asked.add(poster);
    new Image().src = poster;
  }
}
