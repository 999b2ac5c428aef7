import { writeFileSync } from 'node:fs';

/**
 * Every process of a system loads this module first. A service's process joins its control groups, which its children inherit,
 * and then executes its program again, because V8 sizes its heap by the memory limit that it finds at the start.
 */
const service = /apps\/(\w+)\/src\/main\.js$/.exec(process.argv[1] ?? '')?.[1];
const { CONTROL_GROUPS: groups, ...env } = process.env;
if (groups && service && service !== 'local') {
  for (const group of groups.split(',')) writeFileSync(`${group}-${service}/cgroup.procs`, String(process.pid));
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], env);
}
