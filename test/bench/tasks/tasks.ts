import type { Browser, Page } from 'playwright-core';
import { unwrap } from '#libs/client';
import { eventually, startReceiver, type TestSystem } from '#libs/testing';
import { consoleAddress, openConsole, openPage } from '../../console/browser-page.ts';
import { createVideo, untilEnded } from '../../e2e/steps.ts';
import { type Figures, Person } from './person.ts';

export interface Workplace {
  readonly system: TestSystem;
  readonly browser: Browser;
}

type Task = (workplace: Workplace) => Promise<Figures>;

/** The way back to a person's work. */
const ACCOUNT = { email: 'ada@example.com', password: 'correct horse battery' };
/** Two pictures a second apart, so that most of the time is the console's. */
const GREETING = {
  name: 'Greeting',
  width: 320,
  height: 180,
  pages: [{ number: 1, duration: 1, layers: [{ name: 'title', type: 'text' as const, text: 'Hello', font_size: 40 }] }],
};

/** Thirty rows; no video can have three of them. */
const ROWS = [
  'Title,Title font size,Order',
  ...Array.from({ length: 30 }, (_, row) => `Hello ${row},${row % 10 === 4 ? 'huge' : 40},order ${row}`),
].join('\n');

/** The errands of people, in the order in which a new customer does them. Each ends when its result is on the screen. */
export const TASKS: Readonly<Record<string, Task>> = {
  'first video': firstVideo,
  'template from blank, six layers': templateFromBlank,
  'restyle a sample': restyleSample,
  'CSV of 30 rows, three bad': csvBatch,
  'webhook replay': webhookReplay,
  invite,
  'brand change': brandChange,
  'story format': storyFormat,
  'find a failed video': findFailedVideo,
  'come back next day': comeBack,
};

/** From the link that `npm start` prints to a video in one's own words that plays. */
async function firstVideo({ system, browser }: Workplace): Promise<Figures> {
  const { url } = (await system.operator('console-link', system.orgId)) as { url: string };
  const { page } = await openPage(browser);
  await page.setViewportSize({ width: 1440, height: 900 });
  const person = new Person(page);
  await person.open(url);
  await person.write(page.getByLabel('Headline', { exact: true }), 'Ours');
  await person.button('Render');
  await person.see(page.locator('video'));
  return finished(person);
}

/** From Home to a published template of six layers. */
async function templateFromBlank({ system, browser }: Workplace): Promise<Figures> {
  const page = await atHome(system, browser);
  const person = new Person(page);
  await person.menu('Templates');
  await person.button('New template');
  await person.write(page.getByRole('textbox', { name: 'Name', exact: true }), 'From blank');
  await person.press('Enter');
  const frame = (await page.locator('[data-frame]').boundingBox())!;
  const drawn = async (key: string, row: number) => {
    await person.press(key);
    const top = frame.y + 20 + row * 50;
    await person.drag([frame.x + 30, top], [frame.x + 330, top + 40]);
  };
  await drawn('r', 0);
  await drawn('o', 1);
  await drawn('r', 2);
  for (const [index, text] of ['Only this week', 'Come and see'].entries()) {
    await drawn('t', 3 + index);
    await person.type(text);
    await person.press('Escape');
  }
  await person.button('Add layer');
  await person.click(page.getByRole('menuitem', { name: 'Rating', exact: true }));
  await publish(person);
  return finished(person);
}

/** From Home to the sample with another headline, in another font and color, and another color of its bar; published. */
async function restyleSample({ system, browser }: Workplace): Promise<Figures> {
  const page = await atHome(system, browser);
  const person = new Person(page);
  const sample = system.templates[0]!;
  const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: sample.name, exact: true }) });
  await person.click(card.getByRole('link', { name: 'Edit' }));
  await person.click(page.getByRole('button', { name: 'Text headline' }));
  await person.write(page.getByRole('textbox', { name: 'Text', exact: true }), 'The lamp that listens');
  await person.choose(page.getByRole('combobox', { name: 'Font family' }), 'Playfair Display');
  await person.write(page.getByLabel('Text color', { exact: true }), '#ffd166');
  await person.click(page.getByRole('button', { name: 'Shape accent_bar' }));
  await person.write(page.getByLabel('Fill color', { exact: true }), '#ef476f');
  await publish(person);
  return finished(person);
}

/** From Home to 27 finished videos, the bad rows named and left out. */
async function csvBatch({ system, browser }: Workplace): Promise<Figures> {
  await unwrap(system.client.POST('/templates', { body: GREETING }));
  const page = await atHome(system, browser);
  const person = new Person(page);
  await person.menu('Batches');
  await person.click(page.getByRole('link', { name: 'New batch' }).first());
  const file = { name: 'offers.csv', mimeType: 'text/csv', buffer: Buffer.from(ROWS) };
  await person.chooseFile(page.getByLabel(/^Drop a CSV file here/), file);
  await person.choose(page.getByRole('combobox', { name: 'Template' }), { label: GREETING.name });
  await person.button('Check all rows');
  await person.button('Leave out these 3 rows');
  await person.button('Render 27 videos');
  await person.see(page.getByText('Finished', { exact: true }));
  return finished(person);
}

/** From Home to a delivery that has arrived, after the receiver had refused it. */
async function webhookReplay({ system, browser }: Workplace): Promise<Figures> {
  const receiver = await startReceiver();
  receiver.answerWith(500);
  const { client } = system;
  const webhook = await unwrap(client.POST('/webhooks', { body: { url: receiver.url, events: ['video.finished'] } }));
  const template = await unwrap(client.POST('/templates', { body: GREETING }));
  await untilEnded(system, (await createVideo(system, { template_id: template.id, format: 'mp4' })).id);
  await eventually(() => receiver.calls.length > 0);
  receiver.answerWith(204);
  const page = await atHome(system, browser);
  const person = new Person(page);
  await person.menu('Webhooks');
  await person.click(page.getByRole('main').getByRole('link', { name: receiver.url }));
  await person.click(page.getByRole('link', { name: 'video.finished' }));
  await person.button('Send again');
  await person.see(page.getByRole('heading', { name: /^Attempt \d+ 204/ }));
  const figures = await finished(person);
  await unwrap(client.DELETE('/webhooks/{webhook_id}', { params: { path: { webhook_id: webhook.id } } }));
  await receiver.stop();
  return figures;
}

/** From Home to a copied link for an editor. */
async function invite({ system, browser }: Workplace): Promise<Figures> {
  const page = await atHome(system, browser);
  const person = new Person(page);
  await person.menu('Members');
  await person.button('Invite');
  const dialog = page.getByRole('dialog');
  await person.write(dialog.getByLabel('E-mail'), 'grace@example.com');
  await person.choose(dialog.getByLabel('Role'), { label: 'Editor' });
  await person.click(dialog.getByRole('button', { name: 'Invite' }));
  await person.button('Copy the link');
  await person.button('Done');
  await person.see(page.getByRole('table', { name: 'Pending invitations' }));
  return finished(person);
}

/** From Home to another color of the brand. */
async function brandChange({ system, browser }: Workplace): Promise<Figures> {
  const brand = { colors: { primary: '#0f766e' }, fonts: { heading: 'Inter' }, revision: 0 };
  await unwrap(system.client.PUT('/brand', { body: brand }));
  const page = await atHome(system, browser);
  const person = new Person(page);
  await person.menu('Brand');
  await person.write(page.getByRole('list', { name: 'Colors' }).getByLabel('CSS color'), '#ef476f');
  await person.press('Enter');
  await person.see(page.getByText('The brand is saved.'));
  return finished(person);
}

/** From Home to the progress of a video of 9:16, of a design of the gallery that has three sizes. */
async function storyFormat({ system, browser }: Workplace): Promise<Figures> {
  const page = await atHome(system, browser);
  const person = new Person(page);
  await person.menu('Templates');
  await person.click(page.getByRole('link', { name: 'Start from a template' }));
  await person.button('Use this: Sale');
  await person.click(page.getByRole('dialog').getByRole('button', { name: 'Use this' }));
  await person.click(page.getByRole('button', { name: 'Render', exact: true }));
  await person.choose(page.getByRole('dialog').getByLabel('Size'), 'portrait');
  await person.click(page.getByRole('dialog').getByRole('button', { name: /ender$/ }));
  await person.see(page.getByRole('dialog').getByLabel(/the video$/i));
  return finished(person);
}

/** From Home to the reason why a video of today has failed. */
async function findFailedVideo({ system, browser }: Workplace): Promise<Figures> {
  const { id: template_id } = await unwrap(system.client.POST('/templates', { body: GREETING }));
  const audio_url = new URL('/none.mp3', system.baseUrl).href;
  await untilEnded(system, (await createVideo(system, { template_id, format: 'mp4', audio_url })).id);
  const page = await atHome(system, browser);
  const person = new Person(page);
  await person.click(page.getByRole('definition').getByRole('link').nth(1)); // Failed today
  await person.see(page.getByRole('region', { name: 'Videos' }).getByText('404'));
  return finished(person);
}

/** A password on the first day; on the second, from the bookmark to Home with yesterday's videos. */
async function comeBack({ system, browser }: Workplace): Promise<Figures> {
  const page = await atHome(system, browser);
  const today = new Person(page);
  await today.button('Set a password');
  await today.write(page.getByRole('dialog').getByLabel('E-mail'), ACCOUNT.email);
  await today.write(page.getByRole('dialog').getByLabel('Password'), ACCOUNT.password);
  await today.press('Enter');
  await today.see(page.getByRole('button', { name: ACCOUNT.email }));
  const first = await finished(today);
  const { page: next } = await openPage(browser);
  const tomorrow = new Person(next);
  await tomorrow.open(consoleAddress(system, '/'));
  await tomorrow.write(next.getByLabel('E-mail'), ACCOUNT.email);
  await tomorrow.write(next.getByLabel('Password'), ACCOUNT.password);
  await tomorrow.press('Enter');
  await tomorrow.see(next.getByRole('list', { name: 'Latest videos' }).getByRole('listitem'));
  return sum(first, await finished(tomorrow));
}

/** Publishes the draft that the editor has, as soon as it is saved. */
async function publish(person: Person): Promise<void> {
  await person.button('Publish');
  await person.click(person.page.getByRole('dialog').getByRole('button', { name: 'Publish' }));
  await person.see(person.page.getByText(/^Version \d+ of .* is published$/));
}

async function atHome(system: TestSystem, browser: Browser): Promise<Page> {
  const { page } = await openConsole(browser, system, system.orgId);
  await page.setViewportSize({ width: 1440, height: 900 });
  return page;
}

/** The figures of a task, whose window is closed. */
async function finished(person: Person): Promise<Figures> {
  const { figures } = person;
  await person.page.context().close();
  return figures;
}

function sum(one: Figures, other: Figures): Figures {
  const of = (name: keyof Figures) => one[name] + other[name];
  return { clicks: of('clicks'), keys: of('keys'), texts: of('texts'), pages: of('pages'), waitS: of('waitS') };
}
