import { llm, stt, tts } from '@livekit/agents';
import { AudioFrame } from '@livekit/rtc-node';

// Instant models, as small as the framework's streaming classes allow.

export const SAMPLE_RATE = 8000;

/** Returns the transcript as soon as the speaker stops. */
export class InstantStt extends stt.STT {
  label = 'bench.InstantTranscriber';
  #text;
  #stream = null;

  constructor(text) {
    super({ streaming: true, interimResults: false });
    this.#text = text;
  }

  stream() {
    this.#stream = new Transcription(this);
    return this.#stream;
  }

  speechStopped() {
    this.#stream?.finish(this.#text);
  }

  async _recognize() {
    throw new Error('This transcriber only streams.');
  }
}

class Transcription extends stt.SpeechStream {
  label = 'bench.Transcription';

  finish(text) {
    const heard = { language: 'en', text, startTime: 0, endTime: 0, confidence: 1 };
    this.queue.put({ type: stt.SpeechEventType.FINAL_TRANSCRIPT, alternatives: [heard] });
  }

  async run() {
    for await (const _frame of this.input);
  }
}

export class InstantModel extends llm.LLM {
  #text;

  constructor(text) {
    super();
    this.#text = text;
  }

  label() {
    return 'bench.InstantModel';
  }

  chat({ chatCtx, toolCtx, connOptions = { maxRetry: 0, retryIntervalMs: 0, timeoutMs: 10_000 } }) {
    return new Answer(this, { chatCtx, toolCtx, connOptions }, this.#text);
  }
}

class Answer extends llm.LLMStream {
  #text;

  constructor(model, options, text) {
    super(model, options);
    this.#text = text;
  }

  async run() {
    this.queue.put({ id: 'answer', delta: { role: 'assistant', content: this.#text } });
  }
}

export class InstantTts extends tts.TTS {
  label = 'bench.InstantSynthesizer';
  #samples;

  /** @param samples {Int16Array} audio for every text, at 8 kHz */
  constructor(samples) {
    super(SAMPLE_RATE, 1, { streaming: true });
    this.#samples = samples;
  }

  stream() {
    return new Speech(this, this.#samples);
  }

  synthesize() {
    throw new Error('This synthesizer only streams.');
  }
}

class Speech extends tts.SynthesizeStream {
  label = 'bench.Speech';
  #samples;

  constructor(speaker, samples) {
    super(speaker);
    this.#samples = samples;
  }

  async run() {
    let isSpoken = false;
    for await (const text of this.input) {
      if (isSpoken || typeof text !== 'string') continue;
      isSpoken = true;
      const frame = new AudioFrame(this.#samples, SAMPLE_RATE, 1, this.#samples.length);
      this.queue.put({ requestId: 'answer', segmentId: 'answer', frame, final: true });
    }
    this.queue.put(tts.SynthesizeStream.END_OF_STREAM);
  }
}
