import { begunAgain, delayOf, finishedLost, type LostRenderersEvidence } from './judge-lost-renderers.ts';

/** Lines of the table: the kills, what was drawn again, and the delay. */
export function evidenceTable(evidence: LostRenderersEvidence): string[] {
  const { steps, kills, seconds, leaseS, longestPartS } = evidence;
  const { delayS, allowedS } = delayOf(evidence);
  const rows: [string, string][] = [
    ['steps', `${steps.length}, ${steps.filter(({ kind }) => kind === 'pictures').length} of them parts`],
    ['renderers killed in a part', String(kills.length)],
    ['parts drawn again', `${begunAgain(evidence)} (lost attempts by the metrics: ${evidence.counted.lost})`],
    ['finished steps lost', String(finishedLost(evidence).length)],
    ['seconds without and with kills', `${seconds.alone.toFixed(1)} and ${seconds.withKills.toFixed(1)}`],
    [
      'delay',
      `${delayS.toFixed(1)} s of ${allowedS.toFixed(1)} s (lease ${leaseS} s + 2 × ${longestPartS.toFixed(1)} s)`,
    ],
  ];
  return rows.map(([name, value]) => `${name.padEnd(32)}${value}`);
}
