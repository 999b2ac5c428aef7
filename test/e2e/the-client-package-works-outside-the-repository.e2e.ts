import { execFile, spawn } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '#libs/embedded';
import { eventually, newTestOrganization, temporaryFolder, type TestOrganization } from '#libs/testing';
import { createTemplate, registerWebhook } from './steps.js';

const ROOT = join(import.meta.dirname, '../..');
const COMPILER = join(ROOT, 'node_modules/typescript-native/bin/tsc');
const DEPENDENCIES = ['openapi-fetch', 'openapi-typescript-helpers'];
const STRICTLY = ['--noEmit', '--allowImportingTsExtensions', '--strict', '--target', 'es2023', '--module', 'nodenext'];
/** The examples use Node's modules, as programs of customers do. */
const NODE_TYPES = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')];
/**
 * Most bytes of the minified bundle of a page. The lists of values are 0.5 KB of it; a program that names its imports
 * leaves them out.
 */
const MAX_BUNDLE = 16_500;
const MAX_BUNDLE_OF_ONE = 3_000;

describe('the client package, installed from its file', () => {
  let system: TestOrganization;
  let folder: string;
  /** The examples of the README by file name, with the address, key and template of the system. */
  let examples: ReadonlyMap<string, string>;

  beforeAll(async () => {
    system = await newTestOrganization();
    folder = temporaryFolder('consumer');
    await run(process.execPath, join(ROOT, 'libs/client/pack.mjs'), folder);
    // What the registry would give, so that the installation needs neither a network nor npm's cache.
    const dependencies = DEPENDENCIES.map((name) => join(ROOT, 'node_modules', name));
    await run('npm', 'pack', '--ignore-scripts', ...dependencies);
    await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    const files = globSync('*.tgz', { cwd: folder }).map((file) => `./${file}`);
    await run('npm', 'install', '--offline', '--cache', join(folder, 'cache'), '--no-audit', '--no-fund', ...files);
    examples = await writeExamples();
  }, 240_000);

  it('holds the compiled client and nothing else, at the versions of the repository', () => {
    const sources = readdirSync(join(ROOT, 'libs/client/src')).filter((file) => !file.endsWith('.spec.ts'));
    const modules = sources.map((file) => file.replace(/\.ts$/, ''));
    const compiled = modules.flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`]);
    const files = readdirSync(installed('.'), { recursive: true }).sort();
    expect(files).toEqual(['LICENSE', 'README.md', 'dist', 'package.json', ...compiled].sort());
    expect(readFileSync(installed('LICENSE'))).toEqual(readFileSync(join(ROOT, 'LICENSE')));
    const { version, license, dependencies } = manifest(join(ROOT, 'package.json'));
    expect(manifest(installed('package.json'))).toMatchObject({
      version,
      license,
      dependencies: { 'openapi-fetch': dependencies['openapi-fetch'] },
    });
  });

  it('is typed: the examples of its README compile strictly, a field of the wrong type does not', async () => {
    await expect(
      run(process.execPath, COMPILER, ...STRICTLY, ...NODE_TYPES, ...examples.keys()),
    ).resolves.toBeDefined();
    await writeFile(join(folder, 'wrong.ts'), examples.get('render.ts')!.replace("format: 'mp4'", "format: 'avi'"));
    await expect(run(process.execPath, COMPILER, ...STRICTLY, ...NODE_TYPES, 'wrong.ts')).rejects.toMatchObject({
      stdout: expect.stringMatching(/^wrong\.ts\(\d+,\d+\): error TS2322: Type '"avi"' is not assignable .*\n$/),
    });
  });

  it.each([
    ['quick-start.ts', /^COMPLETED 1 1\n$/],
    ['render.ts', /^(?:[\d.]+ %\n)+COMPLETED 1 1\n$/],
    ['render-or-cancel.ts', /^true\n$/],
    ['requests.ts', /^true 2\n$/],
    ['limits.ts', /^\d+\n\d+\n$/],
    ['follow.ts', /^(?:PROCESSING [\d.]+ .*\n)*COMPLETED 100 null\nhttp\S+\.mp4\n$/],
    ['download.ts', /^\d{3,}\n$/],
    ['list.ts', / Gray\n/],
    ['errors.ts', /^422 VALIDATION_ERROR .+ [\w-]{8,}\ntemplate_id template_id must be a UUID\n$/],
    ['csv.ts', /^$/],
  ])('runs the example %s', async (file, output) => {
    await writeFile(join(folder, 'products.csv'), 'product,price\nShoe,89 €\nSock,9 €\nHat,29 €\n');
    expect((await run(process.execPath, file)).stdout).toMatch(output);
    if (file === 'render.ts') expect(statSync(join(folder, 'video.mp4')).size).toBeGreaterThan(500);
    if (file === 'csv.ts')
      expect([0, 1, 2].map((n) => existsSync(join(folder, `product-${n}.mp4`)))).not.toContain(false);
  });

  it('runs the example of a receiver, which accepts what the service signs and nothing else', async () => {
    const port = await freePort();
    const webhook = await registerWebhook(system, `http://127.0.0.1:${port}/`);
    const code = examples.get('webhook.ts')!.replace('whsec_…', webhook.secret).replace('8090', String(port));
    await writeFile(join(folder, 'receiver.ts'), code);
    const receiver = spawn(process.execPath, ['receiver.ts'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      let output = '';
      receiver.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
      const forged = { method: 'POST', body: '{"type":"video.finished"}' };
      await eventually(async () => expect((await fetch(`http://127.0.0.1:${port}/`, forged)).status).toBe(400));
      await run(process.execPath, 'render.ts');
      await eventually(() => expect(output).toMatch(/^finished http\S+\.mp4\n$/), { timeoutMs: 30_000 });
    } finally {
      receiver.kill();
    }
  });

  it('is bundled for browsers without a module of Node, and only what is used of it', async () => {
    const all = await bundle("export * from '@framewright/client';");
    expect(all).toContain('subtle.verify'); // or the rest would prove nothing
    expect(all).not.toMatch(/\bimport(?!Key\b|\()/);
    expect(all.length).toBeLessThan(MAX_BUNDLE);
    const one = await bundle("export { verifyWebhook } from '@framewright/client';");
    expect(one).toContain('subtle.verify');
    expect(one.length).toBeLessThan(MAX_BUNDLE_OF_ONE);
  });

  async function writeExamples(): Promise<Map<string, string>> {
    const layer = (name: string, y: number) => ({ name, type: 'text', text: `{{${name}}}`, y, height: 90 });
    const variables = { product: { type: 'string', default: 'Shoe' }, price: { type: 'string', default: '89 €' } };
    const pages = [{ number: 1, duration: 1, layers: [layer('product', 0), layer('price', 90)] }];
    const template = await createTemplate(system, { name: 'Gray', width: 320, height: 180, variables, pages });
    const found = new Map<string, string>();
    for (const [, name, code] of readFileSync(installed('README.md'), 'utf8').matchAll(
      /```ts\n\/\/ (\S+)\n(.*?)```/gs,
    )) {
      const text = code!
        .replace('http://127.0.0.1:8080/v1', system.baseUrl)
        .replace('<template id>', template)
        .replace('fw_…', system.apiKey)
        .replace("'./client.js'", "'./client.ts'");
      found.set(name!, text);
      await writeFile(join(folder, name!), text);
    }
    return found;
  }

  /** The minified bundle of a page's code. */
  async function bundle(code: string): Promise<string> {
    await writeFile(join(folder, 'page.js'), code);
    const options = ['--platform', 'browser', '--format', 'esm', '--minify', '-o', 'bundle.js'];
    await run(process.execPath, join(ROOT, 'node_modules/rolldown/bin/cli.mjs'), 'page.js', ...options);
    return readFileSync(join(folder, 'bundle.js'), 'utf8');
  }

  function installed(file: string): string {
    return join(folder, 'node_modules/@framewright/client', file);
  }

  function run(program: string, ...args: string[]): Promise<{ stdout: string; stderr: string }> {
    return promisify(execFile)(program, args, { cwd: folder });
  }
});

interface Manifest {
  version: string;
  license: string;
  dependencies: Record<string, string>;
}

function manifest(file: string): Manifest {
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
}
