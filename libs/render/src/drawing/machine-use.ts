import { cpuTimeMs, idleTimeMs } from '../cpu-meter.js';
import { heldMemory, processTree } from '../process-tree.js';

/** This process's use of the machine, that of its programs included. */
export interface MachineUse {
  /** CPU time that they have used, ms. NaN where the system does not measure it. */
  cpuMs: number;
  /** Time that the machine's cores have been idle, added up, ms. NaN where the system does not measure it. */
  idleMs: number;
  /** Memory that they hold, bytes; 0 where the system does not measure it. */
  heldBytes: number;
}

export async function machineUse(): Promise<MachineUse> {
  return {
    cpuMs: (await cpuTimeMs(process.pid)) ?? NaN,
    idleMs: (await idleTimeMs()) ?? NaN,
    heldBytes: await heldMemory(await processTree(process.pid)),
  };
}
