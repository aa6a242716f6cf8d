import { Fragment } from "react";

const PARTS_OF_ADDRESS = /(?<=[@.])/;
const PARTS_OF_KEY = /(?<=[._])|(?<=[a-z])(?=[A-Z])/;

/** An address that may wrap after its @ and dots, or a key that may wrap between its words. */
export function Breakable({ text }: { text: string }) {
  let end = 0;
  return text.split(text.includes("@") ? PARTS_OF_ADDRESS : PARTS_OF_KEY).map((part) => {
    end += part.length;
    return (
      <Fragment key={end}>
        {part}
        <wbr />
      </Fragment>
    );
  });
}
