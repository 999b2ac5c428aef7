import { join } from 'node:path';
import { probe, type ResolvedSound } from '#libs/encode';
import { type Waveform, writeSound } from '#libs/testing';

/** Seconds of every source. */
const SOURCE_S = 10;
export const FPS = 24;

/** Sounds of a kind that videos have, made of numbers. */
const WAVES = {
  voice: (timeS) => 0.3 * syllable(timeS) * (vowel(timeS) + 0.2 * random()),
  music: (timeS) => Math.tanh(1.8 * (chord(timeS) + drums(timeS))),
  calm: (timeS) => 0.25 * (chord(timeS) + drums(timeS)),
  bass: (timeS) => Math.tanh(8 * sine(82, timeS)),
  noise: () => random(),
  // Samples of 0.98 on both sides of peaks of 1.39.
  between: (timeS) => 1.386 * Math.sin(2 * Math.PI * 12_000 * timeS + Math.PI / 4),
  hits: (timeS) => 0.9 * Math.exp(-60 * (timeS % 0.9)) * random(),
  hiss: () => 0.0005 * random(),
} satisfies Record<string, Waveform>;

let seed = 1;
/** White noise of −1 to 1, the same on every run. */
function random(): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 31 - 1;
}

function sine(hz: number, timeS: number): number {
  return Math.sin(2 * Math.PI * hz * timeS);
}

/** Five syllables in two seconds, then half a second of silence. */
function syllable(timeS: number): number {
  const inPhrase = timeS % 2.5;
  return inPhrase < 2 ? Math.sin(Math.PI * ((inPhrase % 0.4) / 0.4)) ** 2 : 0;
}

function vowel(timeS: number): number {
  return [1, 2, 3, 5, 8].reduce((sum, factor) => sum + sine(120 * factor, timeS) / factor, 0);
}

function chord(timeS: number): number {
  return [110, 220, 277, 330, 554, 1_760].reduce((sum, hz) => sum + 0.15 * sine(hz, timeS), 0);
}

function drums(timeS: number): number {
  const [kick, hat] = [timeS % 0.5, timeS % 0.25];
  return 0.9 * Math.exp(-18 * kick) * sine(60, kick) + 0.3 * Math.exp(-50 * hat) * random();
}

/** Twelve mixes of different loudness, by name. */
export async function mixesOfLevels(folder: string): Promise<Record<string, ResolvedSound[]>> {
  const source = async (name: keyof typeof WAVES): Promise<ResolvedSound> => {
    const file = join(folder, `${name}.wav`);
    const limited: Waveform = (timeS) => Math.max(-1, Math.min(1, WAVES[name](timeS)));
    await writeSound(file, { wave: limited, durationS: SOURCE_S, options: ['-c:a', 'pcm_s16le'] });
    return soundOf(file, SOURCE_S);
  };
  const [voice, music, calm] = [await source('voice'), await source('music'), await source('calm')];
  const loud = { ...music, role: 'bed' } as const;
  const [first, second] = [
    { ...music, role: 'page', toFrame: 6 * FPS, fadeOutS: 0.25 } as const,
    { ...calm, role: 'page', fromFrame: 4 * FPS, volume: 2, fadeOutS: 0.25 } as const,
  ];
  return {
    'a voice': [voice],
    'a quiet voice': [{ ...voice, volume: 0.05 }],
    'mastered music': [music],
    'mastered music at volume 2': [{ ...music, volume: 2 }],
    'calm music': [calm],
    'a voice over music that is lowered': [loud, { ...voice, role: 'page', fromFrame: FPS }],
    'two pages that fade into each other': [first, second],
    'an overdriven bass, twice': await source('bass').then((bass) => [bass, bass]),
    'white noise at full scale': [await source('noise')],
    'a tone with its peaks between samples': [await source('between')],
    'single hits': [await source('hits')],
    'hiss alone': [await source('hiss')],
  };
}

/** A file as a sound of a whole video. */
export async function soundOf(file: string, durationS: number): Promise<ResolvedSound> {
  const { audio } = await probe(file);
  return {
    ...{ sourceUrl: 'http://127.0.0.1/x', path: 'audio[0]', role: 'other', fromFrame: 0, toFrame: 100 * FPS },
    ...{ trimStartS: 0, volume: 1, fadeInS: 0, fadeOutS: 0, loop: false, file },
    ...{ sourceDurationS: durationS, sourceChannels: audio!.channels, hasPicture: false },
  };
}
