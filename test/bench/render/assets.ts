import { execFile } from 'node:child_process';
import { access, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const BT709 = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'];

/**
 * Recipes of the files that the templates show. Fractals with grain stand for photographs and footage: as much detail,
 * the same on every machine, free of rights.
 */
const RECIPES: Readonly<Record<string, readonly string[]>> = {
  'photo-1.jpg': photo('start_scale=0.02:start_x=-0.743643887:start_y=-0.131825904', 1),
  'photo-2.jpg': photo('start_scale=0.35:start_x=-0.75:start_y=0.1', 2),
  'photo-3.jpg': photo('start_scale=0.006:start_x=-0.7463:start_y=0.1102', 3),
  'photo-4.jpg': photo('start_scale=0.05:start_x=-1.25066:start_y=0.02012', 4),
  'logo.png': [
    ...['-f', 'lavfi', '-i', 'color=white:s=256x256,format=rgba'],
    ...['-vf', "geq=r=242:g=140:b=40:a='255*lt(abs(hypot(X-128,Y-128)-88),32)'", '-frames:v', '1'],
  ],
  // 12 Mbit/s, 720p: what a phone or a stock library gives.
  'clip.mp4': [
    ...['-f', 'lavfi', '-i', 'mandelbrot=s=1280x720:rate=30:start_scale=1.2:end_scale=0.002:end_pts=300'],
    ...['-f', 'lavfi', '-i', 'sine=frequency=220:sample_rate=48000', '-t', '10'],
    ...['-vf', 'noise=alls=5:allf=t+u:all_seed=9,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p'],
    ...['-c:v', 'libx264', '-preset', 'medium', '-b:v', '12M', '-maxrate', '14M', '-bufsize', '24M', '-g', '60'],
    ...BT709,
    ...['-c:a', 'aac', '-b:a', '128k'],
  ],
  'cell-1.mp4': smallClip('start_x=-0.743643887:start_y=-0.131825904', 11),
  'cell-2.mp4': smallClip('start_x=-1.25066:start_y=0.02012', 12),
  'cell-3.mp4': smallClip('start_x=-0.7463:start_y=0.1102', 13),
  'music.m4a': [
    ...['-f', 'lavfi', '-i', 'aevalsrc=0.2*sin(220*2*PI*t)+0.1*sin(277*2*PI*t)*sin(2*t):s=48000:c=stereo:d=30'],
    ...['-c:a', 'aac', '-b:a', '128k'],
  ],
  // Edges, lines and letters of a pixel, as a picture of a screen has.
  'screen.png': [
    ...['-f', 'lavfi', '-i', 'testsrc2=s=640x360', '-frames:v', '1'],
    ...['-vf', 'drawgrid=w=9:h=7:t=1:c=black@0.6,format=rgb24'],
  ],
  'noise.png': [
    ...['-f', 'lavfi', '-i', 'color=black:s=320x180,format=gbrp', '-frames:v', '1'],
    ...['-vf', "geq=r='255*random(1)':g='255*random(2)':b='255*random(3)',format=rgb24"],
  ],
};

function photo(place: string, seed: number): readonly string[] {
  return [
    ...['-f', 'lavfi', '-i', `mandelbrot=s=2400x1600:maxiter=600:${place}`, '-frames:v', '1'],
    ...['-vf', `noise=alls=6:allf=u:all_seed=${seed}`, '-q:v', '3'],
  ];
}

/** Footage of 720×480 at 3 Mbit/s, without sound. */
function smallClip(place: string, seed: number): readonly string[] {
  return [
    ...['-f', 'lavfi', '-i', `mandelbrot=s=720x480:rate=30:${place}:start_scale=0.8:end_scale=0.004:end_pts=300`],
    ...['-t', '10', '-vf', `noise=alls=4:allf=t+u:all_seed=${seed},scale=out_color_matrix=bt709:out_range=tv`],
    ...['-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-preset', 'medium', '-b:v', '3M', '-g', '60'],
    ...BT709,
  ];
}

/** Makes the missing files in `folder`: all of them, or those named. */
export async function makeAssets(folder: string, names: readonly string[] = Object.keys(RECIPES)): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of names) {
    const recipe = RECIPES[name]!;
    const file = join(folder, name);
    const exists = await access(file).then(
      () => true,
      () => false,
    );
    if (exists) continue;
    const unfinished = join(folder, `unfinished-${name}`);
    await run('ffmpeg', ['-nostdin', '-hide_banner', '-v', 'error', '-y', ...recipe, unfinished]);
    await rename(unfinished, file);
  }
}
