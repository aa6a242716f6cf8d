import { setImmediate as nextTurn } from "node:timers/promises";
import { documentFileName } from "#domain/documents.ts";
import { directionOf } from "#domain/locales.ts";
import type { DocumentSection, DocumentSheet } from "../../contract/documents.ts";
import { CONTENT_WIDTH, PAGE, Page } from "./page.ts";

export type DocumentFile = { fileName: string; bytes: Buffer };

const MUTED = "#5c5c57";
const GAP = 24;
/**
 * Widths of the columns after the first: quantity, net, VAT, total. The first takes the remaining
 * width.
 */
const COLUMNS = [60, 66, 54, 76];
const ONLY_COLUMN = [110];
const INDENT = 16;

/** Renders a document as a PDF: the same sheet produces the same bytes. */
export async function renderDocument(document: {
  number: string;
  sheet: DocumentSheet;
  issuedAt: Date;
}): Promise<DocumentFile> {
  const { sheet, number, issuedAt } = document;
  const page = new Page({
    title: `${sheet.title} ${number}`,
    author: sheet.issuer.name,
    locale: sheet.locale,
    date: issuedAt,
  });
  drawHead(page, sheet);
  drawPartiesAndFacts(page, sheet);
  drawTable(page, sheet);
  drawTotals(page, sheet);
  drawNotes(page, sheet);
  drawFoot(page, sheet);
  for (const section of sheet.annex ?? []) {
    drawSection(page, section);
    // Long texts take a while, so this yields to other requests in between.
    await nextTurn();
  }
  return { fileName: documentFileName(number), bytes: await page.finish() };
}

function drawHead(page: Page, { issuer, title, subtitle, number }: DocumentSheet): void {
  const full = { start: 0, width: CONTENT_WIDTH };
  page.text(page.element("P"), issuer.name, { ...full, style: "heading", size: 15 });
  page.y += 64;
  page.y += page.text(page.element("H1"), title, { ...full, style: "heading", size: 30 }) - 4;
  page.y += page.text(page.element("P"), number, { ...full, size: 11, color: MUTED });
  if (subtitle) {
    page.y += page.text(page.element("P"), subtitle, { ...full, style: "strong", size: 11 });
  }
  page.y += 22;
  page.rule({ weight: 1.2, color: "#181817" });
  page.y += 18;
}

/** Draws the two parties side by side, with the document's references below. */
function drawPartiesAndFacts(page: Page, { parties, facts }: DocumentSheet): void {
  const width = (CONTENT_WIDTH - GAP) / 2;
  const top = page.y;
  let bottom = top;
  for (const [index, { label, lines }] of parties.entries()) {
    const box = { start: index * (width + GAP), width };
    const part = page.element("Sect");
    page.y = top;
    page.y += page.text(page.element("H2", part), label, { ...box, size: 8.5, color: MUTED }) + 2;
    for (const [at, line] of lines.entries()) {
      const style = at === 0 ? "strong" : "text";
      page.y += page.text(page.element("P", part), line, { ...box, style });
    }
    bottom = Math.max(bottom, page.y);
  }
  page.y = bottom + 20;
  const list = page.element("Sect");
  for (const { label, value } of facts) {
    const row = page.element("P", list);
    const labelHeight = page.text(row, label, { start: 0, width: 150, color: MUTED });
    const valueBox = { start: 150, width: CONTENT_WIDTH - 150 };
    page.y += Math.max(labelHeight, page.text(row, value, valueBox)) + 1;
  }
  page.y += 26;
}

function drawTable(page: Page, { columns, rows }: DocumentSheet): void {
  const widths = columns.length > 2 ? COLUMNS : ONLY_COLUMN;
  const first = CONTENT_WIDTH - widths.reduce((sum, width) => sum + width, 0);
  const boxOf = (index: number) => {
    if (index === 0) return { start: 0, width: first - 12 };
    const before = widths.slice(0, index - 1).reduce((sum, width) => sum + width, first);
    return { start: before, width: widths[index - 1] ?? 0 };
  };
  const table = page.element("Table");
  const drawRow = (cells: readonly string[], type: "TH" | "TD") => {
    const row = page.element("TR", table);
    const look = type === "TH" ? { size: 8.5, color: MUTED } : {};
    const heights = cells.map((cell, index) => {
      const align = index === 0 ? ("start" as const) : ("end" as const);
      return page.text(page.element(type, row), cell, { ...boxOf(index), ...look, align });
    });
    page.y += Math.max(...heights);
  };
  drawRow(columns, "TH");
  page.y += 5;
  page.rule();
  for (const row of rows) {
    page.y += 9;
    drawRow(row, "TD");
    page.y += 9;
    page.rule();
  }
  page.y += 14;
}

/** Draws the totals, end-aligned; the grand total is the largest. */
function drawTotals(page: Page, { totals }: DocumentSheet): void {
  const width = 260;
  const start = CONTENT_WIDTH - width;
  const section = page.element("Sect");
  for (const { label, value, is_total: isTotal } of totals) {
    const look = isTotal ? ({ style: "strong", size: 12 } as const) : { color: MUTED };
    if (isTotal) page.y += 4;
    const row = page.element("P", section);
    const height = page.text(row, label, { start, width: width - 100, ...look });
    const box = { start: start + width - 130, width: 130, align: "end" as const };
    page.y += Math.max(height, page.text(row, value, { ...box, ...look })) + (isTotal ? 5 : 2);
  }
  page.y += 26;
}

function drawNotes(page: Page, { notes }: DocumentSheet): void {
  const box = { start: 0, width: CONTENT_WIDTH * 0.8, size: 9 };
  for (const note of notes) {
    page.reserve(page.heightOf(note, box));
    page.y += page.text(page.element("P"), note, box) + 6;
  }
}

/** Draws the shop's details, in the footer of the last page. */
function drawFoot(page: Page, { issuer, locale }: DocumentSheet): void {
  const parts = [issuer.name, ...issuer.lines].map((part) => `\u2068${part}\u2069`);
  // The base direction is the document's, whatever the first letter is; each run has its own.
  const text = `${directionOf(locale) === "rtl" ? "\u200f" : ""}${parts.join(" · ")}`;
  const box = { start: 0, width: CONTENT_WIDTH, size: 8, color: MUTED };
  const height = page.heightOf(text, box);
  page.reserve(height + 24);
  page.y = PAGE.height - PAGE.margin - height - 10;
  page.rule();
  page.y += 10;
  page.text(page.element("P"), text, box);
}

/** Draws a contract text, on its own pages. */
function drawSection(page: Page, { title, blocks }: DocumentSection): void {
  const full = { start: 0, width: CONTENT_WIDTH };
  const section = page.element("Sect");
  page.addPage();
  page.flow(page.element("H2", section), title, { ...full, style: "heading", size: 22 });
  page.y += 8;
  for (const { kind, text } of blocks) {
    if (kind === "heading") {
      page.y += 8;
      page.reserve(48);
      page.flow(page.element("H3", section), text, { ...full, style: "strong", size: 11 });
      page.y += 2;
    } else if (kind === "item") {
      const item = page.element("P", section);
      page.reserve(16);
      page.text(item, "•", { start: 4, width: INDENT });
      page.flow(item, text, { start: INDENT, width: CONTENT_WIDTH - INDENT });
      page.y += 2;
    } else {
      page.flow(page.element("P", section), text, full);
      page.y += 5;
    }
  }
}
