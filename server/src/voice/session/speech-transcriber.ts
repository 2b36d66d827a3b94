import type { CallAssistant } from '../call-host.ts';
import type { Engine, EngineEvent } from '../engines/engine.ts';
import { FRAME_MS, type SampleRateHz } from '../legs/media-leg.ts';
import { AudioInput } from './audio-input.ts';
import type { CallContext } from './call-context.ts';
import { EngineReports } from './engine-reports.ts';
import { LegTimeline } from './leg-timeline.ts';
import { SpeechStarts } from './speech-starts.ts';

interface TranscriberDeps {
  call: CallContext;
  /** Its STT transcribes. */
  assistant: CallAssistant;
  sampleRateHz: SampleRateHz;
  /** Final words, with the start of their speech in call time. */
  said(words: { text: string; language: string | null; sinceMs: number }): void;
  interim(text: string): void;
}

/** Transcribes one person of a call, and answers nothing. */
export class SpeechTranscriber {
  readonly starts = new SpeechStarts();
  readonly #deps: TranscriberDeps;
  readonly #engine: Engine;
  readonly #audioInput: AudioInput;
  readonly #timeline = new LegTimeline();
  readonly #reports: EngineReports;
  #frames = 0;

  constructor(deps: TranscriberDeps) {
    this.#deps = deps;
    const { call, assistant, sampleRateHz } = deps;
    this.#reports = new EngineReports(call, assistant);
    this.#engine = call.services.openEngine({
      assistant,
      sampleRateHz,
      listener: (event) => this.#receive(event),
      extraTools: [],
      history: [],
      transcribeOnly: true,
      replacedSpeech: call.replacedSpeech,
      clock: call.services.clock,
      signal: call.signal,
    });
    this.#audioInput = new AudioInput({
      services: call.services,
      sampleRateHz,
      output: (frame) => this.#engine.pushAudio(frame),
      listener: (event) => {
        if (event.type === 'noise-kept') return;
        this.starts.update(event);
        if (event.type === 'speech-started') this.#engine.speechStarted();
        else this.#engine.speechStopped();
      },
    });
  }

  /** @param frame 20 ms */
  push(frame: Int16Array): void {
    const atMs = this.#timeline.callTimeOf(this.#frames * FRAME_MS, this.#deps.call.nowMs());
    this.#frames += 1;
    this.#audioInput.pushAudio(frame, atMs, 'nobody');
  }

  /** Every 20 ms. */
  tick(): void {
    this.#audioInput.tick(this.#deps.call.nowMs());
  }

  close(): Promise<void> {
    this.#audioInput.close();
    return this.#engine.close();
  }

  /** Replies that the engine starts by itself are refused. */
  #receive(event: EngineEvent): void {
    const { call, said, interim } = this.#deps;
    this.#reports.report(event);
    if (event.type === 'reply-started') this.#engine.interrupt(event.replyId, { text: '', audioMs: 0 });
    if (event.type === 'customer-interim' && event.text !== '') interim(event.text);
    if (event.type !== 'customer-text' || event.text === '') return;
    const { text, language } = event;
    said({ text, language, sinceMs: this.starts.understood(call.nowMs()) });
  }
}
