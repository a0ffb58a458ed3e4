/** A translator's element, by the text node that it replaced. */
const standIns = new WeakMap<Node, Element>();

const standInIn = (parent: Node, node: Node | null) => {
  const standIn = node && node.parentNode !== parent ? standIns.get(node) : undefined;
  return standIn?.parentNode === parent ? standIn : undefined;
};

/** Only translators add `font` elements: the app has none. */
const isFont = (node: Node | null | undefined): node is Element => node?.nodeName === 'FONT';

/**
 * Keeps React working while the browser translates the page. Translators replace text nodes by `font` elements. React
 * still writes into its removed text nodes, which are not visible, and throws when it removes such a node. So a
 * rewritten text node returns to its place, to be translated again, and an operation on a removed node is done on its
 * replacement.
 */
export function tolerateTranslators(): void {
  // the tests' simulated phone runs the app without a document
  if (typeof MutationObserver === 'undefined') return;
  const writing = new MutationObserver((changes) => {
    for (const { target } of changes) standIns.get(target)?.replaceWith(target);
  });
  new MutationObserver((changes) => {
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of changes) {
      const standIn = [...addedNodes, previousSibling, nextSibling].find(isFont);
      for (const text of removedNodes) {
        if (!standIn || text.nodeType !== Node.TEXT_NODE || text.isConnected) continue;
        standIns.set(text, standIn);
        writing.observe(text, { characterData: true });
      }
    }
  }).observe(document.body, { childList: true, subtree: true });
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(child: Child) {
    removeChild.call(this, standInIn(this, child) ?? child);
    return child;
  };
  Node.prototype.insertBefore = function <New extends Node>(node: New, next: Node | null) {
    insertBefore.call(this, node, standInIn(this, next) ?? next);
    return node;
  };
}
