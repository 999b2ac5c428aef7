// Plays the sample's sounds, composed for it: four bars of music and a chime, synthesized sample by sample.
// node apps/local/sample/make-sounds.mjs writes music.m4a and chime.m4a beside itself (needs ffmpeg for the AAC).
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const RATE = 48_000;
const BEAT_S = 60 / 84;
const BAR_S = 4 * BEAT_S;

/** Hertz of a MIDI note. */
const pitch = (note) => 440 * 2 ** ((note - 69) / 12);

class Track {
  constructor(seconds) {
    this.length = Math.round(seconds * RATE);
    this.sides = [new Float64Array(this.length), new Float64Array(this.length)];
  }

  /** Adds a voice: `wave(t)` in -1..1 for seconds since its start; `pan` from -1 (left) to 1. Wraps round at the end. */
  play({ at, seconds, gain, pan = 0 }, wave) {
    const first = Math.round(at * RATE);
    const count = Math.round(seconds * RATE);
    const gains = [Math.cos(((pan + 1) * Math.PI) / 4), Math.sin(((pan + 1) * Math.PI) / 4)];
    for (let i = 0; i < count; i++) {
      const value = wave(i / RATE) * gain;
      const index = (first + i) % this.length;
      this.sides[0][index] += value * gains[0];
      this.sides[1][index] += value * gains[1];
    }
  }

  /** Adds echoes that cross from side to side and fade; they wrap round too, so that the loop has no seam. */
  echo(delayS, feedback) {
    const dry = this.sides.map((side) => side.slice());
    for (let n = 1, gain = feedback; gain > 0.02; n++, gain *= feedback) {
      const shift = Math.round(n * delayS * RATE);
      for (let i = 0; i < this.length; i++) {
        const index = (i + shift) % this.length;
        this.sides[0][index] += dry[n % 2][i] * gain;
        this.sides[1][index] += dry[(n + 1) % 2][i] * gain;
      }
    }
  }

  /** 16-bit stereo WAV bytes, softly limited. */
  wav() {
    const header = Buffer.alloc(44);
    header.write('RIFF', 0);
    header.writeUInt32LE(36 + this.length * 4, 4);
    header.write('WAVEfmt ', 8);
    header.writeUInt32LE(16, 16);
    header.writeUInt16LE(1, 20);
    header.writeUInt16LE(2, 22);
    header.writeUInt32LE(RATE, 24);
    header.writeUInt32LE(RATE * 4, 28);
    header.writeUInt16LE(4, 32);
    header.writeUInt16LE(16, 34);
    header.write('data', 36);
    header.writeUInt32LE(this.length * 4, 40);
    const body = Buffer.alloc(this.length * 4);
    for (let i = 0; i < this.length; i++) {
      for (const side of [0, 1])
        body.writeInt16LE(Math.round(Math.tanh(this.sides[side][i]) * 32_000), i * 4 + side * 2);
    }
    return Buffer.concat([header, body]);
  }
}

/** A warm held tone: three detuned voices with soft overtones, swelling in and out over the bar. */
function pad(track, note, at, pan) {
  const f = pitch(note);
  track.play({ at, seconds: BAR_S * 1.25, gain: 0.05, pan }, (t) => {
    const swell = Math.min(1, t / 0.9) * Math.min(1, (BAR_S * 1.25 - t) / 1.1);
    const shimmer = 1 + 0.12 * Math.sin(2 * Math.PI * 0.35 * t + note);
    let sum = 0;
    for (const detune of [0.9975, 1, 1.0028]) {
      const phase = 2 * Math.PI * f * detune * t;
      sum += Math.sin(phase) + 0.32 * Math.sin(2 * phase) + 0.1 * Math.sin(3 * phase);
    }
    return (sum / 3) * swell * shimmer;
  });
}

/** A felt-piano pluck. */
function pluck(track, note, at, gain, pan) {
  const f = pitch(note);
  track.play({ at, seconds: 1.6, gain, pan }, (t) => {
    const phase = 2 * Math.PI * f * t;
    const attack = Math.min(1, t / 0.006);
    const body = Math.sin(phase) * Math.exp(-2.6 * t);
    const bright = (0.42 * Math.sin(2 * phase) + 0.2 * Math.sin(3 * phase)) * Math.exp(-6 * t);
    return (body + bright) * attack * Math.min(1, (1.6 - t) / 0.2);
  });
}

function bass(track, note, at, seconds) {
  const f = pitch(note);
  track.play({ at, seconds, gain: 0.2 }, (t) => {
    const phase = 2 * Math.PI * f * t;
    return (Math.sin(phase) + 0.25 * Math.sin(2 * phase)) * Math.min(1, t / 0.03) * Math.min(1, (seconds - t) / 0.25);
  });
}

/** A soft brush on the off-beats: high noise from a fixed seed. */
function brush(track, at, gain) {
  let state = Math.round(at * 1000) + 7;
  let last = 0;
  track.play({ at, seconds: 0.09, gain, pan: 0.35 }, (t) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    const noise = state / 2 ** 31;
    const high = noise - last;
    last = noise;
    return high * Math.exp(-55 * t);
  });
}

function heartbeat(track, at) {
  track.play({ at, seconds: 0.32, gain: 0.42 }, (t) => {
    const phase = 2 * Math.PI * (46 * t + (58 / 26) * (1 - Math.exp(-26 * t)));
    return Math.sin(phase) * Math.exp(-11 * t);
  });
}

/** Dmaj9, Bm7, Gmaj9, A6sus: D major, unhurried. */
const BARS = [
  { root: 38, chord: [57, 61, 64, 66], run: [74, 69, 73, 76, 78, 76, 73, 69] },
  { root: 35, chord: [57, 59, 62, 66], run: [74, 66, 71, 74, 78, 74, 71, 66] },
  { root: 31, chord: [55, 59, 62, 69], run: [74, 67, 71, 74, 81, 78, 74, 71] },
  { root: 33, chord: [57, 62, 64, 66], run: [76, 69, 74, 76, 78, 76, 74, 69] },
];

function music() {
  const track = new Track(BARS.length * BAR_S);
  BARS.forEach(({ run }, bar) => {
    run.forEach((note, step) => {
      const accent = step === 0 ? 0.2 : step % 2 === 0 ? 0.14 : 0.1;
      pluck(track, note, bar * BAR_S + (step * BEAT_S) / 2, accent, step % 2 === 0 ? -0.3 : 0.3);
    });
  });
  track.echo(BEAT_S * 0.75, 0.36);
  BARS.forEach(({ root, chord }, bar) => {
    const at = bar * BAR_S;
    chord.forEach((note, voice) => pad(track, note, at, (voice - 1.5) * 0.45));
    bass(track, root, at, BEAT_S * 2.4);
    bass(track, root + 12, at + BEAT_S * 2.5, BEAT_S * 1.3);
    for (const beat of [0, 2.5]) heartbeat(track, at + beat * BEAT_S);
    for (const beat of [0.5, 1, 1.5, 2.5, 3, 3.5]) brush(track, at + beat * BEAT_S, beat % 1 === 0 ? 0.1 : 0.05);
  });
  return track;
}

function chime() {
  const track = new Track(2.6);
  [86, 93, 90].forEach((note, index) => {
    const f = pitch(note);
    track.play({ at: 0.25 + index * 0.14, seconds: 1.9, gain: 0.2, pan: (index - 1) * 0.5 }, (t) => {
      const bell = Math.sin(2 * Math.PI * f * t) + 0.35 * Math.sin(2 * Math.PI * f * 2.76 * t) * Math.exp(-5 * t);
      return bell * Math.exp(-2.4 * t) * Math.min(1, t / 0.004) * Math.min(1, (1.9 - t) / 0.3);
    });
  });
  return track;
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sample-sounds-'));
for (const [name, track] of [
  ['music', music()],
  ['chime', chime()],
]) {
  const wav = path.join(folder, `${name}.wav`);
  fs.writeFileSync(wav, track.wav());
  const target = path.join(import.meta.dirname, `${name}.m4a`);
  const exact = ['-fflags', '+bitexact', '-map_metadata', '-1'];
  execFileSync('ffmpeg', [
    '-v',
    'error',
    '-y',
    '-i',
    wav,
    '-c:a',
    'aac',
    '-b:a',
    '80k',
    ...exact,
    '-movflags',
    '+faststart',
    target,
  ]);
}
fs.rmSync(folder, { recursive: true });
