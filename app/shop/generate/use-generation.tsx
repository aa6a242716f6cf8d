import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { useT } from "#app/i18n/i18n.tsx";
import { Icon } from "#app/ui/base/icon.tsx";

export type Generation =
  | { kind: "idle" | "busy" }
  | { kind: "waiting"; message: string; listPath: string }
  | { kind: "rejected"; message: string | null }
  /** The server could not be reached, but the image may still be generated. */
  | { kind: "unclear"; listPath: string }
  | { kind: "done"; imageUrl: string | null; zipUrl: string; fileName: string };

/** Path of the action that generates an image, without locale. */
export const GENERATION_PATH = "/products/generate/picture";

export const isUnderway = ({ kind }: Generation) => kind === "busy" || kind === "waiting";

/**
 * For a form whose post returns a zip. Without scripts the browser downloads it; with them the zip
 * is fetched and saved, and GenerationResult shows its image. Not in the form kit: a navigation
 * cannot return a file, so `useAppForm` would never get a response, and the choices stay anyway.
 * Each click requests another image, with its own operation id (fetch-image.ts).
 */
export function useGeneration() {
  const [generation, setGeneration] = useState<Generation>({ kind: "idle" });
  const [isScripted, setIsScripted] = useState(false);
  const isGone = useRef(false);
  useEffect(() => {
    setIsScripted(true);
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const done = generation.kind === "done" ? generation : null;

  // An image URL is kept until the next one replaces it, or the user leaves the page.
  useEffect(() => {
    if (!done) return;
    return () => {
      URL.revokeObjectURL(done.zipUrl);
      if (done.imageUrl) URL.revokeObjectURL(done.imageUrl);
    };
  }, [done]);

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    const form = event.currentTarget;
    const { submitter } = event.nativeEvent;
    // The form may have another button, which is not handled here.
    if (!(submitter instanceof HTMLButtonElement) || submitter.dataset.generates !== "true") return;
    event.preventDefault();
    if (isUnderway(generation)) return;
    setGeneration({ kind: "busy" });
    try {
      const { fetchImage } = await import("./fetch-image.ts");
      await fetchImage(submitter.formAction, new FormData(form), {
        show: setGeneration,
        isGone: () => isGone.current,
      });
    } catch {
      setGeneration({ kind: "rejected", message: null });
    }
  }

  return { generation, formProps: { onSubmit, "data-scripted": isScripted || undefined } };
}

/** The result in a live region: the image, or the reason why there is none. */
export function GenerationResult({ generation }: { generation: Generation }) {
  const t = useT();
  return (
    <div role="status" className="empty:hidden">
      {generation.kind === "busy" ? <p className="mt-4 text-muted">{t("generate.busy")}</p> : null}
      {generation.kind === "waiting" || generation.kind === "unclear" ? (
        <div className="mt-4 text-muted">
          {generation.kind === "unclear" ? (
            <p className="mb-2 text-warning">{t("errors.status_check_failed")}</p>
          ) : null}
          <p>{generation.kind === "waiting" ? generation.message : t("generate.runningText")}</p>
          <a href={generation.listPath} className="link mt-2 inline-flex min-h-6 items-center">
            {t("generate.mine")}
          </a>
        </div>
      ) : null}
      {generation.kind === "rejected" ? (
        <p className="mt-4 border-s-4 border-s-negative ps-4 font-medium text-negative">
          {generation.message ?? t("errors.generation_failed")}
        </p>
      ) : null}
      {generation.kind === "done" ? (
        <figure className="mt-5">
          {generation.imageUrl ? (
            <img
              src={generation.imageUrl}
              alt={t("generate.pictureAlt")}
              className="w-full rounded-card bg-sunken"
            />
          ) : null}
          <figcaption className="mt-3 flex flex-wrap justify-between gap-x-4 text-sm text-muted">
            <span>{t("generate.done")}</span>
            <a
              href={generation.zipUrl}
              download={generation.fileName}
              className="link inline-flex min-h-6 items-center gap-1.5"
            >
              <Icon name="download" className="size-4" />
              {t("generate.saveAgain")}
            </a>
          </figcaption>
        </figure>
      ) : null}
    </div>
  );
}
