import { execFileSync, spawn } from 'node:child_process';

/** The machines of the test: `core` has PostgreSQL, NATS, the gateway and a renderer, the others two of everything that leads. */
export const MACHINES = ['core', 'a', 'b'] as const;
export type Machine = (typeof MACHINES)[number];

/** Kills what runs in the namespaces $2 … and removes them, once the process $1 is gone. */
const CLEANER = `
while kill -0 "$1" 2>/dev/null; do sleep 0.2; done
shift
for name in "$@"; do ip netns pids "$name" 2>/dev/null | xargs -r kill -9 2>/dev/null; done
for name in "$@"; do ip netns del "$name" 2>/dev/null; done
`;

/** Machines in network namespaces of their own, on one switch. No address of theirs exists outside. */
export interface Network {
  /** The name of a machine's namespace, for `ip netns exec`. */
  namespaceOf(machine: Machine): string;
  /** Drops every packet from and to the machine from now on; no side notices, its cable included. */
  drop(machine: Machine): void;
  /** Ends all processes of the machine at once, without a word. */
  kill(machine: Machine): void;
}

export function addressOf(machine: Machine): string {
  return `10.77.0.${MACHINES.indexOf(machine) + 1}`;
}

/** The network that the process `owner` has built. */
export function networkOf(owner: number): Network {
  const namespaceOf = (machine: string) => `fwdm${owner}-${machine}`;
  return {
    namespaceOf,
    drop(machine) {
      run('bridge', '-n', namespaceOf('switch'), 'link', 'set', 'dev', `to-${machine}`, 'state', '0');
    },
    kill(machine) {
      const pids = run('ip', 'netns', 'pids', namespaceOf(machine)).split('\n').filter(Boolean);
      for (const pid of pids) process.kill(Number(pid), 'SIGKILL');
    },
  };
}

/** Builds this process's network. It goes, with all that runs in it, when this process does, however it ends. */
export function buildNetwork(): Network {
  ensureIproute();
  const network = networkOf(process.pid);
  const names = ['switch', ...MACHINES].map((name) => `fwdm${process.pid}-${name}`);
  const watched = ['-c', CLEANER, 'cleaner', String(process.pid), ...names];
  spawn('/bin/sh', watched, { detached: true, stdio: 'ignore' }).unref();
  for (const name of names) run('ip', 'netns', 'add', name);
  const [hub] = names as [string];
  run('ip', '-n', hub, 'link', 'add', 'switch', 'type', 'bridge');
  run('ip', '-n', hub, 'link', 'set', 'switch', 'up');
  for (const machine of MACHINES) connect(hub, machine, network.namespaceOf(machine));
  return network;
}

function connect(hub: string, machine: Machine, name: string): void {
  const peer = ['peer', 'name', 'eth0', 'address', hardwareAddressOf(machine), 'netns', name];
  run('ip', '-n', hub, 'link', 'add', `to-${machine}`, 'type', 'veth', ...peer);
  run('ip', '-n', hub, 'link', 'set', `to-${machine}`, 'master', 'switch', 'up');
  run('ip', '-n', name, 'addr', 'add', `${addressOf(machine)}/24`, 'dev', 'eth0');
  for (const device of ['lo', 'eth0']) run('ip', '-n', name, 'link', 'set', device, 'up');
  for (const other of MACHINES) {
    if (other === machine) continue;
    // As behind a router: no request for a hardware address shows that a machine is gone.
    const neighbor = [addressOf(other), 'lladdr', hardwareAddressOf(other), 'dev', 'eth0', 'nud', 'permanent'];
    run('ip', '-n', name, 'neigh', 'add', ...neighbor);
  }
}

function hardwareAddressOf(machine: Machine): string {
  return `02:00:00:00:00:0${MACHINES.indexOf(machine) + 1}`;
}

function ensureIproute(): void {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Error('Network namespaces need Linux and root.');
  try {
    run('ip', '-V');
  } catch {
    run('apt-get', 'update');
    run('apt-get', 'install', '-y', '--no-install-recommends', 'iproute2');
  }
}

function run(program: string, ...args: string[]): string {
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
