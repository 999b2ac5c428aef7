import { writeFileSync } from 'node:fs';

/** Loaded first by every process of a system: a service's joins its control group, and what it starts is in it, too. */
const service = /apps\/(\w+)\/src\/main\.js$/.exec(process.argv[1] ?? '')?.[1];
const groups = process.env.MEMORY_GROUPS;
if (groups && service && service !== 'local') writeFileSync(`${groups}-${service}/cgroup.procs`, String(process.pid));
