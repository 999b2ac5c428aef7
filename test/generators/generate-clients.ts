import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

const run = promisify(execFile);

/** Paths of what the generators need, by the names of `test/tools/ensure.mjs`. */
export interface GeneratorTools {
  'openapi-generator': string;
  'oapi-codegen': string;
  'java-client': string;
  'python-clients': string;
  go: string;
  java: string;
  javac: string;
}

const WITHOUT = ['apiTests', 'modelTests', 'apiDocs', 'modelDocs'];
const GLOBAL = Object.fromEntries(WITHOUT.map((part) => [part, 'false']));

/** Clients that OpenAPI Generator makes, with the options that its users set: the names of packages. */
const OPENAPI_GENERATOR = {
  python: { outputDir: 'python', additionalProperties: { packageName: 'framewright_generated' } },
  go: {
    outputDir: 'go/openapi-generator/framewright',
    additionalProperties: { packageName: 'framewright', withGoMod: 'false' },
  },
  java: {
    outputDir: 'java',
    additionalProperties: {
      invokerPackage: 'com.framewright.generated',
      apiPackage: 'com.framewright.generated.api',
      modelPackage: 'com.framewright.generated.model',
    },
  },
};

/** Options of openapi-python-client, which reads only media types that it knows. */
const OPENAPI_PYTHON_CLIENT = {
  package_name_override: 'framewright_generated',
  content_type_overrides: {
    'application/schema+json': 'application/json',
    'application/zip': 'application/octet-stream',
    'image/png': 'application/octet-stream',
    'text/event-stream': 'text/plain',
  },
};

/**
 * Generates a client by each generator from an OpenAPI document, beside copies of the programs that use them.
 *
 * @param folder does not exist yet
 */
export async function generateClients(document: object, folder: string, tools: GeneratorTools): Promise<void> {
  await cp(import.meta.dirname, folder, { recursive: true });
  const spec = join(folder, 'openapi.json');
  await writeFile(spec, JSON.stringify(document));
  await withOpenApiGenerator(spec, folder, tools);
  await withOpenApiPythonClient(spec, folder, tools);
  await mkdir(join(folder, 'go/oapi-codegen/framewright'));
  const output = join(folder, 'go/oapi-codegen/framewright/framewright.go');
  // It formats what it wrote with the `go` of the PATH.
  const env = withPrograms(dirname(tools.go));
  await run(tools['oapi-codegen'], ['-package', 'framewright', '-generate', 'types,client', '-o', output, spec], {
    env,
  });
  await withOpenApiTypescript(document, join(folder, 'typescript'));
}

async function withOpenApiTypescript(document: object, folder: string): Promise<void> {
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(join(folder, 'api.ts'), astToString(await openapiTS(document as OpenAPI3)));
  const program = join(folder, 'make-video.ts');
  await writeFile(program, (await readFile(program, 'utf8')).replace("'#libs/client'", "'./api.js'"));
}

async function withOpenApiGenerator(spec: string, folder: string, tools: GeneratorTools): Promise<void> {
  const configs: string[] = [];
  for (const [generatorName, { outputDir, ...options }] of Object.entries(OPENAPI_GENERATOR)) {
    const config = { generatorName, inputSpec: spec, outputDir: join(folder, outputDir), globalProperties: GLOBAL };
    const file = join(folder, `${generatorName}.json`);
    await writeFile(file, JSON.stringify({ ...config, ...options }));
    configs.push(file);
  }
  const { java, 'openapi-generator': jar } = tools;
  await run(java, ['-jar', jar, 'batch', '--fail-fast', '--threads', '2', '--', ...configs], { maxBuffer: 1 << 26 });
}

async function withOpenApiPythonClient(spec: string, folder: string, tools: GeneratorTools): Promise<void> {
  const config = join(folder, 'openapi-python-client.json');
  await writeFile(config, JSON.stringify(OPENAPI_PYTHON_CLIENT));
  const output = join(folder, 'python-attrs');
  const args = ['generate', '--path', spec, '--config', config, '--output-path', output, '--fail-on-warning'];
  // It formats what it wrote with ruff, which is beside its Python.
  const bin = dirname(tools['python-clients']);
  await run(join(bin, 'openapi-python-client'), args, { env: withPrograms(bin) });
}

/** The environment of a program that finds those of a folder by name. */
function withPrograms(bin: string): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${bin}:${process.env['PATH']}` };
}
