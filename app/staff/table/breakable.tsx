import { Fragment } from "react";

/** An address or a key that may wrap between its words: `verified-seller@` over `example.com`. */
export function Breakable({ text }: { text: string }) {
  let end = 0;
  return text.split(/(?<=[._@])|(?<=[a-z])(?=[A-Z])/).map((part) => {
    end += part.length;
    return (
      <Fragment key={end}>
        {part}
        <wbr />
      </Fragment>
    );
  });
}
