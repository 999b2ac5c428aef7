import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page, Route } from 'playwright-core';
import { unwrap, type VideoRequest } from '#libs/client';
import { BROWSER, eventually, launchBrowser, newTestOrganization, type TestOrganization } from '#libs/testing';
import { createVideo, signIn, untilEnded } from '../e2e/steps.js';
import { type BrowserPage, defectsOf, doubleClick, openConsole, openPage } from './browser-page.js';

const FONT = createRequire(import.meta.url).resolve('@fontsource/inter/files/inter-latin-700-normal.woff2');
const VIEWER = 'grace@editor.example.com';
const EDITOR = 'ada@editor.example.com';
/** The address of every draft: what is saved and read goes there. */
const DRAFTS = '**/v1/templates/*/draft';

describe('the editor of templates', () => {
  let system: TestOrganization;
  let browser: Browser;
  let opened: BrowserPage;
  let page: Page;

  beforeAll(async () => {
    [system, browser] = await Promise.all([newTestOrganization(), launchBrowser()]);
    opened = await openConsole(browser, system, system.orgId);
    page = opened.page;
    await page.setViewportSize({ width: 1440, height: 900 });
  }, 300_000);

  afterAll(() => browser.close(), 60_000);

  const layer = (name: string) => page.locator(`[data-layer="${name}"]`);
  const templateId = () => new URL(page.url()).pathname.split('/').at(-2)!;
  // Repeated if the gateway has just closed the connection, which was idle.
  const draftOf = (id: string) =>
    unwrap(system.client.GET('/templates/{id}/draft', { params: { path: { id } }, retries: 2 }));
  const draft = () => draftOf(templateId());
  const saved = () => page.getByText('Saved', { exact: true }).waitFor();
  const nameIn = (at: Page) => at.getByRole('textbox', { name: 'Name of the template' });
  const named = (at: Page, name: string) => nameIn(at).and(withValue(at, name)).waitFor();
  const storedAs = (name: string, id = templateId()) =>
    eventually(async () => (await draftOf(id)).document['name'] === name);
  const back = () => page.getByRole('link', { name: 'Back to the templates' }).click();
  const templates = () => page.getByRole('heading', { level: 1, name: 'Templates' }).waitFor();
  const question = () => page.getByRole('dialog', { name: 'Leave without your last changes?' });

  it('makes a template from nothing by mouse and keyboard, publishes it, and it is rendered', async () => {
    await page.goto(new URL('/console/templates', system.baseUrl).href);
    await page.getByRole('button', { name: 'New template' }).first().click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Made by hand');
    await page.getByLabel('Size').selectOption('1080x1080');
    await page.getByRole('button', { name: 'Create' }).click();

    // A shape by mouse, turned into a wider one by its handle.
    await page.getByRole('button', { name: 'Add layer' }).click();
    await page.getByRole('menuitem', { name: 'Shape' }).click();
    const before = (await layer('shape').boundingBox())!;
    await page.mouse.move(before.x + before.width, before.y + before.height / 2);
    await page.mouse.down();
    await page.mouse.move(before.x + before.width + 40, before.y + before.height / 2, { steps: 4 });
    await page.mouse.up();
    await eventually(async () => (await layer('shape').boundingBox())!.width > before.width + 30);

    // A caller sees the draft before anything is published.
    await page.getByRole('tab', { name: 'As a caller' }).click();
    await page.getByText('What a request may change once this draft is published.').waitFor();
    await page.getByRole('textbox', { name: '1.shape.fill_color', exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Design' }).click();

    // The small picture of the square page is whole.
    await eventually(() => page.evaluate<boolean>(IS_THUMB_WHOLE));

    // A text by keyboard: added, written in the form, and moved by ten pixels.
    await page.getByRole('button', { name: 'Add layer' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Text' }).press('Enter');
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Hello from the editor');
    await page.getByRole('button', { name: 'Text text' }).focus();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+Shift+z');

    await saved();
    await page.getByText('Exact', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Version 2', { exact: true }).waitFor();

    const id = templateId();
    const { document } = await unwrap(system.client.GET('/templates/{id}', { params: { path: { id } } }));
    expect(document).toMatchObject({ name: 'Made by hand', width: 1080, height: 1080 });
    const [shape, text] = document!.pages[0]!.layers as unknown as Record<string, number | string>[];
    expect(shape).toMatchObject({ type: 'shape', height: 432 });
    expect(Number(shape!['width'])).toBeGreaterThan(460);
    expect(text).toMatchObject({ type: 'text', text: 'Hello from the editor', y: 452 });
    const video = await untilEnded(system, (await createVideo(system, { template_id: id, format: 'mp4' })).id);
    expect(video.status).toBe('COMPLETED');
  });

  it('writes a text on the picture, and drags what is selected along an axis, as a copy, or only the view', async () => {
    const zoom = (await page.locator('[data-frame]').boundingBox())!.width / 1080;
    const places = async () => {
      await saved();
      const [{ layers }] = (await draft()).document['pages'] as [{ layers: Record<string, number>[] }];
      return layers.map(({ x, y }) => [x, y]);
    };
    const drag = async (from: { x: number; y: number }, by: { x: number; y: number }, key?: string) => {
      await page.mouse.move(from.x, from.y);
      if (key) await page.keyboard.down(key);
      await page.mouse.down();
      await page.mouse.move(from.x + by.x * zoom, from.y + by.y * zoom, { steps: 4 });
      await page.mouse.up();
      if (key) await page.keyboard.up(key);
    };

    const text = (await layer('text').boundingBox())!;
    const middle = { x: text.x + text.width / 2, y: text.y + text.height / 2 };
    await doubleClick(page, middle.x, middle.y);
    const field = page.getByRole('textbox', { name: 'Text of text' });
    await field.waitFor();
    await page.keyboard.type('Hello');
    await page.keyboard.press('Enter');
    await page.keyboard.type('in place');
    expect(await field.inputValue()).toBe('Hello\nin place');
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    expect(await page.getByRole('textbox', { name: 'Text', exact: true }).inputValue()).toBe('Hello\nin place');

    // The text lies above the shape, except for the lower part of it.
    const [[fromX, fromY], textPlace] = (await places()) as [number[], number[]];
    await page.getByRole('button', { name: 'Shape shape' }).click();
    await drag(middle, { x: 61.3, y: 87.7 });
    const [[x, y], ...others] = (await places()) as [number[], ...number[][]];
    expect([x! > fromX! + 30, y! > fromY! + 30, x! % 1, y! % 1, others]).toEqual([true, true, 0, 0, [textPlace]]);
    const shape = (await layer('shape').boundingBox())!;
    const below = { x: shape.x + shape.width / 2, y: shape.y + shape.height - 12 };
    await drag(below, { x: 143, y: 47 }, 'Shift');
    const [[along, same]] = (await places()) as [number[]];
    expect([along! > x! + 100, same]).toEqual([true, y]);
    await drag(below, { x: 5, y: 91 }, 'Alt');
    expect((await places())[0]).toEqual([along, y]);
    expect(await page.locator('[data-layer]').count()).toBe(3);
    await page.keyboard.press('Control+z');
    await eventually(async () => (await page.locator('[data-layer]').count()) === 2);
    await drag(below, { x: 50, y: 50 }, ' ');
    expect(await places()).toEqual([[along, y], textPlace]);
    expect(await page.getByRole('button', { name: 'Pause' }).count()).toBe(0);
  });

  it('draws by one-letter tools, and sizes, colors and styles several layers at once', async () => {
    const frame = (await page.locator('[data-frame]').boundingBox())!;
    const drawn = async (key: string, x: number) => {
      await page.keyboard.press('Escape');
      await page.keyboard.press(key);
      await page.mouse.move(frame.x + x, frame.y + 20);
      await page.mouse.down();
      await page.mouse.move(frame.x + x + 60, frame.y + 60, { steps: 3 });
      await page.mouse.up();
    };
    const all = async () => {
      await saved();
      const [{ layers }] = (await draft()).document['pages'] as [{ layers: Record<string, unknown>[] }];
      return layers.slice(2);
    };
    await drawn('r', 20);
    await drawn('o', 120);
    expect(await all()).toMatchObject([{ name: 'rectangle' }, { name: 'ellipse', shape: 'ellipse' }]);

    await page.getByRole('button', { name: 'Shape rectangle' }).click({ modifiers: ['Shift'] });
    await page.getByRole('heading', { name: '2 layers are selected' }).waitFor();
    const [former] = await all();
    const handle = (await page.locator('[data-common-box] [data-handle="s"]').boundingBox())!;
    await page.mouse.move(handle.x + 5, handle.y + 5);
    await page.mouse.down();
    await page.mouse.move(handle.x + 5, handle.y + 45, { steps: 3 });
    await page.mouse.up();
    await page.getByLabel('Fill color', { exact: true }).fill('#112233');
    const [one, other] = await all();
    expect([one!['fill_color'], other!['fill_color'], one!['height']]).toEqual([
      '#112233',
      '#112233',
      other!['height'],
    ]);
    expect(Number(one!['height'])).toBeGreaterThan(Number(former!['height']) * 1.5);

    await page.getByRole('button', { name: 'Shape ellipse' }).click();
    await page.getByLabel('Opacity', { exact: true }).fill('0.5');
    await page.getByRole('button', { name: 'Shape ellipse' }).click();
    expect((await all())[1]).toMatchObject({ name: 'ellipse', opacity: 0.5 });
    await page.keyboard.press('Control+Alt+c');
    await layer('rectangle').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Paste style' }).click();
    expect((await all())[0]).toMatchObject({ name: 'rectangle', opacity: 0.5 });

    // A gradient and a shadow by their handles on the picture, each gesture one step of undo.
    await page.getByRole('button', { name: 'Shape rectangle' }).click();
    await page.getByLabel('Fill color', { exact: true }).fill('linear-gradient(90deg, #ff0000 0%, #0000ff 100%)');
    await page.getByLabel('Shape shadow', { exact: true }).fill('10px 10px 8px black');
    const mark = (name: string) => page.getByLabel(`${name} of rectangle on the picture`);
    const dragged = async (name: string, by: { x: number; y: number }) => {
      const { x, y, width, height } = (await mark(name).boundingBox())!;
      await page.mouse.move(x + width / 2, y + height / 2);
      await page.mouse.down();
      await page.mouse.move(x + width / 2 + by.x, y + height / 2 + by.y, { steps: 3 });
      await page.mouse.up();
    };
    await dragged('Color 1 of fill color', { x: 15, y: 0 });
    await page.keyboard.press('Control+z');
    await dragged('Color 2 of fill color', { x: -30, y: 0 });
    const [left, right] = await Promise.all([1, 2].map((index) => mark(`Color ${index} of fill color`).boundingBox()));
    await doubleClick(page, (left!.x + right!.x + right!.width) / 2, left!.y + left!.height / 2);
    await mark('Color 3 of fill color').waitFor();
    await mark('Distance of shape shadow').press('Shift+ArrowRight');
    await mark('Blur of shape shadow').press('ArrowUp');
    const [painted] = await all();
    expect(painted!['fill_color']).toMatch(
      /^linear-gradient\(90deg, #ff0000 0%, #[\da-f]{6} 2[\d.]+%, #0000ff (?:49|50)[\d.]*%\)$/,
    );
    expect(painted!['shape_shadow']).toBe('20px 10px 9px black');
    await mark('Color 3 of fill color').press('Delete');
    await dragged('Direction of fill color', { x: -50, y: 50 });
    expect((await all())[0]!['fill_color']).toMatch(/^linear-gradient\(\d{3}deg, #ff0000 0%, #[\da-f]{6} 2[\d.]+%\)$/);
    for (const name of ['rectangle', 'ellipse']) {
      await page.getByRole('button', { name: `Shape ${name}` }).click();
      await page.keyboard.press('Delete');
    }
    await saved();
  });

  it('takes files that are dropped: a picture where it is dropped, a font, and says why it refuses another', async () => {
    const frame = (await page.locator('[data-frame]').boundingBox())!;
    const at = { x: frame.x + frame.width / 4, y: frame.y + frame.height / 4 };
    await drop(page, at, { name: 'dusk.png', type: 'image/png' });
    const box = (await layer('dusk').boundingBox())!;
    expect(Math.abs(box.x + box.width / 2 - at.x)).toBeLessThan(2);
    expect(Math.abs(box.y + box.height / 2 - at.y)).toBeLessThan(2);
    await drop(page, at, { name: 'Own-Bold.woff2', type: 'font/woff2', base64: readFileSync(FONT).toString('base64') });
    await page.getByText('Own is in the list of fonts').waitFor();
    await drop(page, at, { name: 'drawing.svg', type: 'image/svg+xml', base64: btoa('<svg/>') });
    await page.getByText('drawing.svg was not added.').waitFor();
    await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();

    await page.getByRole('button', { name: 'Text text' }).click();
    await page.getByRole('combobox', { name: 'Font family' }).selectOption('Own');
    await page.getByRole('slider', { name: 'Entrance of text' }).press('ArrowRight');
    await saved();
    await page.getByText('Exact', { exact: true }).waitFor();
    const { document, faults } = await draft();
    expect(faults).toEqual([]);
    expect(document).toMatchObject({ fonts: [{ family: 'Own', weight: 700 }] });
    const [, text, picture] = (document['pages'] as { layers: object[] }[])[0]!.layers;
    expect(text).toMatchObject({ font_family: 'Own', enter: { type: 'fade', duration: 0.1 } });
    expect(picture).toMatchObject({ name: 'dusk', type: 'image', width: 200, height: 100 });

    // Half as wide, the picture is cut off, and moved inside its box.
    await page.getByRole('button', { name: 'Image dusk' }).click();
    await page.getByLabel('Width', { exact: true }).fill('100');
    const narrow = (await layer('dusk').boundingBox())!;
    const [x, y] = [narrow.x + narrow.width / 2, narrow.y + narrow.height / 2];
    await doubleClick(page, x, y);
    const inside = page.getByRole('group', { name: /^dusk in its box/ });
    await inside.waitFor();
    await eventually(async () => (await inside.locator('span').boundingBox())!.width > narrow.width * 1.9);
    await page.mouse.down();
    await page.mouse.move(x - narrow.width / 5, y, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.press('ArrowLeft');
    await page.mouse.wheel(0, -100);
    await eventually(async () => (await inside.boundingBox())!.width > narrow.width * 1.15);
    await page.keyboard.press('Escape');
    await inside.waitFor({ state: 'detached' });
    await saved();
    const [, , cropped] = (
      (await draft()).document['pages'] as {
        layers: { focus?: { x: number; y: number }; width: number; height: number }[];
      }[]
    )[0]!.layers;
    expect(cropped!.focus!.y).toBe(0.5);
    expect(cropped!.width).toBeCloseTo(cropped!.height, 0);
    expect(Math.abs(cropped!.focus!.x - 0.605)).toBeLessThan(0.01);
  });

  it('has presets, a list of keys, texts drawn by T, and makes a video without leaving', async () => {
    await page.getByRole('button', { name: 'Text text' }).click();
    await page.getByRole('button', { name: 'Enter: Fade' }).click();
    await page.getByRole('button', { name: 'Slide', exact: true }).click();
    await page.getByRole('button', { name: 'Enter: Slide' }).waitFor();
    expect(await defectsOf(page)).toEqual([]);

    await page.getByRole('button', { name: 'Text text' }).focus();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await keys.getByText('Save now').waitFor();
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });

    const frame = (await page.locator('[data-frame]').boundingBox())!;
    await page.keyboard.press('Escape');
    await page.keyboard.press('t');
    await page.mouse.move(frame.x + 20, frame.y + frame.height - 90);
    await page.mouse.down();
    await page.mouse.move(frame.x + 220, frame.y + frame.height - 40, { steps: 3 });
    await page.mouse.up();
    await page.getByRole('textbox', { name: 'Text of text 2' }).waitFor();
    await page.keyboard.type('By T');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+s');
    await saved();
    const { layers } = ((await draft()).document['pages'] as { layers: object[] }[])[0]!;
    expect(layers[1]).toMatchObject({ enter: { type: 'slide', duration: 0.1 } });
    expect(layers.at(-1)).toMatchObject({ type: 'text', text: 'By T' });

    await page.getByRole('button', { name: 'Render', exact: true }).click();
    await page.getByRole('button', { name: 'Publish and render' }).click();
    await page.getByRole('link', { name: 'Download' }).waitFor();
    await page.getByRole('dialog').getByLabel('The video').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Text text 2' }).click();
    await page.keyboard.press('Delete');
    await saved();
  });

  it('is all there for the keyboard: a template of six layers and a keyframe is made, published with a label, and restored', async () => {
    const press = async (name: string | RegExp, key = 'Enter') => {
      await page.getByRole('button', { name, exact: true }).first().focus();
      await page.keyboard.press(key);
    };
    const before = page.url();
    await page.goto(new URL('/console/templates', system.baseUrl).href);
    await press('New template');
    await page.getByRole('textbox', { name: 'Name', exact: true }).focus();
    await page.keyboard.type('Only by keys');
    await page.keyboard.press('Enter');
    await named(page, 'Only by keys');
    for (const kind of ['Text', 'Shape', 'Shape', 'Text', 'Rating', 'Shape']) {
      await press('Add layer');
      await page.getByRole('menuitem', { name: kind, exact: true }).press('Enter');
    }
    await press('Keyframe of x');
    await page.getByRole('slider', { name: 'Playhead' }).press('End');
    await page.getByLabel('X', { exact: true }).focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('300');
    await page.keyboard.press('Tab');
    await saved();
    await press('Publish');
    await page.getByRole('dialog', { name: 'Publish version 2' }).waitFor();
    await page.keyboard.type('Six layers');
    await page.keyboard.press('Enter');
    await page.getByText('Version 2', { exact: true }).waitFor();
    const { document } = await unwrap(system.client.GET('/templates/{id}', { params: { path: { id: templateId() } } }));
    const layers = document!.pages[0]!.layers as unknown as { keyframes?: { x: { value: number }[] } }[];
    expect(layers).toHaveLength(6);
    expect(layers.at(-1)!.keyframes!.x.map(({ value }) => value)).toEqual([expect.any(Number), 300]);

    await page.goto(new URL(`/console/templates/${templateId()}`, system.baseUrl).href);
    await page.getByRole('tab', { name: 'Versions' }).press('Enter');
    await page.getByRole('row', { name: /Six layers/ }).waitFor();
    await press('Actions for version 1');
    await page.getByRole('menuitem', { name: 'Label' }).press('Enter');
    await page.getByRole('dialog', { name: 'Version 1' }).waitFor();
    await page.keyboard.type('Empty');
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /Empty/ }).waitFor();
    await press('Actions for version 1');
    await page.getByRole('menuitem', { name: 'Restore' }).press('Enter');
    await page.getByRole('button', { name: 'Restore' }).press('Enter');
    await named(page, 'Only by keys');
    expect((await draft()).document['pages']).toMatchObject([{ layers: [] }]);
    // By a link, because what comes asks before one goes back within the console.
    await page.goto(new URL('/console/templates', system.baseUrl).href);
    await page.locator(`a[href="${new URL(before).pathname}"]`).click();
    await named(page, 'Made by hand');
  });

  it('shows who else has the template open, and lets a viewer look and change nothing', async () => {
    await system.operator(
      'user',
      'create',
      VIEWER,
      '--organization',
      system.orgId,
      '--role',
      'viewer',
      '--name',
      'Grace Hopper',
    );
    const { url } = (await system.operator('password-reset', VIEWER)) as { url: string };
    const body = { token: new URL(url).hash.slice(1), password: 'a long enough password' };
    const [name, value] = (await signIn(system, '/session/password-reset', body)).split('=') as [string, string];
    const other = await openPage(browser);
    await other.page.context().addCookies([{ name, value, url: system.baseUrl }]);
    await other.page.goto(page.url());
    await other.page.getByText('View only').waitFor();
    await other.page.getByRole('button', { name: 'Text text' }).click();
    expect(await other.page.getByRole('textbox', { name: 'Text', exact: true }).isDisabled()).toBe(true);
    expect(await other.page.getByRole('button', { name: 'Add layer' }).count()).toBe(0);
    await page.getByText('Grace Hopper has this template open too').waitFor({ state: 'attached' });
    expect(await defectsOf(other.page)).toEqual([]);
    await page.getByLabel('Name of the template').fill('Seen by Grace');
    await other.page
      .getByRole('textbox', { name: 'Name of the template' })
      .and(withValue(other.page, 'Seen by Grace'))
      .waitFor();
    await other.page.context().close();
  });

  it('overwrites nothing that was saved elsewhere', async () => {
    const id = templateId();
    const { document, base_version, revision } = await draft();
    const body = { document: { ...document, name: 'Theirs' }, base_version, revision };
    await page.route(DRAFTS, unsaved);
    await nameIn(page).fill('Mine');
    await unwrap(system.client.PUT('/templates/{id}/draft', { params: { path: { id } }, body }));
    await page.unroute(DRAFTS);
    await page.getByText('A program saved this template with an API key.').waitFor();
    await page.getByRole('button', { name: 'Show the saved one' }).click();
    await named(page, 'Theirs');
    expect((await draft()).document['name']).toBe('Theirs');
  });

  it('saves what was changed just before one goes back', async () => {
    const id = templateId();
    await nameIn(page).fill('Changed and left');
    await back();
    await templates();
    expect((await draftOf(id)).document['name']).toBe('Changed and left');
    await page.goBack();
    await named(page, 'Changed and left');
  });

  it('asks before one leaves with changes that could not be saved', async () => {
    await page.route(DRAFTS, unsaved);
    await nameIn(page).fill('Never saved');
    await page.goBack();
    await question().getByRole('button', { name: 'Cancel' }).click();
    await named(page, 'Never saved');
    const warning = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    expect((await warning).type()).toBe('beforeunload');
    await (await warning).dismiss();
    await back();
    await question().getByRole('button', { name: 'Leave without them' }).click();
    await templates();
    await page.unroute(DRAFTS);
    await page.goBack();
    await named(page, 'Changed and left');
  });

  it('recognizes its own save whose response was lost, and saves what follows', async () => {
    const isLost = await losingTheNextSave(page);
    await nameIn(page).fill('Saved without a word');
    await eventually(isLost);
    await saved();
    await nameIn(page).fill('Saved after that');
    await storedAs('Saved after that');
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.unroute(DRAFTS);
  });

  it('follows another user who saves while one changes nothing, and names them when both change', async () => {
    const options = ['--organization', system.orgId, '--role', 'editor', '--name', 'Ada Lovelace'];
    await system.operator('user', 'create', EDITOR, ...options);
    const { page: ada } = await openConsole(browser, system, system.orgId, '--email', EDITOR);
    await ada.goto(page.url());
    await named(ada, 'Saved after that');
    await nameIn(page).fill('Read by Ada');
    await named(ada, 'Read by Ada');
    expect(await ada.getByRole('alert').count()).toBe(0);

    const lock = (of: Page) => of.getByRole('button', { name: /^Lock / }).first();
    await lock(page).click();
    await ada.locator('button[aria-label^="Lock "][aria-pressed="true"]').waitFor(); // others know of it
    await saved();
    await page.reload();
    await page.locator('button[aria-label^="Lock "][aria-pressed="true"]').waitFor();
    await lock(page).click();
    await ada.locator('button[aria-label^="Lock "][aria-pressed="true"]').waitFor({ state: 'detached' });
    await saved();

    await page.route(DRAFTS, unsaved);
    await nameIn(page).fill('Mine');
    await nameIn(ada).fill('By Ada');
    await storedAs('By Ada');
    await page.unroute(DRAFTS);
    await page.getByText('Ada Lovelace saved this template.').waitFor();
    await back();
    await question().getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Save this one instead' }).click();
    await storedAs('Mine');
    await named(ada, 'Mine');
    await ada.context().close();
  });

  it('knows the same user in another tab', async () => {
    const tab = await page.context().newPage();
    await tab.goto(page.url());
    await named(tab, 'Mine');
    await tab.route(DRAFTS, unsaved);
    await nameIn(tab).fill('In a tab');
    await nameIn(page).fill('In the other tab');
    await storedAs('In the other tab');
    await tab.unroute(DRAFTS);
    await tab.getByText('You saved this template in another tab.').waitFor();
    expect(await defectsOf(tab)).toEqual([]);
    await tab.close();
  });

  it('shows the request of a caller as the API accepts it', async () => {
    await page.getByRole('tab', { name: 'As a caller' }).click();
    await page.getByRole('textbox', { name: '1.text.text', exact: true }).fill("It's Ada's");
    const code = await page.getByRole('region', { name: 'Request in curl' }).textContent();
    const shell = `curl() { for last; do :; done; printf %s "$last"; }\n${code!}`;
    const body = JSON.parse(execFileSync('sh', ['-c', shell], { encoding: 'utf8' })) as VideoRequest;
    const { modifications } = body;
    expect(modifications).toEqual({ pages: [{ number: 1, layers: [{ name: 'text', text: "It's Ada's" }] }] });
    expect(await unwrap(system.client.POST('/videos/validate', { body }))).toMatchObject({ valid: true, errors: [] });

    const { id } = await createVideo(system, { ...body, test: true });
    await page.goto(new URL(`/console/videos/${id}`, system.baseUrl).href);
    await page.getByRole('link', { name: 'Open in editor' }).click();
    const field = page.getByRole('textbox', { name: '1.text.text', exact: true });
    await eventually(async () => (await field.inputValue()) === "It's Ada's");
  });

  it('has the variables of a shared component in the form, and among the fields of a caller', async () => {
    const variables = { title: { type: 'string', default: 'Elm', label: 'Card title' } };
    const layers = [{ name: 'line', type: 'text', text: '{{title}}' }];
    await system.call('POST', '/components', { name: 'card', component: { variables, layers } });
    const shown = { name: 'home', type: 'component', component: 'card@1', open: ['values'] };
    const pages = [{ number: 1, duration: 1, layers: [shown] }];
    const cards = { name: 'Cards', width: 640, height: 360, sizes: { portrait: { width: 360, height: 640 } }, pages };
    const { body } = await system.call('POST', '/templates', cards);
    const { id } = body as { id: string };
    await page.goto(new URL(`/console/templates/${id}/edit`, system.baseUrl).href);
    await page.getByRole('button', { name: 'Component home' }).click();
    await page.getByRole('textbox', { name: 'Card title' }).fill('Oak');
    await eventually(async () => JSON.stringify(await draftOf(id)).includes('"values":{"title":"Oak"}'));
    await page.getByRole('tab', { name: 'As a caller' }).click();
    await page.getByRole('textbox', { name: '1.home.values.title', exact: true }).fill('Ash');
    const code = page.getByRole('region', { name: 'Request in curl' });
    await eventually(async () =>
      (await code.textContent())!.replaceAll(/\s/g, '').includes('"values":{"title":"Ash"}'),
    );
  });

  it('renders the size that is shown, of several', async () => {
    await page.getByRole('tab', { name: 'Design' }).click();
    await page.getByRole('toolbar').getByLabel('Size').selectOption('portrait');
    await page.getByRole('button', { name: 'Render', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Render a video' });
    expect(await dialog.getByLabel('Size').inputValue()).toBe('portrait');
    await dialog.getByRole('button', { name: 'Publish and render' }).click();
    const address = await dialog.getByRole('link', { name: 'Open the video' }).getAttribute('href');
    const { body } = await system.call('GET', `/videos/${address!.split('/').at(-1)!}`);
    expect(body).toMatchObject({ width: 360, height: 640 });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('has done all this within its policy, readable for everybody, and without an error', async () => {
    expect(await defectsOf(page)).toEqual([]);
    expect(opened.errors).toEqual([]);
  });
});

/** Whether the small picture of the first page is there and no higher than its place. */
const IS_THUMB_WHOLE = `(() => {
  const canvas = document.querySelector('[aria-label="Pages"] canvas');
  return canvas !== null && canvas.clientHeight <= canvas.parentElement.clientHeight;
})()`;

/** Aborts requests that save a draft, and lets all others pass. */
const unsaved = (route: Route) => (route.request().method() === 'PUT' ? route.abort() : route.continue());

/**
 * Breaks the connection of the next save when its response arrives. In Firefox it is broken before: WebDriver BiDi does not
 * give the body to send.
 *
 * @returns whether that has happened
 */
async function losingTheNextSave(page: Page): Promise<() => boolean> {
  let isLost = false;
  await page.route(DRAFTS, async (route) => {
    if (isLost || route.request().method() !== 'PUT') return route.continue();
    isLost = BROWSER === 'firefox' || (await route.fetch()).status() === 200;
    return route.abort('connectionreset');
  });
  return () => isLost;
}

const withValue = (page: Page, value: string) => page.locator(`[value="${value}"]`);

/** Drops a file at a point of the page; without bytes a picture of 200 by 100 pixels. */
async function drop(
  page: Page,
  at: { x: number; y: number },
  file: { name: string; type: string; base64?: string },
): Promise<void> {
  const script = `(async ({ x, y }, { name, type, base64 }) => {
    const canvas = new OffscreenCanvas(200, 100);
    canvas.getContext('2d').fillRect(0, 0, 100, 100);
    const bytes = base64 === undefined ? await canvas.convertToBlob() : Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([bytes], name, { type }));
    const target = document.elementFromPoint(x, y);
    for (const event of ['dragover', 'drop'])
      target.dispatchEvent(new DragEvent(event, { dataTransfer, clientX: x, clientY: y, bubbles: true, cancelable: true }));
  })(${JSON.stringify(at)}, ${JSON.stringify(file)})`;
  await page.evaluate(script);
}
