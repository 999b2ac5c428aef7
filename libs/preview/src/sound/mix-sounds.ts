import type { PlannedSound } from '../protocol.js';

const RATE_HZ = 48_000;
const LEAST_RATE_HZ = 8_000;
/**
 * Most samples of a side that a mix holds, 64 MB: the sound of a longer video has a lower rate. At the least rate an
 * hour has 230 MB.
 */
const MAX_SAMPLES = 8_000_000;
/** Gain of a ducked bed, and duration of the fades around the sounds that duck it, as in the renderer's mix. */
const DUCKED_GAIN = 10 ** (-12 / 20);
const DUCK_RAMP_S = 0.3;
/**
 * Duration of the fades of a sound that ends before its source or begins in the middle of it, s; that of the renderer's
 * mix.
 */
const CUT_FADE_S = 0.25;
const TRIM_FADE_S = 0.01;

/** A sound with its decoded source, and its place in the video. */
interface Placed {
  readonly sound: PlannedSound;
  readonly buffer: AudioBuffer;
  readonly endS: number;
  readonly lengthS: number;
  readonly fadeInS: number;
  readonly fadeOutS: number;
}

/**
 * The sound of a whole video. Sounds whose source cannot be decoded are left out.
 *
 * @param bytesOf the content of a source
 * @param onMissing receives the sounds that are left out
 */
export async function mixSounds(
  sounds: readonly PlannedSound[],
  durationS: number,
  bytesOf: (url: string) => Promise<ArrayBuffer>,
  onMissing: (url: string, error: unknown) => void,
): Promise<AudioBuffer> {
  const rate = Math.max(LEAST_RATE_HZ, Math.min(RATE_HZ, Math.floor(MAX_SAMPLES / durationS)));
  const context = new OfflineAudioContext(2, Math.max(1, Math.ceil(durationS * rate)), rate);
  const decoded = new Map<string, Promise<AudioBuffer | undefined>>();
  const decode = (url: string): Promise<AudioBuffer | undefined> => {
    const kept = decoded.get(url) ?? decodeFrom(url);
    decoded.set(url, kept);
    return kept;
  };
  const decodeFrom = async (url: string): Promise<AudioBuffer | undefined> => {
    try {
      return await context.decodeAudioData(await bytesOf(url));
    } catch (error) {
      onMissing(url, error);
      return undefined;
    }
  };
  const placed: Placed[] = [];
  for (const sound of sounds) {
    const buffer = await decode(sound.url);
    const place = buffer && placeSound(sound, buffer);
    if (place) placed.push(place);
  }
  const loud = placed.filter(({ sound }) => sound.ducks);
  for (const each of placed) play(each, context, each.sound.isBed ? loud : []);
  return context.startRendering();
}

/** The place of a sound in the mix; undefined for one that is silent throughout. */
function placeSound(sound: PlannedSound, buffer: AudioBuffer): Placed | undefined {
  const { fromS, toS, trimStartS, trimEndS = Infinity, speed, loop } = sound;
  const endS = Math.min(trimEndS, buffer.duration);
  const playingS = (endS - trimStartS) / speed;
  const lengthS = loop ? toS - fromS : Math.min(toS - fromS, playingS);
  if (lengthS <= 0 || playingS <= 0) return undefined;
  const isCut = loop || lengthS < playingS || endS < buffer.duration;
  const fadeInS = Math.max(sound.fadeInS, trimStartS > 0 ? TRIM_FADE_S : 0);
  const fadeOutS = Math.max(sound.fadeOutS, isCut ? Math.min(CUT_FADE_S, lengthS / 2) : 0);
  const shrink = Math.min(1, lengthS / Math.max(1e-6, fadeInS + fadeOutS));
  return { sound, buffer, endS, lengthS, fadeInS: fadeInS * shrink, fadeOutS: fadeOutS * shrink };
}

function play(
  { sound, buffer, endS, lengthS, ...fades }: Placed,
  context: OfflineAudioContext,
  loud: readonly Placed[],
): void {
  const { fromS, toS, trimStartS, speed, loop, volumes } = sound;
  const source = new AudioBufferSourceNode(context, { buffer, playbackRate: speed, loop });
  if (loop) [source.loopStart, source.loopEnd] = [trimStartS, endS];
  const volume = new GainNode(context, { gain: volumes[0]! });
  if (volumes.length > 1) volume.gain.setValueCurveAtTime([...volumes], fromS, toS - fromS);
  const fade = new GainNode(context);
  if (fades.fadeInS > 0) {
    fade.gain.setValueAtTime(0, fromS).linearRampToValueAtTime(1, fromS + fades.fadeInS);
  }
  if (fades.fadeOutS > 0) {
    const endsS = fromS + lengthS;
    fade.gain.setValueAtTime(1, endsS - fades.fadeOutS).linearRampToValueAtTime(0, endsS);
  }
  source.connect(volume).connect(fade).connect(ducking(context, loud)).connect(context.destination);
  source.start(fromS, trimStartS);
  source.stop(fromS + lengthS);
}

/** A gain of 1, and −12 dB while one of `loud` plays. */
function ducking(context: OfflineAudioContext, loud: readonly Placed[]): GainNode {
  const node = new GainNode(context);
  for (const { fromS, toS } of stretches(loud)) {
    const from = Math.max(0, fromS - DUCK_RAMP_S);
    node.gain.setValueAtTime(from === 0 ? DUCKED_GAIN : 1, from);
    node.gain.linearRampToValueAtTime(DUCKED_GAIN, Math.max(from, fromS));
    node.gain.setValueAtTime(DUCKED_GAIN, toS).linearRampToValueAtTime(1, toS + DUCK_RAMP_S);
  }
  return node;
}

/** Intervals in which something loud plays; pauses that the fades around them would fill are part of them. */
function stretches(loud: readonly Placed[]): { fromS: number; toS: number }[] {
  const joined: { fromS: number; toS: number }[] = [];
  const sorted = loud
    .map(({ sound, lengthS }) => ({ fromS: sound.fromS, toS: sound.fromS + lengthS }))
    .sort((a, b) => a.fromS - b.fromS);
  for (const each of sorted) {
    const last = joined.at(-1);
    if (last && each.fromS - last.toS <= 2 * DUCK_RAMP_S) last.toS = Math.max(last.toS, each.toS);
    else joined.push(each);
  }
  return joined;
}
