import { type Driver, type ElementReference, isElement, until } from "./driver.ts";

/** Finds elements on the screen by their visible names; all of these run in the page. */
const FIND = {
  button: `return [...document.querySelectorAll("main button, [role=dialog] button")]
    .find((one) => one.checkVisibility() && one.textContent.trim().startsWith(arguments[0]))`,
  link: `return [...document.querySelectorAll("main a[href], [role=dialog] a[href]")]
    .find((one) => one.checkVisibility() && (one.ariaLabel ?? one.textContent).includes(arguments[0]))`,
  option: `return [...document.querySelectorAll("[role=option]")]
    .find((one) => one.checkVisibility() && one.textContent.trim() === arguments[0])`,
  field: `return [...document.querySelectorAll("label")]
    .filter((one) => one.checkVisibility() && one.textContent.trim().includes(arguments[0]))
    .map((one) => one.control).find((one) => one !== null && !one.disabled)`,
};

/** A visitor of the shop in a browser that Playwright does not drive. */
export class Visitor {
  constructor(
    readonly driver: Driver,
    private readonly base: string,
  ) {}

  /** Opens a page of the shop and waits until its scripts run. */
  async open(path: string): Promise<void> {
    await this.driver.open(this.base + path);
    await this.settle();
  }

  /**
   * Waits until the scripts of the current page run. Many pages load none before the first user
   * event, so this sends one.
   */
  async settle(): Promise<void> {
    const script = `
      document.body.dispatchEvent(new Event("wheel", { bubbles: true }));
      return document.readyState !== "loading" && document.documentElement.dataset.hydrated !== undefined`;
    await until(() => this.driver.run(script), "hydration");
  }

  async find(kind: keyof typeof FIND, name: string): Promise<ElementReference> {
    return until(async () => {
      const found = await this.driver.run(FIND[kind], name);
      return isElement(found) ? found : null;
    }, `the ${kind} “${name}”`);
  }

  /** Presses a button or follows a link, and waits for the address that it leads to. */
  async press(kind: "button" | "link" | "option", name: string, url?: RegExp): Promise<void> {
    // The page may replace an element between finding and pressing it.
    await until(async () => {
      if (url?.test(await this.driver.url())) return true;
      const element = await this.find(kind, name);
      await this.scrollTo(element);
      // The centre of a link that wraps onto two lines may lie outside of it.
      await this.driver
        .click(element)
        .catch(() => this.driver.run("arguments[0].click()", element));
      return true;
    }, `pressing “${name}”`);
    if (!url) return;
    await until(async () => url.test(await this.driver.url()), `the way to ${url}`);
    await this.settle();
  }

  /** Ticks a box. */
  async tick(label: string): Promise<void> {
    const box = await this.find("field", label);
    await this.scrollTo(box);
    await this.driver.click(box);
  }

  async fill(label: string, text: string): Promise<void> {
    const field = await this.find("field", label);
    await this.scrollTo(field);
    await this.driver.run("arguments[0].value = ''", field);
    await this.driver.type(field, text);
  }

  async chooseFile(label: string, path: string): Promise<void> {
    await this.driver.type(await this.find("field", label), path);
  }

  /** Chooses the first option of a list box. */
  async chooseAny(label: string): Promise<void> {
    const list = await this.find("field", label);
    const script = `arguments[0].selectedIndex = 1;
      arguments[0].dispatchEvent(new Event("change", { bubbles: true }))`;
    await this.driver.run(script, list);
  }

  /** Waits until the page shows this text. */
  async sees(text: string): Promise<void> {
    // The page has no-break spaces between amounts and units.
    const script = String.raw`return document.body.innerText.replaceAll("\u00a0", " ").includes(arguments[0])`;
    await until(() => this.driver.run(script, text), `“${text}”`);
  }

  private async scrollTo(element: ElementReference): Promise<void> {
    await this.driver.run("arguments[0].scrollIntoView({ block: 'center' })", element);
  }
}
