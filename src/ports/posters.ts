const asked = new Set<string>();

/** Preloads pictures, each once. */
export function fetchPosters(posters: readonly string[]): void {
  for (const poster of posters) {
    if (asked.has(poster)) continue;
    asked.add(poster);
    new Image().src = poster;
  }
}
