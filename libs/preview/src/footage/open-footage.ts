import type { FootagePictures, FootageSource } from '#libs/frames';
import { type FootageRun, pictureBytes } from '#libs/timeline';
import type { VideoSample, VideoSampleSink } from 'mediabunny';
import { drawWithAlpha } from './draw-with-alpha.js';
import { cropped, isRgb, planesOf, turnedPlane } from './planes.js';
import { scalePlane } from './scale-plane.js';
import { isOfBt709, toBt709 } from './to-bt709.js';

/**
 * Subtracted from the time at which a picture is sought, s, because a picture that begins exactly then has not begun
 * before it. Times are quotients of whole frames and not exact.
 */
const JUST_BEFORE_S = 1e-6;

/** Codecs whose chroma samples lie on the left of their pixels unless a file says otherwise. */
const CHROMA_ON_LEFT: ReadonlySet<string> = new Set(['avc', 'hevc']);

/**
 * Opens footage, which the browser decodes.
 *
 * @throws Error for a file without a picture, or with one that this browser cannot decode
 */
export async function openFootage(content: Uint8Array<ArrayBuffer>): Promise<FootageSource> {
  const { facts, sink, times } = await openTrack(content);
  return new DecodedFootage(facts, sink, times);
}

/** The track of footage that is shown. @throws Error as {@link openFootage} does */
export async function openTrack(
  content: Uint8Array<ArrayBuffer>,
): Promise<{ facts: DecodedFacts; sink: VideoSampleSink; times: FootageTimes }> {
  const { BufferSource, Input, MATROSKA, MP4, QTFF, VideoSampleSink, WEBM } = await import('./media-reader.js');
  const input = new Input({ source: new BufferSource(content), formats: [MP4, QTFF, WEBM, MATROSKA] });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error('the footage has no picture');
  const codec = await track.getCodec();
  if (!(await track.canDecode())) throw new Error(`this browser cannot decode ${codec ?? 'the codec of the footage'}`);
  const fileStartS = await input.getFirstTimestamp();
  const size = { width: await track.getDisplayWidth(), height: await track.getDisplayHeight() };
  const hasChromaOnLeft = CHROMA_ON_LEFT.has(codec ?? '');
  const facts = { ...size, hasAlpha: await track.canBeTransparent(), hasChromaOnLeft };
  const times = { fileStartS, firstS: await track.getFirstTimestamp(), endS: await track.computeDuration() };
  return { facts, sink: new VideoSampleSink(track), times };
}

interface DecodedFacts extends Pick<FootageSource, 'width' | 'height' | 'hasAlpha'> {
  readonly hasChromaOnLeft: boolean;
}

/** Seconds of the file: where the file, its first picture and the end of its last picture are. */
interface FootageTimes {
  readonly fileStartS: number;
  readonly firstS: number;
  readonly endS: number;
}

/** Footage that the browser decodes. Picture n is chosen as the renderer's ffmpeg does: the last that begins before n + ½. */
class DecodedFootage implements FootageSource, DecodedFacts {
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  readonly hasChromaOnLeft: boolean;
  readonly durationS: number;

  constructor(
    { width, height, hasAlpha, hasChromaOnLeft }: DecodedFacts,
    private readonly sink: VideoSampleSink,
    private readonly times: FootageTimes,
  ) {
    this.width = width;
    this.height = height;
    this.hasAlpha = hasAlpha;
    this.hasChromaOnLeft = hasChromaOnLeft;
    this.durationS = times.endS - times.firstS;
  }

  read(run: FootageRun): FootagePictures {
    const wanted = this.#wantedS(run);
    const samples = this.sink.samplesAtTimestamps(wanted);
    const pixels = new Uint8Array(pictureBytes(run, this.hasAlpha));
    let shownS: number | undefined;
    return {
      next: async () => {
        const { value: sample, done } = await samples.next();
        if (done === true || !sample) return null;
        try {
          if (sample.timestamp !== shownS) {
            if (this.hasAlpha) drawWithAlpha(sample, run, pixels, this);
            else await draw(sample, run, pixels, this);
          }
          shownS = sample.timestamp;
        } finally {
          sample.close();
        }
        return pixels;
      },
      close: async () => {
        await samples.return();
      },
    };
  }

  *#wantedS({ fps, fromS, speed, firstPicture }: FootageRun): Generator<number> {
    const { fileStartS, firstS, endS } = this.times;
    for (let picture = firstPicture; ; picture++) {
      const atS = fileStartS + fromS + ((picture + 0.5) / fps) * speed - JUST_BEFORE_S;
      if (atS >= endS) return;
      yield Math.max(firstS, atS); // what comes before the first picture shows it
    }
  }
}

/** Draws a decoded picture at the size of a run. */
async function draw(
  sample: VideoSample,
  { crop, width, height }: FootageRun,
  pixels: Uint8Array,
  shown: DecodedFacts,
): Promise<void> {
  const bytes = new Uint8Array(sample.allocationSize());
  const layout = await sample.copyTo(bytes);
  const { format, rotation, visibleRect } = sample;
  const decoded = planesOf(bytes, { format, width: visibleRect.width, height: visibleRect.height }, layout);
  const upright = decoded.map((plane) => turnedPlane(plane, rotation));
  // The pixels of a file need not be square.
  const across = upright[0]!.width / shown.width;
  const area = crop && { ...crop, x: even(crop.x * across), width: even(crop.width * across) };
  const { matrix, fullRange } = sample.colorSpace;
  const lines = Math.min(visibleRect.width, visibleRect.height);
  // As in the renderer, whose ffmpeg leaves chroma in its place only where it does not change the matrix.
  const isOnLeft = shown.hasChromaOnLeft && rotation === 0 && !isRgb(format) && isOfBt709({ matrix }, lines);
  let at = 0;
  for (const [index, plane] of upright.entries()) {
    const size = index === 0 ? 1 : 2;
    const part = area
      ? cropped(plane, { x: area.x / size, y: area.y / size, width: area.width / size, height: area.height / size })
      : plane;
    scalePlane(part, pixels, { at, width: width / size, height: height / size, isOnLeft: isOnLeft && index > 0 });
    at += (width / size) * (height / size);
  }
  if (isRgb(format)) return;
  toBt709(pixels, { width, height }, { matrix, fullRange }, lines);
}

function even(length: number): number {
  return 2 * Math.round(length / 2);
}
