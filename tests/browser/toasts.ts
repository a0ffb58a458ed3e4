import type { Page } from 'playwright-core';

/** The texts of the live regions in the accessibility tree. */
export async function heard(page: Page): Promise<string[]> {
  const client = await page.context().newCDPSession(page);
  const { nodes } = await client.send('Accessibility.getFullAXTree');
  await client.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  type Node = (typeof nodes)[number];
  const textOf = (node: Node | undefined): string =>
    node?.role?.value === 'StaticText'
      ? String(node.name?.value)
      : (node?.childIds ?? []).map((id) => textOf(byId.get(id))).join('');
  return nodes
    .filter(({ role, properties, ignored }) => {
      const live = properties?.find(({ name }) => name === 'live')?.value.value;
      return !ignored && role?.value === 'status' && live === 'polite';
    })
    .map(textOf)
    .filter((text) => text !== '');
}

/** Whether no element is drawn over the toast. */
export const isUppermost = (page: Page, text: string) =>
  page
    .locator('.toast')
    .filter({ hasText: text })
    .evaluate((toast: HTMLElement) => {
      toast.style.pointerEvents = 'auto';
      const { x, y, width, height } = toast.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      return toast.contains(top);
    });
