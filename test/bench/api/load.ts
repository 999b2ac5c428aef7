import { Pool } from 'undici';

/** One endpoint under load. */
export interface Target {
  /** `http://host:port`. */
  origin: string;
  method: 'GET' | 'POST';
  /** Path of the next request. */
  path: () => string;
  headers: Record<string, string>;
  body?: string;
  /** The status that every answer must have. */
  status: number;
}

export interface Load {
  /** Number of clients, each waiting for its answer before it asks again. */
  connections: number;
  seconds: number;
}

export interface Throughput {
  requests: number;
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

/** @throws Error at an answer with another status than the target's */
export async function underLoad(target: Target, { connections, seconds }: Load): Promise<Throughput> {
  const pool = new Pool(target.origin, { connections, pipelining: 1 });
  const { method, headers, body = null } = target;
  const latencies: number[] = [];
  const begun = performance.now();
  const client = async (): Promise<void> => {
    for (let now = performance.now(); now < begun + seconds * 1_000;) {
      const answer = await pool.request({ method, path: target.path(), headers, body });
      if (answer.statusCode !== target.status) {
        throw new Error(`${method} was answered ${answer.statusCode}: ${await answer.body.text()}`);
      }
      await answer.body.dump();
      const after = performance.now();
      latencies.push(after - now);
      now = after;
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, client));
  } finally {
    await pool.close();
  }
  const elapsedS = (performance.now() - begun) / 1_000;
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? NaN;
  return { requests: latencies.length, perSecond: latencies.length / elapsedS, p50: at(0.5), p99: at(0.99) };
}
