// An image's health command: asks what a liveness probe would ask.
const { HEALTH_PORT } = process.env;
if (HEALTH_PORT) {
  const { ok } = await fetch(`http://127.0.0.1:${HEALTH_PORT}/healthz`, { signal: AbortSignal.timeout(4_000) });
  process.exitCode = ok ? 0 : 1;
}
