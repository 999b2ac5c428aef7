import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The pictures that a video file holds. */
export async function countFrames(url: string): Promise<number> {
  const entries = [
    '-select_streams',
    'v',
    '-count_packets',
    '-show_entries',
    'stream=nb_read_packets',
    '-of',
    'csv=p=0',
  ];
  const { stdout } = await run('ffprobe', ['-v', 'error', ...entries, url]);
  return Number(stdout);
}

/** Faults that a strict decoder reports in a video file; empty when there are none. */
export async function decodingFaults(url: string): Promise<string> {
  const strict = ['-v', 'warning', '-xerror', '-err_detect', 'explode'];
  const { stderr } = await run('ffmpeg', [...strict, '-i', url, '-f', 'null', '-']);
  return stderr.trim();
}
