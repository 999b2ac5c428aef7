import { execFile } from 'node:child_process';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSystem, type TestSystem } from '#libs/testing';
import { createTemplate } from './steps.js';

const ROOT = join(import.meta.dirname, '../..');
const DEPENDENCIES = ['openapi-fetch', 'openapi-typescript-helpers'];
const STRICTLY = ['--noEmit', '--strict', '--target', 'es2023', '--module', 'nodenext'];

describe('the client package, installed from its file', () => {
  let system: TestSystem;
  let folder: string;
  let readmeExample: string;

  beforeAll(async () => {
    system = await startSystem();
    folder = join(system.dataFolder, 'consumer');
    await mkdir(folder);
    await run(process.execPath, join(ROOT, 'libs/client/pack.mjs'), folder);
    // What the registry would give, so that the installation needs neither a network nor npm's cache.
    const dependencies = DEPENDENCIES.map((name) => join(ROOT, 'node_modules', name));
    await run('npm', 'pack', '--ignore-scripts', ...dependencies);
    await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    const files = globSync('*.tgz', { cwd: folder }).map((file) => `./${file}`);
    await run('npm', 'install', '--offline', '--cache', join(folder, 'cache'), '--no-audit', '--no-fund', ...files);
    const [, example] = /```ts\n(.*?)```/s.exec(readFileSync(installed('README.md'), 'utf8'))!;
    readmeExample = example!;
  });

  afterAll(() => system.stop(), 60_000);

  it('holds the compiled client and nothing else, at the versions of the repository', () => {
    const modules = ['api-error', 'api-types', 'client', 'index', 'until-ended'];
    const compiled = modules.flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`]);
    const files = readdirSync(installed('.'), { recursive: true }).sort();
    expect(files).toEqual(['LICENSE', 'README.md', 'dist', ...compiled, 'package.json']);
    expect(readFileSync(installed('LICENSE'))).toEqual(readFileSync(join(ROOT, 'LICENSE')));
    const { version, license, dependencies } = manifest(join(ROOT, 'package.json'));
    expect(manifest(installed('package.json'))).toMatchObject({
      version,
      license,
      dependencies: { 'openapi-fetch': dependencies['openapi-fetch'] },
    });
  });

  it('renders a video by the example in its README, and reports a refusal', async () => {
    const template = await createTemplate(system, {
      name: 'Gray',
      width: 320,
      height: 180,
      pages: [{ number: 1, duration: 1, background_color: '#808080' }],
    });
    const example = readmeExample.replace('http://127.0.0.1:8080/v1', system.baseUrl).replace('<id>', template);
    await writeFile(join(folder, 'example.ts'), example.replace('fw_…', system.apiKey));
    await writeFile(join(folder, 'refused.ts'), example.replace('fw_…', system.readKey));

    expect((await run(process.execPath, 'example.ts')).stdout).toMatch(/^COMPLETED http\S+\.mp4\n$/);
    expect((await run(process.execPath, 'refused.ts')).stderr).toContain('403 INSUFFICIENT_PERMISSIONS');
  });

  it('is typed: the example compiles strictly, a field of the wrong type does not', async () => {
    await writeFile(join(folder, 'right.ts'), readmeExample);
    await writeFile(join(folder, 'wrong.ts'), readmeExample.replace("format: 'mp4'", "format: 'avi'"));
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    const compilation = run(process.execPath, compiler, ...STRICTLY, 'right.ts', 'wrong.ts');
    await expect(compilation).rejects.toMatchObject({
      stdout: expect.stringMatching(/^wrong\.ts\(\d+,\d+\): error TS2322: Type '"avi"' is not assignable .*\n$/),
    });
  });

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
