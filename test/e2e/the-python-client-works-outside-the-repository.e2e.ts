import { execFile, spawn } from 'node:child_process';
import { globSync, readFileSync, statSync } from 'node:fs';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '#libs/embedded';
import { eventually, findTools, newTestOrganization, temporaryFolder, type TestOrganization } from '#libs/testing';
import { createTemplate, registerWebhook } from './steps.js';

const ROOT = join(import.meta.dirname, '../..');
const CLIENT = join(ROOT, 'libs/client-python');
/** Versions of Python that the client supports. Its types are checked for the first and the last. */
const VERSIONS = ['3.10', '3.11', '3.12', '3.13', '3.14'];
/** A first run fetches the packages; mypy and ruff share the cores with other tests. */
const TIMEOUT_MS = 300_000;

/** A program with an unknown format and an unknown field. */
const WRONG = `from framewright.models import CreateVideoBody, Video
request: CreateVideoBody = {"template_id": "id", "format": "avi"}
def state_of(video: Video) -> object: return video["state"]
`;

type Tool = 'python-client' | 'jq';
const found = await findTools<Tool>(['python-client', 'jq']);
const describeWithTools = 'tools' in found ? describe : describe.skip;
if ('reason' in found) process.stderr.write(`Skipped: the Python client. ${found.reason}\n`);

describeWithTools('the Python client, installed from its wheel', () => {
  let system: TestOrganization;
  let folder: string;
  let tools: Record<Tool, string>;
  /** Python with httpx, pytest, mypy and ruff. */
  let python: string;
  /** The examples of the README by file name, with the address, key and template of the system. */
  let examples: ReadonlyMap<string, string>;

  beforeAll(async () => {
    tools = (found as { tools: Record<Tool, string> }).tools;
    python = tools['python-client'];
    system = await newTestOrganization();
    folder = temporaryFolder('python-client');
    await run(process.execPath, join(CLIENT, 'pack.mjs'), folder);
    const wheel = globSync('*.whl', { cwd: folder })[0]!;
    await run(python, '-m', 'pip', 'install', '-q', '--no-index', '--no-deps', '--target', 'site', wheel);
    await cp(join(CLIENT, 'tests'), join(folder, 'tests'), { recursive: true });
    await cp(join(CLIENT, 'pyproject.toml'), join(folder, 'pyproject.toml'));
    examples = await writeExamples();
  }, TIMEOUT_MS);

  it('holds the modules, their types and the license, at the version of the repository', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    const modules = globSync('**/*.{py,typed}', { cwd: join(CLIENT, 'src') });
    expect(modules).toContain('framewright/py.typed');
    expect(globSync('**/*.{py,typed}', { cwd: join(folder, 'site') }).sort()).toEqual(modules.sort());
    const dist = join(folder, `site/framewright-${version}.dist-info`);
    expect(readFileSync(join(dist, 'licenses/LICENSE'))).toEqual(readFileSync(join(ROOT, 'LICENSE')));
    const needs = readFileSync(join(dist, 'METADATA'), 'utf8').match(/^Requires-Dist: \S+/gm);
    expect(needs).toEqual(['Requires-Dist: httpx<1,>=0.27', 'Requires-Dist: typing-extensions>=4.6;']);
  });

  it(
    'repeats, continues and verifies what it should, on every Python of this machine',
    async () => {
      const { stdout } = await run(python, '-c', 'import sysconfig; print(sysconfig.get_path("purelib"))');
      const packages = stdout.trim();
      const env = { PYTHONPATH: `${join(folder, 'site')}:${packages}` };
      const pythons = [python, ...(await otherPythons())];
      await Promise.all(pythons.map((each) => pytest(each, env, 'tests', '--ignore', 'tests/service')));
    },
    TIMEOUT_MS,
  );

  it(
    'finishes the job at a running service',
    async () => {
      const env = { PYTHONPATH: join(folder, 'site'), BASE_URL: system.baseUrl, API_KEY: system.apiKey };
      await pytest(python, env, 'tests/service');
    },
    TIMEOUT_MS,
  );

  it.each([VERSIONS[0]!, VERSIONS.at(-1)!])(
    'is typed strictly for Python %s, and so are the examples',
    async (version) => {
      const strictly = ['-m', 'mypy', '--strict', '--python-version', version];
      const programs = [...globSync(join(ROOT, 'examples/*/*.py')), join(ROOT, 'test/manual/csv_to_videos.py')];
      await run(python, ...strictly, 'site/framewright', 'tests', 'examples', ...programs);
      await writeFile(join(folder, 'wrong.py'), WRONG);
      await expect(run(python, ...strictly, 'wrong.py')).rejects.toMatchObject({
        stdout: expect.stringMatching(/^wrong\.py:2: .*Incompatible types .*"format"[\s\S]*^wrong\.py:3: .*"state"/m),
      });
    },
    TIMEOUT_MS,
  );

  it('is linted and formatted', async () => {
    const programs = [join(ROOT, 'examples'), join(ROOT, 'test/manual/csv_to_videos.py')];
    // Of a file that is named, patterns of paths are relative to where ruff is started.
    for (const paths of [[CLIENT], ['--config', join(CLIENT, 'pyproject.toml'), ...programs]]) {
      await run(python, '-m', 'ruff', 'check', '--no-cache', ...paths);
      await run(python, '-m', 'ruff', 'format', '--check', '--no-cache', ...paths);
    }
  });

  it.each([
    ['quick_start.py', /^COMPLETED 1 1\n$/],
    ['concurrent_videos.py', /^(?:True\n){3}$/],
    ['render.py', /^(?:[\d.]+ %\n)+COMPLETED 1 1\n$/],
    ['render_or_cancel.py', /^True\n$/],
    ['operations.py', /^True 2\nPNG\n$/],
    ['limits.py', /^\d+\n$/],
    ['follow.py', /^(?:PROCESSING [\d.]+ .*\n)*COMPLETED 100 None\nhttp\S+\.mp4\n$/],
    ['batch.py', /^\['1\.mp4', '2\.mp4'\]\n$/],
    ['batch_from_csv.py', /^(?:[\d.]+ %\n)+3\nrow,video_id,.*\n$/],
    ['download.py', /^\d{3,}\n$/],
    ['upload.py', /^lamp\.png image \d+\n$/],
    ['lists.py', / Gray\n/],
    ['errors.py', /^422 VALIDATION_ERROR False .+ [\w-]{8,}\ntemplate_id template_id must be a UUID\n$/],
  ])('runs the example %s', async (file, output) => {
    expect((await runExample(file)).stdout).toMatch(output);
  });

  it('runs the example of a receiver, which accepts what the service signs and nothing else', async () => {
    const port = await freePort();
    const webhook = await registerWebhook(system, `http://127.0.0.1:${port}/`);
    const code = examples.get('webhook.py')!.replace('whsec_…', webhook.secret).replace('8090', String(port));
    await writeFile(join(folder, 'examples/receiver.py'), code);
    const receiver = spawn(python, ['receiver.py'], {
      cwd: join(folder, 'examples'),
      env: environment(),
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      let output = '';
      receiver.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
      const forged = { method: 'POST', body: '{"type":"video.finished"}' };
      await eventually(async () => expect((await fetch(`http://127.0.0.1:${port}/`, forged)).status).toBe(400));
      await runExample('render.py');
      await eventually(() => expect(output).toMatch(/^finished http\S+\.mp4\n$/), { timeoutMs: 30_000 });
    } finally {
      receiver.kill();
    }
  });

  it.each([
    ['rows-to-videos', ['ada.mp4', 'grace.mp4', 'katherine.mp4'].map((name) => `videos/${name}`)],
    ['weekly-report', ['report.mp4']],
  ])(
    'runs each command of examples/%s',
    async (example, files) => {
      const readme = readFileSync(join(ROOT, 'examples', example, 'README.md'), 'utf8');
      const commands = Array.from(readme.matchAll(/^\$ (BASE_URL=.*)$/gm), ([, command]) => command!);
      expect(commands.length).toBeGreaterThan(0);
      const path = [dirname(python), dirname(tools.jq), process.env['PATH']].join(delimiter);
      for (const [number, command] of commands.entries()) {
        const cwd = join(folder, `${example}-${number}`);
        await mkdir(cwd);
        await symlink(join(ROOT, 'examples'), join(cwd, 'examples'));
        const line = command.replace('http://127.0.0.1:8080/v1', system.baseUrl).replace('fw_…', system.apiKey);
        await promisify(execFile)('bash', ['-c', line], { cwd, env: { ...environment(), PATH: path } });
        for (const file of files) expect(statSync(join(cwd, file)).size).toBeGreaterThan(1_000);
      }
    },
    TIMEOUT_MS,
  );

  async function writeExamples(): Promise<Map<string, string>> {
    const layer = (name: string, y: number) => ({ name, type: 'text', text: `{{${name}}}`, y, height: 90 });
    const variables = { product: { type: 'string', default: 'Shoe' }, price: { type: 'string', default: '89 €' } };
    const pages = [{ number: 1, duration: 1, layers: [layer('product', 0), layer('price', 90)] }];
    const template = await createTemplate(system, { name: 'Gray', width: 320, height: 180, variables, pages });
    const written = new Map<string, string>();
    await mkdir(join(folder, 'examples'));
    for (const [, name, code] of readFileSync(join(CLIENT, 'README.md'), 'utf8').matchAll(
      /```python\n# (\S+)\n(.*?)```/gs,
    )) {
      const text = code!
        .replaceAll('http://127.0.0.1:8080/v1', system.baseUrl)
        .replaceAll('<template id>', template)
        .replaceAll('fw_…', system.apiKey);
      written.set(name!, text);
      await writeFile(join(folder, 'examples', name!), text);
    }
    await writeFile(join(folder, 'examples/products.csv'), 'product,price\nShoe,89 €\nSock,9 €\nHat,29 €\n');
    const still = await system.fetch(`/templates/${template}/frame`);
    await writeFile(join(folder, 'examples/lamp.png'), Buffer.from(await still.arrayBuffer()));
    return written;
  }

  /** Other Pythons on PATH, and those that pyenv has installed. */
  async function otherPythons(): Promise<string[]> {
    const names = VERSIONS.map((version) => `python${version}`);
    const installed = globSync(join(homedir(), '.pyenv/versions/*/bin/python3.*[0-9]'));
    const works = [...names, ...installed.filter((path) => names.some((name) => path.endsWith(`/${name}`)))].map(
      async (program) => {
        const args = ['-c', 'import sys; print(sys.base_prefix, sys.version_info[:2])'];
        const result = await run(program, ...args).catch(() => undefined);
        return result && ([result.stdout, program] as const);
      },
    );
    const all = new Map((await Promise.all(works)).filter((each) => each !== undefined));
    const own = await run(python, '-c', 'import sys; print(sys.base_prefix, sys.version_info[:2])');
    all.delete(own.stdout);
    return [...all.values()];
  }

  async function pytest(program: string, env: NodeJS.ProcessEnv, ...paths: string[]): Promise<void> {
    const options = { cwd: folder, env: { ...process.env, ...env } };
    const args = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', ...paths];
    const failed = await promisify(execFile)(program, args, options).then(
      () => undefined,
      (error: unknown) => (error as { stdout: string }).stdout,
    );
    expect(failed).toBeUndefined();
  }

  function environment(): NodeJS.ProcessEnv {
    return { ...process.env, PYTHONPATH: join(folder, 'site') };
  }

  function runExample(file: string): Promise<{ stdout: string }> {
    return promisify(execFile)(python, [file], { cwd: join(folder, 'examples'), env: environment() });
  }

  function run(program: string, ...args: string[]): Promise<{ stdout: string }> {
    const env = { ...environment(), MYPYPATH: join(folder, 'site') };
    return promisify(execFile)(program, args, { cwd: folder, env, maxBuffer: 1 << 26 });
  }
});
