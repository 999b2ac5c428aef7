import { VIDEO_FORMATS, type VideoFormat } from './formats.js';

/** Extensions of posters: `jpg`, and `png` of earlier releases. */
const POSTER_EXTENSIONS = ['jpg', 'png'];

/** @param name 22 characters of base62, of 131 random bits: the key cannot be guessed */
export function publicFileKey(videoId: string, name: string, format: VideoFormat): string {
  return `videos/${videoId}/${name}.${format}`;
}

/** The key of a finished video's poster: beside the file, and as hard to guess. */
export function publicPosterKey(fileKey: string): string {
  return fileKey.replace(/\.\w+$/, '.jpg');
}

/** Whether everyone who has the key may read the file: finished videos and their posters, of every format. */
export function isPublicKey(key: string): boolean {
  const [, extension] = /^videos\/[0-9a-f-]{36}\/[0-9A-Za-z]{22}\.([0-9a-z]+)$/.exec(key) ?? [];
  return [...VIDEO_FORMATS, ...POSTER_EXTENSIONS].some((each) => each === extension);
}
