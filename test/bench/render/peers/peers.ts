import type { SizeName, TemplateName } from '../templates.ts';

/** What a peer is to make: a template at a size. Files it needs may be put into `folder`. */
export interface PeerCase {
  readonly template: TemplateName;
  readonly size: SizeName;
  readonly assets: string;
  readonly folder: string;
}

/** Another tool that can make about the same video. */
export interface Peer {
  readonly name: string;
  /** How many times our CPU seconds it should use at least. */
  readonly goal: number;
  /** The command that makes the video, as far as the tool can express it. */
  command(job: PeerCase): Promise<string[]>;
}

/** The peers that could be installed; says which could not, and why. */
export async function peersAtHand(print: (line: string) => void): Promise<Peer[]> {
  await Promise.resolve();
  print('');
  return [];
}
