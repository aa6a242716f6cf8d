import PDFDocument from "pdfkit";
import { directionOf } from "#domain/locales.ts";
import type { TypeStyle } from "./fonts.ts";
import { breakLines, type TextRun, toVisualRuns } from "./text-runs.ts";

/** A4 in points, and its margins. */
export const PAGE = { width: 595.28, height: 841.89, margin: 56 } as const;
export const CONTENT_WIDTH = PAGE.width - 2 * PAGE.margin;

export type Alignment = "start" | "end";
export type TextOptions = {
  style?: TypeStyle;
  size?: number;
  color?: string;
  align?: Alignment;
};

type TextBox = { start: number; width: number } & TextOptions;

const TEXT_SIZE = 9.5;
const LINE_HEIGHT = 1.45;

type Tagged = PDFKit.PDFStructureElement;
type Pdf = PDFKit.PDFDocument;

/**
 * A PDF with selectable, accessible text: tagged, with its language, in all scripts of our
 * languages. Horizontal positions count from the start of a line: the left edge, or the right edge
 * in Arabic. The same calls produce the same bytes.
 */
export class Page {
  readonly #pdf: Pdf;
  readonly #root: Tagged;
  readonly #bytes: Promise<Buffer>;
  readonly #direction: "ltr" | "rtl";
  /** The vertical position of the next line. */
  y: number = PAGE.margin;

  constructor(about: { title: string; author: string; locale: string; date: Date }) {
    const { title, author, locale, date } = about;
    this.#direction = directionOf(locale);
    this.#pdf = new PDFDocument({
      size: "A4",
      margin: 0,
      pdfVersion: "1.7",
      tagged: true,
      lang: locale,
      displayTitle: true,
      info: { Title: title, Author: author, CreationDate: date, ModDate: date },
    });
    const chunks: Buffer[] = [];
    this.#pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    this.#bytes = new Promise((resolve, reject) => {
      this.#pdf.on("end", () => resolve(Buffer.concat(chunks)));
      this.#pdf.on("error", reject);
    });
    this.#root = this.#pdf.struct("Document");
    this.#pdf.addStructure(this.#root);
  }

  /** Draws text `width` wide from `start`, at the current vertical position; returns its height. */
  text(parent: Tagged, text: string, box: TextBox): number {
    return this.#drawLines(parent, this.#breakLines(text, box), box);
  }

  /** Draws text that may span several pages; the current position ends up below it. */
  flow(parent: Tagged, text: string, box: TextBox): void {
    const lines = this.#breakLines(text, box);
    const lineHeight = (box.size ?? TEXT_SIZE) * LINE_HEIGHT;
    while (lines.length > 0) {
      this.reserve(lineHeight);
      const left = Math.floor((PAGE.height - PAGE.margin - this.y) / lineHeight);
      this.y += this.#drawLines(parent, lines.splice(0, Math.max(1, left)), box);
    }
  }

  #drawLines(parent: Tagged, lines: readonly string[], box: TextBox): number {
    const { start, width, style = "text", size = TEXT_SIZE, color = "#181817" } = box;
    const lineHeight = size * LINE_HEIGHT;
    const [top, isEnd] = [this.y, box.align === "end"];
    parent.add(
      this.#pdf.struct("Span", {}, () => {
        for (const [index, line] of lines.entries()) {
          const runs = toVisualRuns(line, style);
          const free = width - this.#measure(runs, size);
          const isRight = (this.#direction === "rtl") !== isEnd;
          const left = this.#toLeft(start, width) + (isRight ? free : 0);
          this.#draw(runs, { left, baseline: top + index * lineHeight + size, size, color });
        }
      }),
    );
    return lines.length * lineHeight;
  }

  #breakLines(text: string, { width, style = "text", size = TEXT_SIZE }: TextBox): string[] {
    return breakLines(text, width, (word) => this.#widthOf(word, style, size));
  }

  /** Returns the height that a text would have. */
  heightOf(text: string, box: TextBox): number {
    return this.#breakLines(text, box).length * (box.size ?? TEXT_SIZE) * LINE_HEIGHT;
  }

  /** Adds a structure element that contains texts. */
  element(type: string, parent: Tagged = this.#root): Tagged {
    const element = this.#pdf.struct(type);
    parent.add(element);
    return element;
  }

  /** Draws a line across the page, which screen readers skip. */
  rule({ weight = 0.6, color = "#dededa" } = {}): void {
    this.#pdf.markContent("Artifact", { type: "Layout" });
    this.#pdf
      .moveTo(PAGE.margin, this.y)
      .lineTo(PAGE.width - PAGE.margin, this.y)
      .lineWidth(weight)
      .strokeColor(color)
      .stroke();
    this.#pdf.endMarkedContent();
  }

  /** Starts a new page when less than `height` is left. */
  reserve(height: number): void {
    if (this.y + height > PAGE.height - PAGE.margin) this.addPage();
  }

  /** Starts a new page. */
  addPage(): void {
    this.#pdf.addPage();
    this.y = PAGE.margin;
  }

  async finish(): Promise<Buffer> {
    this.#root.end();
    this.#pdf.end();
    return this.#bytes;
  }

  #toLeft(start: number, width: number): number {
    return this.#direction === "ltr"
      ? PAGE.margin + start
      : PAGE.width - PAGE.margin - start - width;
  }

  #widthOf(line: string, style: TypeStyle, size: number): number {
    const key = `${style} ${line}`;
    const known = this.#widths.get(key);
    if (known !== undefined) return known * size;
    const width = this.#measure(toVisualRuns(line, style), size);
    this.#widths.set(key, width / size);
    return width;
  }

  /** Word widths at a size of one point. */
  readonly #widths = new Map<string, number>();

  #measure(runs: readonly TextRun[], size: number): number {
    return runs.reduce((width, run) => width + this.#widthOfRun(run, size), 0);
  }

  #widthOfRun(run: TextRun, size: number): number {
    this.#setFont(run.font.name, run.font.font, size);
    return this.#pdf.widthOfString(run.text);
  }

  #draw(
    runs: readonly TextRun[],
    at: { left: number; baseline: number; size: number; color: string },
  ): void {
    let x = at.left;
    for (const run of runs) {
      this.#setFont(run.font.name, run.font.font, at.size);
      this.#pdf
        .fillColor(at.color)
        .text(run.text, x, at.baseline, { lineBreak: false, baseline: "alphabetic" });
      x += this.#pdf.widthOfString(run.text);
    }
  }

  readonly #fonts = new Set<string>();

  #setFont(name: string, font: unknown, size: number): void {
    if (!this.#fonts.has(name)) {
      // pdfkit accepts fonts opened by fontkit, although its types allow only files and bytes.
      this.#pdf.registerFont(name, font as PDFKit.Mixins.PDFFontSource);
      this.#fonts.add(name);
    }
    this.#pdf.font(name).fontSize(size);
  }
}
