import type { PlannedSound } from '../protocol.js';

/** Greatest distance of the sound from the picture, s: less is not noticed. */
const MAX_DRIFT_S = 0.1;

/** The sound beside the picture: mixed when it is played for the first time, and again after it has changed. */
export class SoundTrack {
  #plan: { readonly sounds: readonly PlannedSound[]; readonly durationS: number } = { sounds: [], durationS: 0 };
  #key = '';
  #mix: Promise<AudioBuffer> | undefined;
  #context: AudioContext | undefined;
  #source: AudioBufferSourceNode | undefined;
  /** The time of the context at which the video would have begun. */
  #beganS = 0;

  constructor(
    private readonly bytesOf: (url: string) => Promise<ArrayBuffer>,
    private readonly onMissing: (url: string, error: unknown) => void,
  ) {}

  /** Takes the sounds of the opened document. */
  plan(sounds: readonly PlannedSound[], durationS: number): void {
    const key = JSON.stringify([sounds, durationS]);
    if (key === this.#key) return;
    this.#key = key;
    this.#plan = { sounds, durationS };
    this.#mix = undefined;
  }

  /** The sound of the whole video; undefined if there is none. */
  mix(): Promise<AudioBuffer> | undefined {
    const { sounds, durationS } = this.#plan;
    if (sounds.length === 0) return undefined;
    this.#mix ??= import('./mix-sounds.js').then(({ mixSounds }) =>
      mixSounds(sounds, durationS, this.bytesOf, this.onMissing),
    );
    return this.#mix;
  }

  /** Plays a mix from a time of the video on. */
  start(buffer: AudioBuffer, fromS: number): void {
    this.stop();
    const context = (this.#context ??= new AudioContext());
    void context.resume();
    this.#source = new AudioBufferSourceNode(context, { buffer });
    this.#source.connect(context.destination);
    this.#source.start(0, fromS);
    this.#beganS = context.currentTime - fromS;
  }

  /** Plays again from the picture's time, if sound and picture have come apart. */
  follow(timeS: number): void {
    const [context, buffer] = [this.#context, this.#source?.buffer];
    if (!context || !buffer || context.state !== 'running') return;
    if (Math.abs(context.currentTime - this.#beganS - timeS) > MAX_DRIFT_S) this.start(buffer, timeS);
  }

  stop(): void {
    this.#source?.stop();
    this.#source?.disconnect();
    this.#source = undefined;
  }

  close(): void {
    this.stop();
    void this.#context?.close();
    this.#context = undefined;
  }
}
