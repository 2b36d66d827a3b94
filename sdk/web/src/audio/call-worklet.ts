import { floatsOf, integersOf, loudnessOf } from './audio-samples.ts';
import { createPlaybackQueue } from './playback-queue.ts';
import { createResampler } from './resampler.ts';
import type { FromWorklet, ToWorklet } from './worklet-messages.ts';

// Globals of an AudioWorklet.
declare const sampleRate: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new (options: WorkletOptions) => object): void;

interface WorkletOptions {
  processorOptions: { rateHz: number };
}

/** Duration of microphone audio per message to the page. */
const CAPTURE_MS = 20;
/** Audio buffered before playback starts. */
const PRIME_MS = 60;
const MAX_WAITING_MS = 120_000;
/** Short enough to keep the first consonant. */
const FADE_MS = 4;
const REPORT_MS = 50;

/** Converts between the page's sample rate and the call's. */
class CallAudio extends AudioWorkletProcessor {
  readonly #rateHz: number;
  readonly #queue = createPlaybackQueue({
    primeSamples: samplesIn(PRIME_MS, sampleRate),
    maxSamples: samplesIn(MAX_WAITING_MS, sampleRate),
    fadeSamples: samplesIn(FADE_MS, sampleRate),
  });
  readonly #toCall;
  #toPage;
  #receivedSamples = 0;
  #captured: Float32Array;
  #capturedCount = 0;
  #untilReport = 0;
  #loudest = { input: 0, output: 0 };

  constructor({ processorOptions: { rateHz } }: WorkletOptions) {
    super();
    this.#rateHz = rateHz;
    this.#toCall = createResampler(sampleRate, rateHz);
    this.#toPage = createResampler(rateHz, sampleRate);
    this.#captured = new Float32Array(samplesIn(CAPTURE_MS, rateHz));
    this.port.onmessage = ({ data }: MessageEvent<ToWorklet>) => this.#take(data);
  }

  process([microphone]: Float32Array[][], [speaker]: Float32Array[][]): boolean {
    const heard = microphone?.[0];
    const block = speaker?.[0];
    if (block === undefined) return true;
    this.#queue.read(block);
    for (const other of speaker?.slice(1) ?? []) other.set(block);
    if (heard !== undefined) this.#capture(this.#toCall(heard));
    this.#loudest.input = Math.max(this.#loudest.input, heard === undefined ? 0 : loudnessOf(heard));
    this.#loudest.output = Math.max(this.#loudest.output, loudnessOf(block));
    this.#untilReport -= block.length;
    if (this.#untilReport <= 0) this.#report();
    return true;
  }

  #take(message: ToWorklet): void {
    if (message.type === 'clear') {
      this.#queue.clear();
      this.#toPage = createResampler(this.#rateHz, sampleRate);
      return;
    }
    this.#receivedSamples += message.samples.length;
    this.#queue.push(this.#toPage(floatsOf(message.samples)));
  }

  #capture(samples: Float32Array): void {
    for (const sample of samples) {
      this.#captured[this.#capturedCount] = sample;
      this.#capturedCount += 1;
      if (this.#capturedCount < this.#captured.length) continue;
      this.#capturedCount = 0;
      this.#send({ type: 'captured', samples: integersOf(this.#captured) });
    }
  }

  #report(): void {
    const waitingMs = (this.#queue.waiting() / sampleRate) * 1000;
    this.#send({
      type: 'progress',
      playedMs: Math.max(0, (this.#receivedSamples / this.#rateHz) * 1000 - waitingMs),
      waitingMs,
      inputLevel: this.#loudest.input,
      outputLevel: this.#loudest.output,
    });
    this.#loudest = { input: 0, output: 0 };
    this.#untilReport = samplesIn(REPORT_MS, sampleRate);
  }

  #send(message: FromWorklet): void {
    this.port.postMessage(message);
  }
}

function samplesIn(milliseconds: number, rateHz: number): number {
  return Math.round((milliseconds * rateHz) / 1000);
}

registerProcessor('call-audio', CallAudio);
