import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { ADDRESS, REPOSITORY } from './sections.mjs';

/** Pixels of width: one and a half of the column of text. */
const MAX_WIDTH = 1248;
const QUALITY = 75;
const PHOTO = /\.(?:png|jpe?g)$/;

/** The pictures that pages show, by their paths. */
const pictures = new Set();

/** The address of a picture; {@link writePictures} writes its file. */
export function pictureAddress(file) {
  pictures.add(file);
  return `${ADDRESS}/pictures/${file.replace(PHOTO, '.webp')}`;
}

/** Writes the pictures where the site finds them: screenshots and photographs as small as they are shown. */
export async function writePictures() {
  for (const file of pictures) {
    const target = `${REPOSITORY}docs/site/public/pictures/${file.replace(PHOTO, '.webp')}`;
    mkdirSync(posix.dirname(target), { recursive: true });
    if (PHOTO.test(file)) writeFileSync(target, await packed(REPOSITORY + file));
    else copyFileSync(REPOSITORY + file, target);
  }
}

async function packed(path) {
  const picture = await loadImage(path);
  const width = Math.min(MAX_WIDTH, picture.width);
  const height = Math.round((picture.height * width) / picture.width);
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  return canvas.encode('webp', QUALITY);
}
