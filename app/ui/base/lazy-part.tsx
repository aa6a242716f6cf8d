import { type ComponentType, lazy, Suspense } from "react";
import { untilLoaded } from "#app/framework/until-loaded.ts";

/**
 * A component that is server-rendered, with its browser code in a separate file that is only
 * fetched if it is on the page: for parts that most visitors never see. Takes the function that
 * imports it. The server's markup stays until that file is loaded, which some extensions block.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Part: ComponentType<Props> = import.meta.env.SSR
    ? loadAtStart(load)
    : lazy(async () => ({
        default: await (isHydrating() ? untilLoaded(load) : loadOrLeave(load)),
      }));
  return (props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
}

/**
 * Until its code is loaded, a part consists only of the document's markup. If there is no markup
 * either, throws what `load` throws: the page's error is more helpful than the browser's.
 */
async function loadOrLeave<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load();
  } catch (error) {
    const { ok } = await fetch(window.location.href, { method: "HEAD" });
    if (!ok) throw error;
    window.location.reload();
    return new Promise(() => {});
  }
}

const isHydrating = () => document.documentElement.dataset.hydrated === undefined;

/** The server loads all parts right after its start; a page requested earlier waits for them. */
function loadAtStart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let Part: ComponentType<Props> | undefined;
  const loading = load().then((loaded) => {
    Part = loaded;
  });
  return function ServerPart(props) {
    if (!Part) throw loading;
    return <Part {...props} />;
  };
}
