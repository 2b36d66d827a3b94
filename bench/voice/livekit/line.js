import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { inference, voice } from '@livekit/agents';
import { decodeUlaw, encodeUlaw } from '../../../server/src/core/g711.ts';
import { FRAME_SAMPLES, LineInput, LineOutput } from './line-audio.js';
import { InstantModel, InstantStt, InstantTts } from './models.js';

const HEADER_BYTES = 12;
const SILENCE = new Uint8Array(FRAME_SAMPLES).fill(0xff);

/** One framework session behind a UDP port; starts with the caller's first packet. */
export class Line {
  #socket;
  #talk;
  #session = null;
  #caller = null;
  #input = new LineInput();
  #output = new LineOutput();
  #sequence = 0;

  static async open(talk) {
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new Line(socket, talk);
  }

  constructor(socket, talk) {
    this.#socket = socket;
    this.#talk = talk;
    socket.on('message', (packet, { port }) => this.#receive(packet, port));
  }

  get port() {
    return this.#socket.address().port;
  }

  /** Sends 20 ms to the caller. */
  tick() {
    if (this.#caller === null) return;
    const samples = this.#output.take();
    const packet = Buffer.alloc(HEADER_BYTES + FRAME_SAMPLES, 0xff);
    packet.fill(0, 0, HEADER_BYTES);
    packet[0] = 0x80;
    packet.writeUInt16BE(this.#sequence & 0xffff, 2);
    packet.writeUInt32BE((this.#sequence * FRAME_SAMPLES) >>> 0, 4);
    packet.set(samples === undefined ? SILENCE : encodeUlaw(samples), HEADER_BYTES);
    this.#sequence += 1;
    this.#socket.send(packet, this.#caller, '127.0.0.1');
  }

  async close() {
    await this.#session?.close();
    await this.#input.close();
    this.#socket.close();
  }

  #receive(packet, port) {
    if (this.#caller === null) {
      this.#caller = port;
      void this.#start();
    }
    this.#input.push(decodeUlaw(packet.subarray(HEADER_BYTES)));
  }

  async #start() {
    const stt = new InstantStt(this.#talk.question);
    this.#session = new voice.AgentSession({
      stt,
      vad: new inference.VAD({ model: 'silero' }),
      llm: new InstantModel(this.#talk.answer),
      tts: new InstantTts(this.#talk.samples),
      // Otherwise interruptions are ignored in the first three seconds of speech.
      aecWarmupDuration: null,
      userAwayTimeout: null,
      turnHandling: {
        turnDetection: 'vad',
        endpointing: { mode: 'fixed', minDelay: 300, maxDelay: 300 },
        // Interrupt on the first voice activity; 0 would also interrupt on silence.
        interruption: { mode: 'vad', minDuration: 50 },
      },
    });
    this.#session.on(voice.AgentSessionEventTypes.UserStateChanged, ({ oldState, newState }) => {
      if (oldState === 'speaking' && newState !== 'speaking') stt.speechStopped();
    });
    this.#session.input.audio = this.#input;
    this.#session.output.audio = this.#output;
    await this.#session.start({ agent: new voice.Agent({ instructions: 'Answer.' }) });
    this.#session.say('Hello, how can I help you?');
  }
}
