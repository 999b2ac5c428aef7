import { join } from 'node:path';
import { editlySpec } from './editly-spec.ts';
import { type Installed, installEditly, installMelt } from './install-peers.ts';
import { meltScript } from './melt-script.ts';
import type { Storyboard } from './storyboard.ts';

/** Another tool that can make about the same video. */
export interface Peer {
  readonly name: string;
  /** The factor of our CPU seconds that the peer should use at least. */
  readonly goal: number;
  /** Writes what the tool needs and gives the command that makes the video, as far as the tool can express it. */
  command(story: Storyboard): Promise<string[]>;
}

/** Installs the peers; reports which of them cannot be had, and why. */
export async function availablePeers(print: (line: string) => void): Promise<Peer[]> {
  const [editly, melt] = [await installEditly(print), await installMelt(print)];
  const peers: Peer[] = [];
  const add = (name: string, installed: Installed, peer: (command: readonly string[]) => Peer): void => {
    if (installed.ok) peers.push(peer(installed.command));
    else print(`${name}: not shown, ${installed.reason}`);
  };
  add('editly', editly, (command) => ({
    name: 'editly',
    goal: 3.5,
    command: async (story) => {
      const spec = await editlySpec(story, join(story.folder, 'editly.mp4'));
      return underX([...command, spec], join(story.folder, 'editly.log'));
    },
  }));
  add('melt', melt, (command) => ({
    name: 'melt',
    goal: 1.7,
    command: async (story) => {
      const { script, consumer } = await meltScript(story, join(story.folder, 'melt.mp4'));
      return underX([...command, script, '-consumer', ...consumer], join(story.folder, 'melt.log'));
    },
  }));
  print('');
  return peers;
}

/** A command with a display of its own, whose output goes into a file. */
function underX(command: readonly string[], log: string): string[] {
  return ['bash', '-c', 'log=$1; shift; exec xvfb-run -a "$@" >"$log" 2>&1', 'quiet', log, ...command];
}
