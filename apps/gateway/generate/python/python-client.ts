import { pythonModels } from './python-models.js';
import { PythonObjects } from './python-objects.js';
import { type Operation, pythonOperations } from './python-operations.js';
import type { Schema } from './python-types.js';
import { synchronous } from './synchronous.js';

/** The parts of an OpenAPI document from which the Python client is made. */
export interface PythonApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** Modules of the asynchronous client that are written by hand. */
const WRITTEN = ['client.py', 'downloads.py', 'transport.py', 'watching.py'];
/** Bodies of requests that the service sends. */
const RECEIVED = ['Event', 'BatchEvent', 'AlertEvent'];

/**
 * The generated modules of the Python client: types, operations, and the synchronous client.
 *
 * @param values lists of values by name, with a docstring
 * @param read the text of a module
 */
export function pythonClient(
  { paths, components }: PythonApi,
  values: readonly (readonly [string, string, object])[],
  read: (module: string) => string,
): [module: string, text: string][] {
  const objects = new PythonObjects(components.schemas);
  for (const name of RECEIVED) objects.add(name);
  const operations = pythonOperations(paths, objects);
  return [
    ['models.py', pythonModels(objects, values)],
    ['_async/operations.py', operations],
    ['_sync/operations.py', synchronous(operations)],
    ...WRITTEN.map((module): [string, string] => [`_sync/${module}`, synchronous(read(`_async/${module}`))]),
  ];
}
