import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from './repository-root.js';

/** Paths of programs, by name, or why they cannot be had here. */
export type FoundTools<Program extends string> = { tools: Record<Program, string> } | { reason: string };

/**
 * Programs that only some tests need. Those that are not in the cache yet are fetched or built, which takes minutes.
 *
 * @param names as `test/tools/ensure.mjs` knows them; some have several programs
 */
export async function findTools<Program extends string>(names: readonly string[]): Promise<FoundTools<Program>> {
  try {
    const ensure = [join(repositoryRoot(), 'test/tools/ensure.mjs'), ...names];
    const { stdout } = await promisify(execFile)(process.execPath, ensure);
    return { tools: JSON.parse(stdout) as Record<Program, string> };
  } catch (error) {
    return { reason: (error as { stderr?: string }).stderr?.trim() ?? String(error) };
  }
}
