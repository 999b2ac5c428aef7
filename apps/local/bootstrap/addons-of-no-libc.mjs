/** The C library that each ending of a package's name stands for. */
const LIBC = { gnu: 'glibc', glibc: 'glibc', musl: 'musl' };

/**
 * Packages of a lock whose name states the C library of their addon while their `libc` does not: npm installs them on every
 * Linux, into images too.
 * @param lock the contents of a package-lock.json
 * @returns their paths, `node_modules/…`
 */
export function addonsOfNoLibc(lock) {
  return Object.entries(lock.packages)
    .filter(([path, { libc }]) => {
      const stated = LIBC[/-linux-.*-(gnu|glibc|musl)$/.exec(path)?.[1]];
      return stated && !(libc?.length === 1 && libc[0] === stated);
    })
    .map(([path]) => path);
}
