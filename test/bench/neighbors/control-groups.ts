import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { ServiceName } from '#libs/testing';

const ROOT = '/sys/fs/cgroup';
const CONTROLLERS = ['memory', 'cpu'] as const;
type Controller = (typeof CONTROLLERS)[number];
const JOIN = new URL('./join-control-groups.mjs', import.meta.url).href;
const VALUES = new URL('../../../helm/framewright/values.yaml', import.meta.url);
const SERVICES: readonly ServiceName[] = ['gateway', 'videos', 'credits', 'renderer', 'webhooks'];
const SAMPLE_MS = 100;
const MEBIBYTE = 1_048_576;

/** The memory of a service's processes together, MiB. */
export interface MemoryUse {
  readonly limit: number;
  /** The most at once. */
  readonly peak: number;
}

/**
 * Control groups, one for each service's process and the programs that it starts: with the chart's limits of memory, and each
 * with an equal share of the processors, since the services of a cluster do not run on the same ones. Version 1 of control
 * groups, as root.
 */
export class ControlGroups {
  /** @returns null where such groups cannot be made */
  static make(): ControlGroups | null {
    const isVersion1 = CONTROLLERS.every((controller) => existsSync(join(ROOT, controller, 'cgroup.procs')));
    return isVersion1 && process.getuid?.() === 0 ? new ControlGroups() : null;
  }

  private readonly limits = limitsOfChart();

  private constructor() {
    for (const [service, limit] of this.limits) {
      for (const controller of CONTROLLERS) mkdirSync(this.pathOf(controller, service));
      writeFileSync(join(this.pathOf('memory', service), 'memory.limit_in_bytes'), String(limit * MEBIBYTE));
    }
  }

  /** Environment of a system whose services are to be in the groups. */
  get environment(): Record<string, string> {
    return { NODE_OPTIONS: `--import=${JOIN}`, CONTROL_GROUPS: CONTROLLERS.map(groupsOf).join(',') };
  }

  /** Watches the memory of the services. @returns a function that ends the watch */
  watch(): () => Map<ServiceName, MemoryUse> {
    const peaks = new Map<ServiceName, number>();
    const timer = setInterval(() => {
      for (const service of this.limits.keys()) {
        peaks.set(service, Math.max(peaks.get(service) ?? 0, this.processBytes(service)));
      }
    }, SAMPLE_MS);
    return () => {
      clearInterval(timer);
      return new Map(
        [...this.limits].map(([service, limit]) => [
          service,
          { limit, peak: Math.round((peaks.get(service) ?? 0) / MEBIBYTE) },
        ]),
      );
    };
  }

  /** Once the system has ended. */
  remove(): void {
    for (const service of this.limits.keys()) {
      for (const controller of CONTROLLERS) rmdirSync(this.pathOf(controller, service));
    }
  }

  /**
   * Bytes of the processes of a service. Pages of files, which the kernel gives back before it ends a process, are left
   * out.
   */
  private processBytes(service: ServiceName): number {
    const stat = readFileSync(join(this.pathOf('memory', service), 'memory.stat'), 'utf8');
    return Number(/^total_rss (\d+)$/m.exec(stat)![1]);
  }

  private pathOf(controller: Controller, service: ServiceName): string {
    return `${groupsOf(controller)}-${service}`;
  }
}

/** Beginning of the paths of a controller's groups. */
function groupsOf(controller: Controller): string {
  return join(ROOT, controller, `framewright-${process.pid}`);
}

/** Memory limits of the chart's default values, MiB. */
function limitsOfChart(): Map<ServiceName, number> {
  const { components } = parse(readFileSync(VALUES, 'utf8')) as {
    components: Record<ServiceName, { resources: { limits: { memory: string } } }>;
  };
  return new Map(
    SERVICES.map((service) => {
      const [, number, unit] = /^(\d+)(Mi|Gi)$/.exec(components[service].resources.limits.memory)!;
      return [service, Number(number) * (unit === 'Gi' ? 1_024 : 1)];
    }),
  );
}
