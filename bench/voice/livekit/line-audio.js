import { ReadableStream } from 'node:stream/web';
import { voice } from '@livekit/agents';
import { AudioFrame } from '@livekit/rtc-node';
import { SAMPLE_RATE } from './models.js';

export const FRAME_SAMPLES = 160;

/** The caller's audio, frame by frame. */
export class LineInput extends voice.AudioInput {
  #controller;

  constructor() {
    super();
    const frames = new ReadableStream({
      start: (controller) => {
        this.#controller = controller;
      },
    });
    this.multiStream.addInputStream(frames);
  }

  /** @param samples {Int16Array} mono at 8 kHz */
  push(samples) {
    this.#controller.enqueue(new AudioFrame(samples, SAMPLE_RATE, 1, samples.length));
  }

  async close() {
    this.#controller.close();
    await super.close();
  }
}

/** Audio for the caller: buffers speech and plays it in real time. */
export class LineOutput extends voice.AudioOutput {
  #queue = [];
  #played = 0;
  #queued = 0;
  #isWhole = false;
  #isPaused = false;

  constructor() {
    super(SAMPLE_RATE, undefined, { pause: true });
  }

  async captureFrame(frame) {
    await super.captureFrame(frame);
    this.#isWhole = false;
    this.#queued += frame.samplesPerChannel;
    for (let start = 0; start < frame.data.length; start += FRAME_SAMPLES) {
      this.#queue.push(frame.data.subarray(start, start + FRAME_SAMPLES));
    }
  }

  flush() {
    super.flush();
    this.#isWhole = this.#queued > 0;
  }

  clearBuffer() {
    if (this.pendingPlayoutSegments > 0) this.#finish(true);
  }

  pause() {
    this.#isPaused = true;
  }

  resume() {
    this.#isPaused = false;
  }

  /** The next 20 ms; undefined for silence. */
  take() {
    if (this.#isPaused) return undefined;
    const samples = this.#queue.shift();
    if (samples !== undefined) {
      if (this.#played === 0) this.onPlaybackStarted(Date.now());
      this.#played += samples.length;
    } else if (this.#isWhole) this.#finish(false);
    return samples;
  }

  #finish(interrupted) {
    const playbackPosition = this.#played / SAMPLE_RATE;
    this.#queue = [];
    this.#played = 0;
    this.#queued = 0;
    this.#isWhole = false;
    this.onPlaybackFinished({ playbackPosition, interrupted });
  }
}
