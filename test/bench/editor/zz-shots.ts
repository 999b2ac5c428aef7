import { launchChromium, startSystem } from '#libs/testing';
import { openConsole, inEveryLook } from '../../console/browser-page.ts';
const system = await startSystem();
const browser = await launchChromium();
try {
  const { page, errors } = await openConsole(browser, system, system.orgId);
  page.setDefaultTimeout(15_000);
  const shot = async (name: string) => { await page.screenshot({ path: `/tmp/designer/shots/${name}.png` }); };
  const step = async (name: string, act: () => Promise<unknown>) => { try { await act(); } catch (e) { console.log('FAILED', name, String(e).slice(0, 300)); await shot('failed-' + name); } };
  await page.setViewportSize({ width: 1440, height: 900 });
  const promo = system.templates.find(({ name }) => /promo/i.test(name)) ?? system.templates[0]!;
  await page.goto(new URL(`/console/templates/${promo.id}/edit`, system.baseUrl).href);
  await page.getByText('Exact', { exact: true }).waitFor();
  await step('text', async () => { await page.getByRole('button', { name: /^Text headline/ }).first().click(); await page.waitForTimeout(900); await shot('text'); });
  await step('dark', async () => { await page.emulateMedia({ colorScheme: 'dark' }); await page.waitForTimeout(300); await shot('text-dark'); await page.emulateMedia({ colorScheme: 'light' }); });
  await step('picker', async () => { await page.getByRole('button', { name: /^Pick text color/ }).click(); await page.waitForTimeout(400); await shot('picker'); await page.keyboard.press('Escape'); });
  await step('all', async () => { await page.getByRole('button', { name: 'All properties' }).click(); await page.getByRole('button', { name: 'All properties' }).scrollIntoViewIfNeeded(); await page.mouse.move(1300, 600); await page.mouse.wheel(0, 700); await page.waitForTimeout(300); await shot('all'); });
  await step('multi', async () => { const rows = page.locator('[data-part="stage"] [data-layer]'); console.log('layers', await rows.count()); await page.locator('main').click({ position: { x: 420, y: 120 } }); await page.keyboard.press('Control+a'); await page.waitForTimeout(700); await shot('multi'); });
  await step('presets', async () => { await page.keyboard.press('Escape'); await page.getByRole('button', { name: /^Text headline/ }).first().click(); await page.getByRole('button', { name: /^Enter/ }).first().click(); await page.waitForTimeout(500); await shot('presets'); await page.keyboard.press('Escape'); });
  await step('timeline', async () => { await page.getByRole('button', { name: 'Loop a part of the page' }).click(); await page.getByRole('button', { name: 'Zoom into the timeline' }).click(); await page.getByRole('separator', { name: 'Height of the timeline' }).focus(); for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowUp'); await page.waitForTimeout(400); await shot('timeline'); });
  await step('menu', async () => { const b = (await page.locator('[data-frame]').boundingBox())!; await page.mouse.click(b.x + b.width / 2, b.y + b.height / 2, { button: 'right' }); await page.waitForTimeout(400); await shot('menu'); await page.keyboard.press('Escape'); });
  await step('keys', async () => { await page.locator('main').focus().catch(() => 0); await page.keyboard.press('?'); await page.waitForTimeout(400); await shot('keys'); await page.keyboard.press('Escape'); });
  await step('render', async () => { await page.getByRole('button', { name: 'Render', exact: true }).click(); await page.waitForTimeout(1500); await shot('render'); });
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1366, height: 768 }); await page.waitForTimeout(800); await shot('1366');
  await page.setViewportSize({ width: 390, height: 844 }); await page.getByRole('button', { name: 'Properties', exact: true }).click(); await page.waitForTimeout(500); await shot('390'); await page.getByRole('button', { name: 'Timeline', exact: true }).click(); await page.waitForTimeout(300); await shot('390-time');
  console.log('errors', errors);
} finally { await browser.close(); await system.stop(); }
