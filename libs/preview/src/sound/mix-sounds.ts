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
/** Least fade at the start of the sound of a page, as in the renderer's mix, s. */
const PAGE_FADE_S = 0.002;
/** Pages without a transition overlap by rounding errors only, s. */
const LEAST_CROSS_S = 1e-6;
/** A quarter of a sine: the powers of two sounds that cross by it add up to one. */
const EQUAL_POWER = Float32Array.from({ length: 65 }, (_, n) => Math.sin((n / 64) * (Math.PI / 2)));

/** A sound with its decoded source, and its place in the video. */
interface Placed {
  readonly sound: PlannedSound;
  readonly buffer: AudioBuffer;
  readonly endS: number;
  readonly lengthS: number;
  readonly fadeInS: number;
  readonly fadeOutS: number;
  /** Seconds at its start or its end in which it fades into the sound of another page, in place of its own fade. */
  readonly crossInS?: number;
  readonly crossOutS?: number;
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
  for (const each of withCrossFades(placed)) play(each, context, each.sound.role === 'bed' ? loud : []);
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
  const fadeInS = Math.max(sound.fadeInS, trimStartS > 0 ? TRIM_FADE_S : sound.role === 'page' ? PAGE_FADE_S : 0);
  const fadeOutS = Math.max(sound.fadeOutS, isCut ? Math.min(CUT_FADE_S, lengthS / 2) : 0);
  const shrink = Math.min(1, lengthS / Math.max(1e-6, fadeInS + fadeOutS));
  return { sound, buffer, endS, lengthS, fadeInS: fadeInS * shrink, fadeOutS: fadeOutS * shrink };
}

/** Sounds of pages fade into each other while both play, as in the renderer's mix. */
function withCrossFades(placed: readonly Placed[]): Placed[] {
  const ofPages = placed.filter(({ sound }) => sound.role === 'page');
  const crossS = (before: Placed | undefined, after: Placed | undefined): number =>
    before && after ? before.sound.fromS + before.lengthS - after.sound.fromS : 0;
  return placed.map((each) => {
    const place = ofPages.indexOf(each);
    if (place < 0) return each;
    const [crossInS, crossOutS] = [crossS(ofPages[place - 1], each), crossS(each, ofPages[place + 1])];
    const [crossesIn, crossesOut] = [crossInS > LEAST_CROSS_S, crossOutS > LEAST_CROSS_S];
    return { ...each, ...(crossesIn && { crossInS }), ...(crossesOut && { crossOutS }) };
  });
}

function play(
  { sound, buffer, endS, lengthS, crossInS, crossOutS, ...fades }: Placed,
  context: OfflineAudioContext,
  loud: readonly Placed[],
): void {
  const { fromS, toS, trimStartS, speed, loop, volumes } = sound;
  const source = new AudioBufferSourceNode(context, { buffer, playbackRate: speed, loop });
  if (loop) [source.loopStart, source.loopEnd] = [trimStartS, endS];
  const volume = new GainNode(context, { gain: volumes[0]! });
  if (volumes.length > 1) volume.gain.setValueCurveAtTime([...volumes], fromS, toS - fromS);
  const [fadeIn, fadeOut] = [new GainNode(context), new GainNode(context)];
  if (crossInS !== undefined) fadeIn.gain.setValueCurveAtTime(EQUAL_POWER, fromS, crossInS);
  else if (fades.fadeInS > 0) {
    fadeIn.gain.setValueAtTime(0, fromS).linearRampToValueAtTime(1, fromS + fades.fadeInS);
  }
  const endsS = fromS + lengthS;
  if (crossOutS !== undefined) {
    fadeOut.gain.setValueCurveAtTime(EQUAL_POWER.toReversed(), endsS - crossOutS, crossOutS);
  } else if (fades.fadeOutS > 0) {
    fadeOut.gain.setValueAtTime(1, endsS - fades.fadeOutS).linearRampToValueAtTime(0, endsS);
  }
  const faded = source.connect(volume).connect(fadeIn).connect(fadeOut);
  faded.connect(ducking(context, loud)).connect(context.destination);
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
