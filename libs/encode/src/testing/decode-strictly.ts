import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const STRICT = ['-v', 'warning', '-err_detect', 'crccheck+bitstream+buffer+explode+careful+compliant+aggressive'];

interface Decoded {
  /** MD5 of each picture, in the order of showing. */
  hashes: string[];
  times: number[];
  warnings: string;
}

/** The pictures of a file with their times, and all warnings of a strict decoder. @param options of ffmpeg, before its input */
export async function decodeStrictly(file: string, options: readonly string[] = []): Promise<Decoded> {
  const args = [...STRICT, ...options, '-i', file, '-map', '0:v', '-fps_mode', 'passthrough', '-f', 'framemd5', '-'];
  const { stdout, stderr } = await run('ffmpeg', args, { maxBuffer: 1 << 26 });
  const rows = stdout.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const cells = rows.map((line) => line.split(',').map((cell) => cell.trim()));
  return { hashes: cells.map((row) => row.at(-1)!), times: cells.map((row) => Number(row[2])), warnings: stderr };
}
