import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

/** A PDF as a reader would see it. */
export type ReadPdf = {
  pages: number;
  title: string;
  language: string | null;
  isTagged: boolean;
  /** All of its text in drawing order, with the bidirectional reordering undone. */
  text: string;
};

/** Parses a PDF; throws if the bytes are not a PDF. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const pdf = await task.promise;
  const [{ info }, mark] = await Promise.all([pdf.getMetadata(), pdf.getMarkInfo()]);
  const texts: string[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    texts.push(items.map((item) => ("str" in item ? item.str : "")).join(""));
  }
  const { Title: title, Language } = info as { Title?: string; Language?: string | null };
  const read = {
    pages: pdf.numPages,
    title: title ?? "",
    language: Language ?? null,
    isTagged: mark?.Marked === true,
    text: texts.join("\n"),
  };
  await task.destroy();
  return read;
}
