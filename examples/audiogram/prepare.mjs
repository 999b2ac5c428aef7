// node prepare.mjs <folder> [<recording> <captions.vtt>]
//
// Writes <folder>/modifications.json: what differs in the audiogram of a recording. Without one, a voice is synthesized
// that hums the words of episode.vtt. Needs ffmpeg, which reads recordings of any format.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const RATE = 16_000;
const BARS = 48;
const ROOM_AFTER_S = 0.3;
/** The two strongest resonances of each vowel, Hz. */
const VOWELS = { a: [750, 1200], e: [500, 1850], i: [320, 2300], o: [480, 900], u: [340, 800], y: [330, 2100] };

const [folder, ...given] = process.argv.slice(2).map((argument) => path.resolve(argument));
fs.mkdirSync(folder, { recursive: true });
const [recording, captions] = given.length > 0 ? given : synthesizedEpisode();
const variables = { recording, captions, levels: levelsOf(recording).map((level) => ({ level })) };
fs.writeFileSync(path.join(folder, 'modifications.json'), JSON.stringify({ variables }, null, 2));

/** The loudness of equal parts of a recording: 1 is the loudest. */
function levelsOf(file) {
  const raw = ['-f', 'f32le', '-ac', '1', '-ar', String(RATE), 'pipe:1'];
  const { buffer } = new Uint8Array(
    execFileSync('ffmpeg', ['-v', 'error', '-i', file, ...raw], { maxBuffer: 1_000_000_000 }),
  );
  const samples = new Float32Array(buffer);
  const part = samples.length / BARS;
  const levels = Array.from({ length: BARS }, (_, index) => {
    const within = samples.subarray(Math.floor(index * part), Math.floor((index + 1) * part));
    return Math.sqrt(within.reduce((sum, sample) => sum + sample ** 2, 0) / within.length);
  });
  const loudest = Math.max(...levels, Number.EPSILON);
  return levels.map((level) => Math.round((100 * level) / loudest) / 100);
}

function synthesizedEpisode() {
  const vtt = path.join(import.meta.dirname, 'episode.vtt');
  const words = wordsOf(fs.readFileSync(vtt, 'utf8'));
  const samples = new Float64Array(Math.round((words.at(-1).endS + ROOM_AFTER_S) * RATE));
  for (const word of words) hum(word, samples);
  const wav = path.join(folder, 'episode.wav');
  fs.writeFileSync(wav, wavOf(samples));
  return [wav, vtt];
}

/** Words of captions with their times: each lasts until the next one of its cue, the last one until the cue ends. */
function wordsOf(vtt) {
  return [...vtt.matchAll(/--> (\S+)\n(.+)/g)].flatMap(([, end, text]) => {
    const words = [...text.matchAll(/<([\d:.]+)>([^<]+)/g)];
    return words.map(([, start, word], index) => ({
      text: word.trim().toLowerCase(),
      startS: seconds(start),
      endS: seconds(words[index + 1]?.[1] ?? end),
    }));
  });
}

function seconds(time) {
  const [minutes, rest] = time.split(':').map(Number);
  return 60 * minutes + rest;
}

/** Adds a word: a tone with the resonances of each of its vowels in turn, lower toward the end. */
function hum({ text, startS, endS }, samples) {
  const vowels = text.match(/[aeiouy]/g) ?? ['e'];
  const first = Math.round(startS * RATE);
  const length = Math.round(0.9 * (endS - startS) * RATE);
  for (let index = 0; index < length; index++) {
    const done = index / length;
    const place = done * vowels.length;
    const pitch = 132 - 26 * done;
    let sum = 0;
    for (let harmonic = 1; harmonic <= 24; harmonic++) {
      const nearness = VOWELS[vowels[Math.floor(place)]].map((at) => Math.exp(-(((harmonic * pitch - at) / 220) ** 2)));
      sum +=
        (0.06 + Math.max(...nearness)) * Math.sin((2 * Math.PI * harmonic * pitch * index) / RATE) * harmonic ** -0.7;
    }
    const syllable = Math.sin(Math.PI * (place % 1)) ** 0.6;
    samples[first + index] += 0.3 * sum * syllable * (1 - 0.4 * done);
  }
}

/** A WAV file of 16-bit samples, mono. */
function wavOf(samples) {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + 2 * samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(2 * RATE, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(2 * samples.length, 40);
  const bytes = Buffer.from(Int16Array.from(samples, (sample) => 32_000 * Math.tanh(sample)).buffer);
  return Buffer.concat([header, bytes]);
}
