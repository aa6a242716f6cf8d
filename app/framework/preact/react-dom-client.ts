import { type ComponentChild, hydrate, options } from "preact";
import { HEAD_TAGS, HeadPart } from "./head-part.ts";
import { toPreactProps } from "./preact-props.ts";

const onVNode = options.vnode;
options.vnode = (vnode) => {
  const { type } = vnode;
  if (typeof type === "string") {
    // An element has attributes of any name, which the hook's type leaves open.
    const attributes = vnode.props as Record<string, unknown>;
    Object.assign(
      vnode,
      HEAD_TAGS.includes(type)
        ? { type: HeadPart, props: { tag: type, attributes } }
        : { props: toPreactProps(type, attributes) },
    );
  }
  onVNode?.(vnode);
};

/**
 * The elements that `ownTask` hydrates later. The comments around them (part-markers.server.ts) are
 * not written by the server, where a failed page would then become a page with a failed part.
 */
const OWN_TASKS = ":scope > :is(header, main, footer)";

/**
 * Replaces React's function of this name, for a whole document rendered by the server. Only
 * hydrates its body; from then on head (HeadPart) and root element (root.tsx) are kept up to date.
 */
export function hydrateRoot({ body }: Document, children: ComponentChild): void {
  // Elements that a browser extension has inserted before the page would be taken for parts of it.
  const first = body.querySelector(":scope > .skip-link");
  while (first?.previousSibling) body.append(first.previousSibling);
  for (const part of body.querySelectorAll(OWN_TASKS)) {
    part.before(document.createComment("$s"));
    part.after(document.createComment("/$s"));
  }
  hydrate(children, body);
}
