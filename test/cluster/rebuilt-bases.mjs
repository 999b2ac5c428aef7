import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The images that the Dockerfile builds from, by its arguments. */
const BASES = { BUILD_IMAGE: 'node:26-bookworm-slim', BASE_IMAGE: 'debian:bookworm-slim' };
export const AGAIN = 'again';

/**
 * Builds the base images with a file more, so that no step of an earlier build is taken from the cache.
 * @param build builds an image: `(tag, { file, context })`
 * @returns arguments of a build that takes them
 */
export async function rebuiltBases(folder, build) {
  const context = join(folder, 'again');
  mkdirSync(context, { recursive: true });
  writeFileSync(join(context, 'again'), randomUUID());
  const args = [];
  for (const [name, image] of Object.entries(BASES)) {
    const file = join(context, 'Dockerfile');
    writeFileSync(file, `FROM ${image}\nCOPY again /var/again\n`);
    const tag = `framewright-cluster/${image.split(':')[0]}:${AGAIN}`;
    await build(tag, { file, context });
    args.push('--build-arg', `${name}=${tag}`);
  }
  return args;
}
