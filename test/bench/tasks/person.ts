import type { Locator, Page } from 'playwright-core';

/** Seconds that the hands take for one of each, as fixed as a pace can be. */
export const PACE_S = { clicks: 1, keys: 0.5, texts: 3 } as const;

/** Acts of a task, and how long it takes. */
export interface Figures {
  /** Presses of the mouse; a drag is one, a choice in a list or a file two. */
  readonly clicks: number;
  /** Single keys and shortcuts. */
  readonly keys: number;
  /** Texts that are typed, each as one. */
  readonly texts: number;
  /** Pages of the console that were opened. */
  readonly pages: number;
  /** Time in which the console worked and the person waited, s. */
  readonly waitS: number;
}

/** A person at a page: acts through the browser as hands do, and counts it. */
export class Person {
  readonly page: Page;
  private readonly count = { clicks: 0, keys: 0, texts: 0, pages: 0 };
  private readonly beganMs = performance.now();
  private path: string;

  constructor(page: Page) {
    this.page = page;
    this.path = new URL(page.url()).pathname;
    page.on('framenavigated', (frame) => {
      const { pathname } = new URL(frame.url());
      if (frame !== page.mainFrame() || pathname === this.path) return;
      this.path = pathname;
      this.count.pages += 1;
    });
  }

  get figures(): Figures {
    return { ...this.count, waitS: (performance.now() - this.beganMs) / 1_000 };
  }

  /** Opens an address, by a click in a mail or on a bookmark. */
  async open(address: string): Promise<void> {
    this.count.clicks += 1;
    await this.page.goto(address);
  }

  /** Opens a page by the menu. */
  menu(name: string): Promise<void> {
    return this.click(this.page.getByRole('navigation').getByRole('link', { name, exact: true }));
  }

  async click(target: Locator): Promise<void> {
    this.count.clicks += 1;
    await target.click();
  }

  button(name: string | RegExp): Promise<void> {
    return this.click(this.page.getByRole('button', { name, exact: true }));
  }

  /** Replaces the text of a field. One that has the focus already is not clicked, one without a text not emptied. */
  async write(field: Locator, text: string): Promise<void> {
    await field.waitFor();
    const hasFocus = await field.and(this.page.locator(':focus')).count();
    if (hasFocus === 0) await this.click(field);
    if ((await field.inputValue()) !== '') await this.press('ControlOrMeta+a');
    await this.type(text);
  }

  async type(text: string): Promise<void> {
    this.count.texts += 1;
    await this.page.keyboard.type(text);
  }

  async press(key: string): Promise<void> {
    this.count.keys += 1;
    await this.page.keyboard.press(key);
  }

  async choose(list: Locator, option: string | { label: string }): Promise<void> {
    this.count.clicks += 2;
    await list.selectOption(option);
  }

  async chooseFile(field: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    this.count.clicks += 2;
    await field.setInputFiles(file);
  }

  async drag(from: readonly [x: number, y: number], to: readonly [x: number, y: number]): Promise<void> {
    this.count.clicks += 1;
    await this.page.mouse.move(...from);
    await this.page.mouse.down();
    await this.page.mouse.move(...to, { steps: 4 });
    await this.page.mouse.up();
  }

  /** Waits for what a person looks for. */
  see(what: Locator): Promise<void> {
    return what.first().waitFor({ timeout: 300_000 });
  }
}
