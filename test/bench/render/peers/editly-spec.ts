import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FPS } from '../templates.ts';
import { encoderOptions } from './encoder-options.ts';
import type { Box, Storyboard, StoryItem } from './storyboard.ts';

/**
 * Writes a storyboard as editly 0.14 takes it and gives the file. Left out, because editly has none: pictures that
 * slide or fade in, rounded corners of footage.
 */
export async function editlySpec(story: Storyboard, output: string): Promise<string> {
  const { width, height } = story;
  const layerOf = (item: StoryItem, durationS: number): object => {
    switch (item.kind) {
      case 'picture':
        return {
          type: 'image-overlay',
          path: item.file,
          ...placed(item.box, story),
          start: item.startS,
          zoomDirection: null,
        };
      case 'photo': {
        const zoomAmount = Math.abs(item.toScale - item.fromScale);
        const zoomDirection = item.toScale > item.fromScale ? 'in' : 'out';
        return { type: 'image', path: item.file, resizeMode: 'cover', zoomDirection, zoomAmount };
      }
      case 'clip': {
        const { x, y } = item.box;
        // Without an end it would play faster, to fit.
        const part = { cutFrom: item.fromS, cutTo: item.fromS + durationS };
        const size = { width: item.box.width / width, height: item.box.height / height };
        const at = { left: x / width, top: y / height, ...size };
        return { type: 'video', path: item.file, ...part, resizeMode: 'cover', ...at };
      }
    }
  };
  const clips = story.pages.map(({ durationS, ground, items }) => ({
    duration: durationS,
    transition: { name: 'fade', duration: 0.5 },
    layers: [
      { type: 'image', path: ground, resizeMode: 'stretch', zoomDirection: null },
      ...items.map((item) => layerOf(item, durationS)),
    ],
  }));
  const encoder = encoderOptions(story).flat();
  const sound = ['-c:a', 'aac', '-b:a', '160k', '-movflags', '+faststart'];
  const spec = {
    ...{ outPath: output, width, height, fps: FPS, audioFilePath: story.music },
    ...{ customOutputArgs: [...encoder, ...sound], clips },
  };
  const file = join(story.folder, 'editly.json');
  await writeFile(file, JSON.stringify(spec));
  return file;
}

function placed({ x, y, width }: Box, frame: { width: number; height: number }): object {
  const position = { x: x / frame.width, y: y / frame.height, originX: 'left', originY: 'top' };
  return { position, width: width / frame.width };
}
