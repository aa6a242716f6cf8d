import { type ChangeEvent, type ComponentProps, useEffect, useRef, useState } from "react";
import { buttonClass } from "#app/ui/base/button.tsx";

/**
 * A file input. Without scripts (or before) it is the browser's own, in the browser's language;
 * then it is replaced by a button in the reader's language, with the name of the chosen file.
 */
export function FileControl(props: {
  /** From `controlProps(meta, true)`. */
  control: Pick<ComponentProps<"input">, "name" | "form" | "required"> & { id: string };
  accept: string;
  /** Labels of the button before and after a choice. */
  button: string;
  buttonAgain: string;
  /** Also called once for a file chosen before the scripts ran; null for none. */
  onChoose: (file: File | null, isNew: boolean) => void;
}) {
  const { control, accept, button, buttonAgain, onChoose } = props;
  const input = useRef<HTMLInputElement>(null);
  const [isLive, setIsLive] = useState(false);
  const [name, setName] = useState<string | null>(null);

  function setFile(file: File | null, isNew: boolean) {
    setName(file?.name ?? null);
    onChoose(file, isNew);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the scripts take over.
  useEffect(() => {
    setIsLive(true);
    const file = input.current?.files?.[0];
    if (file) setFile(file, false);
  }, []);

  return (
    <div className="relative min-w-0">
      <input
        {...control}
        ref={input}
        type="file"
        accept={accept}
        onChange={(event: ChangeEvent<HTMLInputElement>) =>
          setFile(event.target.files?.[0] ?? null, true)
        }
        className={isLive ? "peer absolute inset-0 -z-10 opacity-0" : NATIVE}
      />
      {isLive ? (
        <label
          htmlFor={control.id}
          className={`${buttonClass({ kind: "secondary" })} cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-ink`}
        >
          {name === null ? button : buttonAgain}
        </label>
      ) : null}
      {isLive && name !== null ? (
        <p dir="auto" className="mt-1.5 w-fit max-w-full truncate text-sm" title={name}>
          {name}
        </p>
      ) : null}
    </div>
  );
}

/** The browser's own control, styled: it shows the name of the file itself. */
const NATIVE =
  "max-w-full text-sm file:me-4 file:min-h-11 file:border file:border-solid file:border-control file:bg-transparent file:px-5 file:font-medium file:text-ink";
