import type { BrowserContext, Locator, Page } from "playwright";
import { expect } from "vitest";
import { waitForHydration } from "./browser.ts";
import { typeContact } from "./forms.ts";

/** A visitor whose taps and pages are counted; typing does not count. */
export class Shopper {
  readonly pages = new Set<string>();
  taps = 0;

  constructor(
    readonly page: Page,
    private readonly visit: { base: string; context: BrowserContext; isScripted: boolean },
  ) {}

  get context(): BrowserContext {
    return this.visit.context;
  }

  async open(path: string): Promise<void> {
    await this.page.goto(this.visit.base + path);
    await this.settle();
  }

  async settle(): Promise<void> {
    if (this.visit.isScripted) await waitForHydration(this.page);
  }

  async tap(target: Locator): Promise<void> {
    await target.waitFor();
    this.pages.add(this.page.url());
    this.taps += 1;
    await target.click();
  }

  /** Taps something that leads to `url`. */
  async follow(target: Locator, url: RegExp): Promise<void> {
    await this.tap(target);
    await this.page.waitForURL(url);
    await this.settle();
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole("main").getByRole("button", { name });
  }

  /** Types the details that are asked for once. */
  async typeContact(): Promise<void> {
    await typeContact(this.page, this.visit.isScripted);
  }

  /** Goes from the deposit modal to the payment company's page and back. */
  async topUp(lands: RegExp, decision = "Pay"): Promise<void> {
    await this.follow(this.button("Continue and pay"), /\/sandbox-payment\//);
    await this.tap(this.page.getByRole("button", { name: decision, exact: true }));
    await this.page.waitForURL(lands);
    await this.settle();
  }

  async download(fileName: string): Promise<void> {
    const button = this.page.getByRole("button", { name: "Download" });
    await button.waitFor();
    const [file] = await Promise.all([this.page.waitForEvent("download"), this.tap(button)]);
    expect(file.suggestedFilename()).toBe(fileName);
  }
}
