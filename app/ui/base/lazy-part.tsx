import { type ComponentType, lazy, Suspense } from "react";

/**
 * A component that is in the server's HTML, and for browsers a file of its own, fetched when it is on
 * the page: for what most visitors never see. Takes the function that imports it.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Part: ComponentType<Props> = import.meta.env.SSR
    ? loadAtStart(load)
    : lazy(async () => ({ default: await load() }));
  return (props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
}

/** The server has all of its code within a moment of its start; a page before that waits for it. */
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
