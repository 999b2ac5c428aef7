import { writeFileSync } from 'node:fs';

/**
 * Loaded first by every process of a system: a service's joins its control groups, and what it starts is in them, too. It
 * is started again in them, because V8 sizes its heap by the limit of memory that it finds when it starts.
 */
const service = /apps\/(\w+)\/src\/main\.js$/.exec(process.argv[1] ?? '')?.[1];
const { CONTROL_GROUPS: groups, ...env } = process.env;
if (groups && service && service !== 'local') {
  for (const group of groups.split(',')) writeFileSync(`${group}-${service}/cgroup.procs`, String(process.pid));
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], env);
}
