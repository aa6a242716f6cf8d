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
 * What `ownTask` takes over later. The comments around it (part-markers.server.ts) are not the
 * server's, where a failed page would then be a page with a failed part.
 */
const OWN_TASKS = ":scope > :is(header, main, footer)";

/**
 * React's function of this name, for a whole document that the server rendered. Only its body is
 * taken over; head (HeadPart) and root element (root.tsx) are kept up to date from there.
 */
export function hydrateRoot({ body }: Document, children: ComponentChild): void {
  // What a browser's extension has put before the page would be taken for a part of it.
  const first = body.querySelector(":scope > .skip-link");
  while (first?.previousSibling) body.append(first.previousSibling);
  for (const part of body.querySelectorAll(OWN_TASKS)) {
    part.before(document.createComment("$s"));
    part.after(document.createComment("/$s"));
  }
  hydrate(children, body);
}
