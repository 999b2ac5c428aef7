import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { findTools, newTestOrganization, temporaryFolder, type TestOrganization } from '#libs/testing';
import { createTemplate } from '../e2e/steps.ts';
import { generateClients, type GeneratorTools } from './generate-clients.ts';

const ROOT = join(import.meta.dirname, '../..');
const NEEDED = ['go', 'java', 'java-client', 'oapi-codegen', 'openapi-generator', 'python-clients'];
/** Generators start a JVM and compile hundreds of files; a first run fetches them. */
const TIMEOUT_MS = 900_000;

/** Bytes that a program may print. */
const MAX_OUTPUT = 1 << 26;

const found = await findTools<keyof GeneratorTools>(NEEDED);
const describeWithTools = 'tools' in found ? describe : describe.skip;
if ('reason' in found) process.stderr.write(`Skipped: generated clients. ${found.reason}\n`);

describeWithTools('a client generated from the OpenAPI document', () => {
  let system: TestOrganization;
  let folder: string;
  let template: string;
  let tools: GeneratorTools;

  beforeAll(async () => {
    system = await newTestOrganization();
    tools = (found as { tools: GeneratorTools }).tools;
    template = await createTemplate(system, {
      name: 'Greeting',
      width: 320,
      height: 180,
      variables: { title: { type: 'string', default: 'Hello' } },
      pages: [{ number: 1, duration: 1, layers: [{ name: 'title', type: 'text', text: '{{title}}' }] }],
    });
    folder = temporaryFolder('clients');
    const document = (await (await fetch(`${system.baseUrl}/openapi.json`)).json()) as object;
    await generateClients(document, folder, tools);
  }, TIMEOUT_MS);

  it(
    'by OpenAPI Generator for Python imports, and makes, reads and lists a video',
    async () => {
      const python = tools['python-clients'];
      await run(python, ['-m', 'compileall', '-q', join(folder, 'python/framewright_generated')]);
      await expectVideo(python, [join(folder, 'python/openapi_generator.py')]);
    },
    TIMEOUT_MS,
  );

  it(
    'by openapi-python-client imports, and makes, reads and lists a video',
    async () => {
      const python = tools['python-clients'];
      const env = { PYTHONPATH: join(folder, 'python-attrs') };
      await run(python, ['-m', 'compileall', '-q', join(folder, 'python-attrs')]);
      // Without the folder of the program, where the other generator's package of this name is.
      await expectVideo(python, ['-P', join(folder, 'python/openapi_python_client.py')], env);
    },
    TIMEOUT_MS,
  );

  it.each(['openapi-generator', 'oapi-codegen'])(
    'by %s for Go compiles, and makes, reads and lists a video',
    async (generator) => {
      const program = join(folder, generator);
      const env = { ...process.env, GOFLAGS: '-mod=readonly', GOWORK: 'off', CGO_ENABLED: '0' };
      const build = ['build', '-o', program, `./${generator}`];
      await promisify(execFile)(tools.go, build, { cwd: join(folder, 'go'), env, maxBuffer: MAX_OUTPUT });
      await expectVideo(program, []);
    },
    TIMEOUT_MS,
  );

  it(
    'by OpenAPI Generator for Java compiles, and makes, reads and lists a video',
    async () => {
      const { java, javac, 'java-client': jars } = tools;
      const classes = join(folder, 'classes');
      const generated = globSync('java/src/main/java/**/*.java', { cwd: folder });
      const sources = [...generated, 'java/MakeVideo.java'];
      await run(javac, ['-proc:none', '-nowarn', '-d', classes, '-cp', jars, ...sources]);
      await expectVideo(java, ['-cp', `${classes}:${jars}`, 'MakeVideo']);
    },
    TIMEOUT_MS,
  );

  it(
    'by openapi-typescript compiles strictly, and makes, reads and lists a video',
    async () => {
      await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
      const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
      const strictly = ['--strict', '--target', 'es2023', '--module', 'nodenext', '--types', 'node'];
      const program = join(folder, 'typescript/make-video.ts');
      await run(process.execPath, [compiler, ...strictly, program]);
      await expectVideo(process.execPath, [join(folder, 'typescript/make-video.js')]);
    },
    TIMEOUT_MS,
  );

  /** Runs a program that uses a client and compares what it printed with the video that the API has. */
  async function expectVideo(
    program: string,
    args: readonly string[],
    more: Record<string, string> = {},
  ): Promise<void> {
    const env = { ...process.env, ...more, BASE_URL: system.baseUrl, API_KEY: system.apiKey, TEMPLATE: template };
    const { stdout } = await promisify(execFile)(program, args, { cwd: folder, env, maxBuffer: MAX_OUTPUT });
    const printed = JSON.parse(stdout) as { id: string };
    expect(printed).toEqual({
      id: expect.any(String),
      status: 'COMPLETED',
      fps: 24,
      duration: 1,
      isListed: true,
      refused: 404,
      frame: 'PNG',
      secret: 'whsec_',
    });
    const { body } = await system.call('GET', `/videos/${printed.id}`);
    expect(body).toMatchObject({ status: 'COMPLETED', template_id: template, format: 'mp4' });
  }

  function run(program: string, args: readonly string[]): Promise<{ stdout: string }> {
    return promisify(execFile)(program, args, { cwd: folder, maxBuffer: MAX_OUTPUT });
  }
});
