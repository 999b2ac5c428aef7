import type { WriteStream } from 'node:tty';

const WIDTH = 40;

/** Shows per cent done: redrawn in place on a terminal, elsewhere one line per quarter. */
export function showProgress(out: WriteStream): { update(percent: number): void; end(): void } {
  let lastQuarter = -1;
  const terminal = out.isTTY;
  return {
    update(percent) {
      const quarter = Math.floor(percent / 25);
      if (terminal) out.write(`\r  ${progressBar(percent)}`);
      else if (quarter > lastQuarter) out.write(`  ${progressBar(percent)}\n`);
      lastQuarter = Math.max(lastQuarter, quarter);
    },
    end() {
      if (terminal) out.write('\n');
    },
  };
}

/** @param percent 0 to 100 */
export function progressBar(percent: number): string {
  const filled = Math.round((percent / 100) * WIDTH);
  return `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${String(Math.round(percent)).padStart(3)} %`;
}
