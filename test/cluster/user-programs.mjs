import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * A `docker` that adapts commands to Debian's engine: it builds without buildx, which has the option --load, and its
 * networks lead nowhere.
 */
const DOCKER = `if [ "$1" = build ]; then
  shift
  for argument; do shift; [ "$argument" = --load ] || set -- "$@" "$argument"; done
  set -- build --network host "$@"
fi
exec /usr/bin/docker "$@"`;

/**
 * A user's programs: kubectl and helm for the node, docker for the engine, and a `kind` that copies an image from the
 * engine to the node.
 * @returns the environment of such a shell
 */
export function userPrograms({ engine, node, folder }) {
  const home = join(folder, 'user');
  const programs = join(home, 'bin');
  if (!existsSync(programs)) {
    mkdirSync(programs, { recursive: true });
    for (const name of ['kubectl', 'helm']) symlinkSync(node.tools[name], join(programs, name));
    write(join(programs, 'docker'), DOCKER);
    const importing = `ctr ${node.containerd.join(' ')} images import -`;
    write(join(programs, 'kind'), `for image; do :; done\ndocker save "$image" | ${importing}`);
  }
  return {
    ...engine.env,
    PATH: [programs, process.env.PATH].join(delimiter),
    HOME: home,
    KUBECONFIG: node.kubeconfig,
  };
}

function write(path, script) {
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}
