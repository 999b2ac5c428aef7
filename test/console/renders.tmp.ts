import { createServer } from 'node:http';
import { readFileSync, existsSync } from 'node:fs';
import { join, extname } from 'node:path';
import { launchChromium } from '#libs/testing';
import { TemplateDocument, shapeSchema, shapesWithin } from '#libs/template';
import { countDrawing, drawnComponents } from './drawn-components.ts';

const files = process.argv[2]!;
const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html', '.wasm': 'application/wasm' };
const style = { refTo: ({ name }: { name: string }) => `#/$defs/${name}`, placeholders: true };
const schema = { ...shapeSchema(TemplateDocument, style), $defs: Object.fromEntries([...shapesWithin(TemplateDocument)].map((shape) => [shape.name, shapeSchema(shape, style)])) };
const count = Number(process.argv[3] ?? 100);
const layers = Array.from({ length: count }, (_, index) => ({ name: `box ${index}`, type: 'shape', shape: 'rectangle', x: (index % 10) * 190 + 10, y: Math.floor(index / 10) * 105 + 5, width: 120, height: 70, fill_color: '#0f766e' }));
let revision = 1;
const draft = (document: unknown) => ({ document, base_version: 1, latest_version: 1, revision: revision++, updated_at: null, saved_by: null, faults: [] });
const document = { name: 'Many', width: 1920, height: 1080, pages: [{ number: 1, duration: 5, layers }] };
const server = createServer((request, response) => {
  const url = new URL(request.url!, 'http://x');
  const json = (value: unknown, status = 200) => { response.writeHead(status, { 'content-type': 'application/json' }); response.end(JSON.stringify(value)); };
  if (url.pathname.startsWith('/v1/')) {
    const path = url.pathname.slice(3);
    if (path === '/session') return json({ user: { id: 'u', name: 'Ada', email: 'a@b.c' }, organization: { id: 'o', name: 'Org' }, role: 'owner', organizations: [], is_operator: false, csrf: 'x' });
    if (path === '/template-schema') return json(schema);
    if (path === '/fonts') return json({ data: [{ family: 'Inter' }] });
    if (path.endsWith('/presence')) return json({ others: [], revision: 0 });
    if (path.endsWith('/draft')) {
      if (request.method === 'PUT') { let text = ''; request.on('data', (c) => (text += c)); request.on('end', () => json(draft(JSON.parse(text).document))); return; }
      return json(draft(document));
    }
    return json({ error: { code: 'NOT_FOUND', message: 'no' } }, 404);
  }
  const name = url.pathname.replace(/^\/console\//, '');
  const file = join(files, name);
  const found = name !== '' && existsSync(file) && extname(file) !== '' ? file : join(files, 'index.html');
  response.writeHead(200, { 'content-type': types[extname(found)] ?? 'application/octet-stream' });
  response.end(readFileSync(found));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const port = (server.address() as { port: number }).port;
const browser = await launchChromium();
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
page.on('console', (m) => m.type() === 'error' && console.log('console:', m.text().slice(0, 200)));
page.on('pageerror', (e) => console.log('pageerror', e.message));
await countDrawing(page);
await page.goto(`http://127.0.0.1:${port}/console/templates/t/edit`);
await page.locator('[data-layer="box 44"]').waitFor();
await page.waitForTimeout(3000);
const box = (await page.locator('[data-layer="box 44"]').boundingBox())!;
await page.mouse.move(box.x + 20, box.y + 20);
await page.mouse.down();
await page.mouse.move(box.x + 30, box.y + 25);
await page.mouse.move(box.x + 31, box.y + 26);
await page.waitForTimeout(500);
await drawnComponents(page);
const MOVES = 20;
const cdp = await page.context().newCDPSession(page); await cdp.send('Performance.enable'); const metrics = async () => Object.fromEntries((await cdp.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value])) as Record<string, number>; const m0 = await metrics();
const start = await page.evaluate('performance.now()') as number;
for (let move = 0; move < MOVES; move++) await page.mouse.move(box.x + 32 + move, box.y + 27 + move);
const took = (await page.evaluate('performance.now()') as number) - start;
const m1 = await metrics(); const ms = (name: string) => Number((((m1[name] ?? 0) - (m0[name] ?? 0)) * 1000 / MOVES).toFixed(2));
console.log({ script: ms('ScriptDuration'), task: ms('TaskDuration'), style: ms('RecalcStyleDuration'), layout: ms('LayoutDuration') });
const drawn = await drawnComponents(page);
await page.mouse.up();
const { commits, ...components } = drawn;
const total = Object.values(components).reduce((a, b) => a + b, 0);
console.log(files, { count, commits, perMove: total / MOVES, msPerMove: took / MOVES });
console.log(Object.entries(components).sort((a, b) => b[1] - a[1]).slice(0, 25).map(([n, c]) => `${n} ${c / MOVES}`).join(', '));
if (process.argv[4]) await page.screenshot({ path: process.argv[4] });
await browser.close();
server.close();
