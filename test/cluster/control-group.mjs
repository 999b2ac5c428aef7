import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Makes a group of control groups, version 1, which can run nothing before its CPUs and memory nodes are set. */
export function makeControlGroup(name) {
  for (const controller of readdirSync('/sys/fs/cgroup')) {
    const group = join('/sys/fs/cgroup', controller, name);
    if (!existsSync(join('/sys/fs/cgroup', controller, 'cgroup.procs'))) continue;
    mkdirSync(group, { recursive: true });
    for (const file of ['cpuset.cpus', 'cpuset.mems']) {
      const above = join('/sys/fs/cgroup', controller, file);
      if (existsSync(above)) writeFileSync(join(group, file), readFileSync(above));
    }
    // Beside other work on the machine all containers together count as eight processes, not as one.
    const shares = join(group, 'cpu.shares');
    if (existsSync(shares)) writeFileSync(shares, String(8 * 1024));
  }
}
