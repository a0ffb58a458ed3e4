/** Does the work for all things; each tool takes the next thing as soon as it is free. */
export async function runWithPool<Thing, Tool, Made>(
  things: readonly Thing[],
  tools: readonly Tool[],
  work: (thing: Thing, tool: Tool) => Promise<Made>,
): Promise<Made[]> {
  const waiting = [...things];
  const made: Made[] = [];
  const workWith = async (tool: Tool) => {
    for (let thing = waiting.shift(); thing !== undefined; thing = waiting.shift()) {
      made.push(await work(thing, tool));
    }
  };
  await Promise.all(tools.map(workWith));
  return made;
}
