import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { BROWSER, eventually, launchBrowser, startReceiver, startSystem, type TestSystem } from '#libs/testing';
import { type BrowserPage, consoleAddress, defectsOf, openConsole, openPage } from './browser-page.js';

/** Two pictures a second apart, small enough to be rendered on a busy machine within seconds. */
const TEMPLATE = {
  name: 'Greeting <b>',
  width: 320,
  height: 180,
  sizes: { portrait: { width: 180, height: 320 } },
  pages: [{ number: 1, duration: 1, layers: [{ name: 'title', type: 'text', text: 'Hello', font_size: 40 }] }],
} as const;

/** A picture of one pixel. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let system: TestSystem;
let browser: Browser;
let opened: BrowserPage;
let link: string;
let templateId: string;

beforeAll(async () => {
  [system, browser] = await Promise.all([startSystem(), launchBrowser()]);
  ({ url: link } = (await system.operator('console-link', system.orgId, '--operator')) as { url: string });
  const { body } = await system.call('POST', '/templates', TEMPLATE);
  templateId = (body as { id: string }).id;
  opened = await openPage(browser);
}, 300_000);

afterAll(async () => {
  await browser.close();
  await system.stop();
});

/** Gives a CSV file to the page that makes a batch of it. */
const chooseRows = (text: string): Promise<void> =>
  opened.page
    .getByLabel(/^Drop a CSV file here/)
    .setInputFiles({ name: 'offers.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
const heading = (name: string | RegExp) => opened.page.getByRole('heading', { level: 1, name });

/** Waits for the pictures of a page. */
const untilPainted = (page: Page): Promise<unknown> =>
  page.locator('main img').first().evaluate('(picture) => picture.decode()');

describe('the console', () => {
  it('asks who is there, and leads back to the page that was asked for', async () => {
    const { page } = opened;
    await page.goto(consoleAddress(system, '/videos'));
    await heading('Sign in').waitFor();
    await page.getByLabel('Password').waitFor();
    expect(new URL(page.url()).searchParams.get('from')).toBe('/videos');
    await page.getByText('No password, or forgotten?').click();
    await page.getByText('npm run --silent operator -- console-link').waitFor();
    expect(await defectsOf(page)).toEqual([]);
  });

  it('refuses a wrong password without saying what was wrong', async () => {
    const { page } = opened;
    await page.getByLabel('E-mail').fill('ada@example.com');
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    expect(await defectsOf(page)).toEqual([]);
  });

  it('opens by the link that is printed, and keeps its secret out of the address', async () => {
    const { page } = opened;
    await page.goto(link);
    await heading('First video').waitFor();
    expect(page.url()).toBe(consoleAddress(system, '/'));
  });

  it('has an empty list of videos that says how to make one', async () => {
    const { page } = opened;
    await page.getByRole('link', { name: 'Videos', exact: true }).click();
    await page.getByRole('heading', { name: 'No videos yet' }).waitFor();
    expect(await defectsOf(page)).toEqual([]);
  });

  it('plays the template, changes it while one types, and renders it in its place with a key made for the code', async () => {
    const { page } = opened;
    await page.goto(consoleAddress(system, `/?template=${templateId}`));
    const playback = page.getByRole('img', { name: 'Greeting <b>, as it will be rendered' });
    await page.locator('[data-playing=true] canvas').waitFor();
    const picture = () => playback.screenshot({ caret: 'initial' }); // to hide it, it would write a style element
    const before = await picture();
    await page.getByLabel('Title').fill('Hello, Ada');
    await eventually(async () => expect((await picture()).equals(before)).toBe(false));
    await page.getByText('"text": "Hello, Ada"').waitFor();
    expect(await defectsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Put a key into it' }).click();
    const code = page.getByRole('region', { name: 'the call in curl' });
    await code.getByText('Bearer fw_').waitFor();
    const [key] = /fw_\w+/.exec((await code.textContent())!)!;
    expect((await system.fetch('/videos', { key })).status).toBe(200);
    await page.getByRole('button', { name: 'Render' }).click();
    const video = page.locator('video');
    await video.waitFor({ timeout: 120_000 });
    await page.evaluate('document.querySelector("video").play()');
    const hasPlayed = () => page.evaluate<boolean>('document.querySelector("video").currentTime > 0');
    await eventually(hasPlayed);
    expect(await page.getByRole('link', { name: 'Download' }).getAttribute('download')).toMatch(/\.mp4$/);
    expect(await defectsOf(page)).toEqual([]);
  }, 240_000);

  it('keeps the text and the video for those who come back, greets them with the day, and has the other size', async () => {
    const { page } = opened;
    await page.goto(consoleAddress(system, '/'));
    await heading('Home').waitFor();
    await page.getByRole('link', { name: '1', exact: true }).first().waitFor();
    await page.getByRole('list', { name: 'Latest videos' }).getByRole('link', { name: 'Greeting <b>' }).waitFor();
    await untilPainted(page);
    expect(await defectsOf(page)).toEqual([]);
    await page.goto(consoleAddress(system, `/videos/new?template=${templateId}`));
    await page.locator('video').waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('Hello, Ada');
    await page.getByLabel('Title').fill('Hello, Grace');
    await page.getByRole('img', { name: 'Greeting <b>, as it will be rendered' }).waitFor();
    await page.getByLabel('Size').selectOption('portrait');
    await page.getByText('"size": "portrait"').waitFor();
    await page.locator('figure [style*="180 / 320"] [data-playing=true] canvas').waitFor();
  });

  it('has the video reviewed by a person with a link, who needs no account', async () => {
    const { page } = opened;
    await page.goto(consoleAddress(system, '/videos'));
    await page.getByRole('region', { name: 'Videos' }).getByRole('link').click();
    await page.getByRole('button', { name: 'Make a link' }).click();
    await page.getByLabel('Name that reviewers see').fill('Autumn');
    await page.getByRole('button', { name: 'Make the link' }).click();
    const address = await page.getByRole('region', { name: 'the link' }).textContent();
    await page.getByRole('button', { name: 'Done' }).click();

    const { page: visit, errors } = await openPage(browser);
    await visit.goto(consoleAddress(system, `/review${new URL(address!).hash}`));
    await visit.getByRole('heading', { level: 1, name: 'Autumn' }).waitFor();
    await visit.getByRole('button', { name: 'Play the video' }).click();
    await visit.getByRole('button', { name: 'Point at a place' }).click({ position: { x: 20, y: 20 } }); // it has ended
    await visit.getByLabel('Your name').fill('Grace');
    await visit.getByLabel(/^Comment at/).fill('Larger, <b>please</b>.');
    await visit.getByRole('button', { name: 'Comment', exact: true }).click();
    const comments = visit.getByRole('list', { name: 'Comments' });
    await comments.getByText('Larger, <b>please</b>.').waitFor();
    await visit.getByRole('button', { name: 'Approve' }).click();
    await comments.getByText('Approved').waitFor();
    expect(await defectsOf(visit)).toEqual([]);
    expect(errors).toEqual([]);

    await page.reload();
    await page.getByRole('region', { name: 'Review links' }).getByText('Approved').waitFor();
    await page.getByRole('button', { name: 'Answer “Larger' }).click();
    await page.getByLabel('Answer', { exact: true }).fill('It is now.');
    await page.getByRole('button', { name: 'Send the answer' }).click();
    await page.getByRole('list', { name: 'Comments' }).getByText('It is now.').waitFor();
    await page.getByRole('button', { name: 'Resolve “Larger' }).click();
    await page.getByText('Resolved', { exact: true }).waitFor();
    expect(await defectsOf(page)).toEqual([]);
    await visit.reload();
    await comments.getByText('It is now.').waitFor();
    await page.getByRole('button', { name: 'Delete the link Autumn' }).click();
    await page.getByText('The link no longer works.').waitFor();
    await visit.reload();
    await visit.getByRole('heading', { name: 'This review cannot be shown' }).waitFor();
    await visit.context().close(); // Firefox presses no button by a key in a window behind another
  }, 120_000);

  it('lists the video, shows its facts, and deletes it after asking', async () => {
    const { page } = opened;
    await page.goto(consoleAddress(system, '/videos'));
    const videos = page.getByRole('region', { name: 'Videos' });
    await videos.getByText('Completed').waitFor();
    await videos.getByText('Greeting <b>', { exact: true }).waitFor();
    await videos.getByText('Owner').waitFor();
    await untilPainted(page);
    expect(await defectsOf(page)).toEqual([]);
    await videos.getByRole('link').click();
    await page.getByText('Greeting <b>, version 1').waitFor();
    expect(await defectsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'No videos yet' }).waitFor();
  });

  it('marks test videos, says why a video failed and that its credits are back, and finds videos by who made them', async () => {
    const { page } = opened;
    const order = { template_id: templateId, format: 'mp4' };
    await system.call('POST', '/videos', { ...order, test: true, metadata: 'tried' });
    const audio_url = new URL('/none.mp3', system.baseUrl).href;
    await system.call('POST', '/videos', { ...order, audio_url, metadata: 'broken' });
    await page.goto(consoleAddress(system, '/videos'));
    const row = (name: string) => page.getByRole('region', { name: 'Videos' }).getByRole('row', { name });
    await row('tried').getByText('Test', { exact: true }).waitFor();
    await row('broken').getByText('404').waitFor({ timeout: 120_000 });
    await row('broken').getByText('1 returned').waitFor();
    await row('tried').getByText('Completed').waitFor({ timeout: 120_000 });
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByLabel('Made by').selectOption({ label: 'Me' });
    await page.getByRole('heading', { name: 'No such video' }).waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('button', { name: 'Contact sheet' }).click();
    const sheet = page.getByRole('list', { name: 'Videos' });
    await sheet.getByText('404').waitFor();
    expect(await sheet.getByRole('listitem').count()).toBe(2);
    await untilPainted(page);
    expect(await defectsOf(page)).toEqual([]);
    await page.goto(consoleAddress(system, '/videos?from=2099-01-01'));
    await page.getByRole('heading', { name: 'No such video' }).waitFor();
  });

  it('shows templates by their pictures, which play under a mouse, and finds them by name', async () => {
    const { page } = opened;
    await page.goto(consoleAddress(system, '/templates?search=REET'));
    const templates = page.getByRole('list', { name: 'Templates' });
    await untilPainted(page);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await templates.getByRole('link', { name: 'Greeting <b>' }).hover();
    await templates.locator('[data-playing=true] canvas').waitFor();
    await page.mouse.move(0, 0);
    await templates.locator('[data-playing]').waitFor({ state: 'detached' });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(consoleAddress(system, '/templates?search=100%25'));
    await page.getByRole('heading', { name: 'No such template' }).waitFor();
  });

  it('makes a batch from a CSV: a bad row is named, good rows are rendered, a video of it is run again', async () => {
    const { page } = opened;
    await page.goto(consoleAddress(system, '/batches'));
    await page.getByRole('heading', { name: 'No batches yet' }).waitFor();
    await page.getByRole('link', { name: 'New batch' }).first().click();
    await chooseRows('Title,Title font size,Order\nHi,40,a-1\nHo,huge,a-2\n');
    expect(await page.getByLabel('What Title sets').inputValue()).toBe('1.title.text');
    await page.getByRole('button', { name: 'Show them' }).click();
    await page.getByRole('row', { name: 'Row 2 3 Longest Title font size huge' }).waitFor();
    await page.getByRole('alert').waitFor(); // no video can have it
    await page.getByRole('button', { name: 'Row 1', exact: true }).click();
    const still = page.getByRole('img', { name: 'Row 1 in the picture' });
    await eventually(async () => (await still.getAttribute('width')) !== null);
    await page.getByRole('button', { name: 'Check all rows' }).click();
    await page
      .getByRole('region', { name: 'Faults' })
      .getByRole('row', { name: /^2 3 Title font size / })
      .waitFor();
    expect(await defectsOf(page)).toEqual([]);

    await page.getByRole('button', { name: 'Leave out this row' }).click();
    await page.getByRole('button', { name: 'Render one video' }).waitFor();
    const download = page.getByRole('link', { name: 'Download it to correct' });
    await download.waitFor();
    // Firefox does not report to Playwright the download of a file that the page itself has made.
    if (BROWSER !== 'firefox') {
      const leftOut = page.waitForEvent('download');
      await download.click();
      expect(readFileSync(await (await leftOut).path(), 'utf8')).toBe('Title,Title font size,Order\nHo,huge,a-2\n');
    }

    await page.getByRole('button', { name: 'Use other rows' }).click();
    await chooseRows('Title,Title font size,Order\nHi,40,a-1\nHo,30,a-2\n');
    await page.getByRole('button', { name: 'Check all rows' }).click();
    await page.getByText('Every row is right.').waitFor();
    await page.getByRole('button', { name: 'Render 2 videos' }).click();
    await heading('offers').waitFor();
    const videos = page.getByRole('list', { name: 'Videos of the batch' });
    await videos.getByText('Completed').nth(1).waitFor({ timeout: 120_000 });
    await page.getByText('Finished', { exact: true }).first().waitFor();
    expect(await defectsOf(page)).toEqual([]);
    const manifest = await page.getByRole('link', { name: 'Manifest' }).getAttribute('href');
    const rows = await (await page.request.get(new URL(manifest!, page.url()).href)).text();
    expect(rows.trim().split('\n')).toHaveLength(3);

    await videos.getByRole('link', { name: 'a-1' }).click();
    await heading('a-1').waitFor();
    await page.getByText('"text": "Hi"').waitFor();
    const before = page.url();
    await page.getByRole('button', { name: /^Run again/ }).click();
    await page.waitForURL((url) => url.href !== before);
    await page.getByText('Completed').first().waitFor({ timeout: 120_000 });
    await page.getByRole('tab', { name: 'curl' }).click();
    await page.getByRole('region', { name: 'the call in curl' }).getByText('-H "Authorization').waitFor();
    await page.getByRole('button', { name: 'Correct and render' }).click();
    await page.getByRole('dialog').getByLabel('1.title.text').fill('Hi again');
    expect(await defectsOf(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Render' }).click();
    await page.getByText('"text": "Hi again"').waitFor();
    await page.goto(consoleAddress(system, '/videos?search=a-'));
    await page.getByRole('region', { name: 'Videos' }).getByRole('link', { name: 'a-1' }).nth(2).waitFor();
    expect(await page.getByRole('region', { name: 'Videos' }).getByRole('link').count()).toBe(4);
  });

  it('leads anywhere by a few letters', async () => {
    const { page } = opened;
    const results = page.getByRole('listbox', { name: 'Results' });
    await page.keyboard.press('Control+k');
    await results.getByRole('option', { name: 'Usage' }).waitFor();
    expect(await defectsOf(page)).toEqual([]);
    await page.keyboard.type('reeting');
    await results.getByRole('option', { name: 'Greeting <b>' }).waitFor();
    await page.keyboard.press('Enter');
    await heading('Greeting <b>').waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('a-2');
    await results.getByRole('option', { name: 'a-2' }).waitFor();
    await page.keyboard.press('Enter');
    await heading('a-2').waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('no such thing');
    await page.getByText('Nothing is found.').waitFor();
    await page.keyboard.press('Escape');
    await results.waitFor({ state: 'detached' });
    expect(await page.getByRole('link', { name: 'API reference' }).getAttribute('href')).toBe('/v1/docs');
  });

  it('creates a webhook, sends a test event, and sends it again', async () => {
    const { page } = opened;
    const receiver = await startReceiver();
    await page.goto(consoleAddress(system, '/webhooks'));
    await page.getByRole('button', { name: 'New webhook' }).click();
    await page.getByLabel('URL').fill(receiver.url);
    await page.getByRole('button', { name: 'Create' }).click();
    const secret = (await page.getByRole('region', { name: 'the secret' }).textContent())!.trim();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('button', { name: 'Send a test event' }).click();
    await heading('video.finished (test)').waitFor();
    await page.getByRole('heading', { name: 'Attempt 1' }).waitFor();
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('heading', { name: 'Attempt 2' }).waitFor();
    const [first, second, ...more] = receiver.signed(secret);
    expect(second).toEqual(first);
    expect(more).toEqual([]);
    expect(await defectsOf(page)).toEqual([]);
    await receiver.stop();
  });

  it('stores a file, refuses one that could run in a browser, and deletes it after asking', async () => {
    const { page } = opened;
    await page.goto(consoleAddress(system, '/media'));
    await page.getByRole('heading', { name: 'No files yet' }).waitFor();
    const files = page.getByLabel(/^Drop files here/);
    await files.setInputFiles({
      name: 'bad.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg onload="alert(1)"/>'),
    });
    await page.getByRole('alert').waitFor();
    await files.setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: DOT });
    await page.getByRole('list', { name: 'Files' }).getByText('dot.png').waitFor();
    expect(await defectsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete dot.png' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'No files yet' }).waitFor();
  });

  it.each([
    ['/templates', 'Greeting <b>', 0],
    ['/usage', 'Minutes of video', 2],
    ['/credits', 'Captured', 1],
  ])('shows %s', async (path, text, plots) => {
    const { page } = opened;
    await page.goto(consoleAddress(system, path));
    await page.getByText(text).first().waitFor();
    if (plots > 0)
      await page
        .locator('canvas')
        .nth(plots - 1)
        .waitFor();
    expect(await defectsOf(page)).toEqual([]);
  });

  it('says that a video is unknown, and that a page is', async () => {
    const { page } = opened;
    await page.goto(consoleAddress(system, '/videos/0189c0de-0000-7000-8000-000000000001'));
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
    expect(await defectsOf(page)).toEqual([]);
    await page.goto(consoleAddress(system, '/nowhere'));
    await page.getByText('There is no such page').waitFor();
  });

  it.each([
    ['All organizations', 'Local'],
    ['Queue', 'Nothing waits'],
    ['Renderers', /^\d of \d busy$/],
    ['Failures', /status 404/],
    ['Maintenance', 'Accepted'],
  ])('shows operators the page %s', async (name, text) => {
    const { page } = opened;
    await page.goto(consoleAddress(system, '/operator/organizations'));
    await page.getByRole('link', { name, exact: true }).click();
    await heading(name).waitFor();
    await page.getByRole('main').getByText(text).first().waitFor();
    expect(await defectsOf(page)).toEqual([]);
    const isWhole = '(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)';
    expect(await page.evaluate(`${isWhole}(document.querySelector("aside > div"))`)).toBe(true); // all entries at once
  });

  it('shows markup in metadata as text', async () => {
    const { page } = opened;
    const metadata = '<img src=x onerror="document.title = 1"> & <b>bold</b>';
    const body = { template_id: templateId, format: 'gif', metadata };
    const { id } = (await system.call('POST', '/videos', body)).body as { id: string };
    await page.goto(consoleAddress(system, '/videos'));
    await page.getByRole('region', { name: 'Videos' }).getByText(metadata).click();
    await heading(metadata).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/console/videos/${id}`);
    expect(await page.locator('main img[src=x], main b').count()).toBe(0);
    await eventually(async () => (await system.call('DELETE', `/videos/${id}`)).status === 204);
  });

  it('lets operators grant credits', async () => {
    const { page } = opened;
    await page.goto(consoleAddress(system, '/operator/organizations'));
    await page.getByRole('button', { name: 'Actions for Local' }).click();
    await page.getByRole('menuitem', { name: 'Grant credits' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Credits', { exact: true }).fill('25');
    await dialog.getByLabel('Reason').fill('Invoice 7');
    await dialog.getByRole('table', { name: 'Latest grants' }).waitFor();
    expect(await defectsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Grant', exact: true }).click();
    await page.getByText('Local has 25 credits more').waitFor();
  });

  it('lets operators refuse new videos for a while, with a message, after a question that gives the focus back', async () => {
    const { page } = opened;
    const refuse = page.getByRole('button', { name: 'Refuse new videos' });
    const message = 'New videos are accepted again at noon.';
    await page.goto(consoleAddress(system, '/operator/maintenance'));
    await page.getByLabel('Message').fill(message);
    await refuse.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Refuse new videos');
    await refuse.press('Enter');
    await page.getByRole('dialog').waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Cancel');
    await page.getByRole('dialog').getByRole('button', { name: 'Refuse new videos' }).click();
    await page.getByText('Refused', { exact: true }).waitFor();
    expect(await defectsOf(page)).toEqual([]);
    expect((await system.call('POST', '/videos', { template_id: templateId, format: 'gif' })).body).toMatchObject({
      error: { code: 'MAINTENANCE_MODE', message },
    });
    const banner = page.getByRole('status', { name: 'Maintenance' }).filter({ hasText: message });
    await banner.waitFor();
    await page.goto(consoleAddress(system, `/templates/${templateId}/edit`));
    await banner.waitFor();
    const { id: other } = (await system.operator('organization', 'create', 'Other')) as { id: string };
    const stranger = await openConsole(browser, system, other);
    await stranger.page.getByRole('status', { name: 'Maintenance' }).filter({ hasText: message }).waitFor();
    expect(await defectsOf(stranger.page)).toEqual([]);
    await page.goto(consoleAddress(system, '/operator/maintenance'));
    await page.getByRole('button', { name: 'Accept new videos' }).click();
    await banner.waitFor({ state: 'detached' });
    // The other user learns of its end by what is asked next, and by nothing that is asked for it alone.
    await eventually(async () => {
      await stranger.page.getByRole('link', { name: 'Videos', exact: true }).click();
      await stranger.page.getByRole('link', { name: 'Webhooks', exact: true }).click();
      return (await stranger.page.getByRole('status', { name: 'Maintenance' }).count()) === 0;
    });
    await stranger.page.context().close();
    await page.getByText('Accepted', { exact: true }).waitFor();
  });

  it('asks for an e-mail address and a password, and says in the form what is wrong with them', async () => {
    const { page } = opened;
    await page.goto(consoleAddress(system, '/videos'));
    await page.getByRole('region', { name: 'Coming back' }).getByRole('button', { name: 'Set a password' }).click();
    const dialog = page.getByRole('dialog');
    const set = dialog.getByRole('button', { name: 'Set and keep' });
    await set.click();
    expect(await dialog.getByText('Fill this in.').count()).toBe(2);
    expect(await page.evaluate('document.activeElement.name')).toBe('email');
    await dialog.getByLabel('E-mail').fill('ada');
    await dialog.getByText('Enter an e-mail address, such as ada@example.com.').waitFor();
    await dialog.getByLabel('E-mail').fill('ada@example.com');
    await dialog.getByLabel('Password').fill('password1234');
    await set.click();
    await dialog.getByText('This is easy to guess: it is one of the commonest passwords.').waitFor();
    expect(await defectsOf(page)).toEqual([]);
    await dialog.getByLabel('Password').fill('correct horse battery');
    await set.click();
    await page.getByRole('region', { name: 'Coming back' }).waitFor({ state: 'detached' });
  });

  it('ends the session, after which the link works no more, and the password does', async () => {
    const { page } = opened;
    await page.getByRole('button', { name: /ada@example.com/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await heading('Sign in').waitFor();
    await page.goto(link);
    await heading('This link does not work').waitFor();
    expect(await defectsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Sign in with a password' }).click();
    await page.getByLabel('E-mail').fill('ada@example.com');
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await heading('Home').waitFor();
  });

  it('lets a user whose session has ended sign in again over the editor, which then saves what was written', async () => {
    const { page } = opened;
    await page.goto(consoleAddress(system, `/templates/${templateId}/edit`));
    const name = page.getByLabel('Name of the template');
    await name.waitFor();
    await page.context().clearCookies({ name: 'framewright_session' });
    await name.fill('Written without a session');
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Password').fill('correct horse battery');
    expect(await defectsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await name.inputValue()).toBe('Written without a session');
    await eventually(async () => {
      const { body } = await system.call('GET', `/templates/${templateId}/draft`);
      return JSON.stringify(body).includes('Written without a session');
    });
  });

  it('paints the gallery, plays it under a mouse, and makes a template of it in one size and in the brand', async () => {
    const { page } = opened;
    const brand = { revision: 0, colors: { primary: '#0b6e4f' }, fonts: { heading: 'Roboto' }, logos: {}, sounds: {} };
    await system.call('PUT', '/brand', brand);
    await page.goto(consoleAddress(system, '/templates/new?search=tag%20discount'));
    const card = page.getByRole('list', { name: 'Designs: Shops' }).getByRole('listitem');
    await card.locator('canvas[data-painted=true]').waitFor({ timeout: 60_000 });
    expect(await card.getByRole('heading').allTextContents()).toEqual(['Sale']);
    expect(await defectsOf(page)).toEqual([]);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await card.hover();
    await card.locator('[data-playing=true] canvas').waitFor();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await card.getByRole('button', { name: 'Use this: Sale' }).click();
    const dialog = page.getByRole('dialog', { name: 'Use “Sale”' });
    await dialog.getByLabel('Sizes').selectOption('portrait');
    await dialog.getByRole('button', { name: 'Use this' }).click();
    await page.waitForURL(/\/templates\/[0-9a-f-]{36}\/edit$/);
    const id = page.url().split('/').at(-2)!;
    const { body } = await system.call('GET', `/templates/${id}`);
    expect(body).toMatchObject({ name: 'Sale', width: 1080, height: 1920 });
    expect(JSON.stringify(body)).not.toMatch(/"sizes"|"for_size"/);
    const { colors, fonts } = (body as { document: { brand: Record<string, Record<string, string>> } }).document.brand;
    expect(Object.keys(colors!).sort()).toEqual(['accent', 'ink', 'on_primary', 'paper']);
    expect(fonts).toEqual({ body: 'Inter' });
  });

  it('has done all this within its policy and without an error', () => expect(opened.errors).toEqual([]));
});
