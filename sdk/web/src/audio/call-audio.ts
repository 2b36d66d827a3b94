import { CallError } from '../errors/call-error.ts';
import type { AudioProgress, FromWorklet, ToWorklet } from './worklet-messages.ts';
import { workletUrl as ownWorkletUrl } from './worklet-url.ts';

/** The speaker and microphone of a call; all audio is 16-bit mono at the call's sample rate. */
export interface CallAudio {
  play(samples: Int16Array): void;
  /** Drops all queued audio. */
  clear(): void;
  /**
   * Asks for the microphone, in place of an earlier one.
   * @param deviceId of `navigator.mediaDevices.enumerateDevices()`; empty or absent for the browser's choice
   * @throws CallError
   */
  openMicrophone(deviceId?: string): Promise<void>;
  /** A muted microphone sends silence. */
  mute(isMuted: boolean): void;
  /** Plays on another device; the empty id is the default one. @throws CallError */
  setSpeaker(deviceId: string): Promise<void>;
  close(): void;
}

interface CallAudioOptions {
  rateHz: number;
  captured: (samples: Int16Array) => void;
  progress: (progress: AudioProgress) => void;
  /** URL of the worklet, if it is not next to this module. */
  workletUrl?: string | undefined;
}

/** Time limit for audio playback to start. */
const BEGIN_MS = 4_000;

/** Call it from a user gesture, which browsers require for audio. @throws CallError */
export async function openCallAudio(options: CallAudioOptions): Promise<CallAudio> {
  // Without https, Chromium defines `AudioWorkletNode` but not this property.
  if (!('AudioContext' in globalThis && 'audioWorklet' in AudioContext.prototype)) {
    throw isSecureContext
      ? new CallError('audio-failed', 'This browser cannot play calls. Use a newer one.')
      : new CallError('insecure-page', 'Browsers allow audio only over HTTPS or on localhost.');
  }
  // Use the device's own sample rate: not every browser can connect a microphone with another rate.
  const context = new AudioContext({ latencyHint: 'interactive' });
  try {
    return await audioIn(context, options);
  } catch (error) {
    context.close().catch(() => undefined);
    throw error;
  }
}

async function audioIn(context: AudioContext, options: CallAudioOptions): Promise<CallAudio> {
  await loadWorklet(context, options.workletUrl ?? ownWorkletUrl);
  const node = new AudioWorkletNode(context, 'call-audio', {
    numberOfInputs: 1,
    numberOfOutputs: 1,
    outputChannelCount: [1],
    processorOptions: { rateHz: options.rateHz },
  });
  node.port.onmessage = ({ data }: MessageEvent<FromWorklet>) => {
    if (data.type === 'captured') options.captured(data.samples);
    else options.progress(data);
  };
  node.connect(context.destination);
  if (!(await begins(context))) throw new CallError('speaker-missing', 'No audio output was found.');
  return new PageAudio(context, node);
}

async function loadWorklet(context: AudioContext, url: string): Promise<void> {
  try {
    await context.audioWorklet.addModule(url);
  } catch (cause) {
    throw new CallError('audio-failed', `The audio module could not be loaded from ${url}.`, { cause });
  }
}

/**
 * True if playback starts. Firefox without an audio device, and browsers without a user gesture, never resolve
 * `resume()`.
 */
async function begins(context: AudioContext): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, BEGIN_MS);
  });
  await Promise.race([context.resume(), late]);
  clearTimeout(timer);
  return context.state === 'running';
}

class PageAudio implements CallAudio {
  readonly #context: AudioContext;
  readonly #node: AudioWorkletNode;
  #microphone: { stream: MediaStream; source: AudioNode } | null = null;
  #isMuted = false;
  #isClosed = false;

  constructor(context: AudioContext, node: AudioWorkletNode) {
    this.#context = context;
    this.#node = node;
  }

  play(samples: Int16Array): void {
    this.#send({ type: 'play', samples });
  }

  clear(): void {
    this.#send({ type: 'clear' });
  }

  async openMicrophone(deviceId?: string): Promise<void> {
    const stream = await askForMicrophone(deviceId);
    if (this.#isClosed) {
      stopTracks(stream);
      return;
    }
    this.#dropMicrophone();
    const source = this.#context.createMediaStreamSource(stream);
    this.#microphone = { stream, source };
    this.mute(this.#isMuted);
    source.connect(this.#node);
  }

  mute(isMuted: boolean): void {
    this.#isMuted = isMuted;
    for (const track of this.#microphone?.stream.getAudioTracks() ?? []) track.enabled = !isMuted;
  }

  async setSpeaker(deviceId: string): Promise<void> {
    const context = this.#context;
    if (!choosesSpeaker(context)) {
      throw new CallError('speaker-unsupported', 'This browser cannot choose the speaker.');
    }
    try {
      await context.setSinkId(deviceId);
    } catch (cause) {
      throw new CallError('speaker-missing', 'The speaker was not found.', { cause });
    }
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#dropMicrophone();
    this.#context.close().catch(() => undefined);
  }

  #dropMicrophone(): void {
    this.#microphone?.source.disconnect();
    if (this.#microphone !== null) stopTracks(this.#microphone.stream);
    this.#microphone = null;
  }

  #send(message: ToWorklet): void {
    this.#node.port.postMessage(message);
  }
}

/** Chromium only. */
function choosesSpeaker(context: object): context is { setSinkId(deviceId: string): Promise<void> } {
  return 'setSinkId' in context;
}

async function askForMicrophone(deviceId: string | undefined): Promise<MediaStream> {
  const audio: MediaTrackConstraints = {
    echoCancellation: true,
    noiseSuppression: true,
    autoGainControl: true,
    channelCount: 1,
  };
  if (deviceId !== undefined && deviceId !== '') audio.deviceId = { exact: deviceId };
  try {
    return await navigator.mediaDevices.getUserMedia({ audio });
  } catch (cause) {
    const name = cause instanceof DOMException ? cause.name : '';
    if (name === 'NotAllowedError') {
      const message = 'Microphone access is blocked. Allow it in the address bar.';
      throw new CallError('microphone-denied', message, { cause });
    }
    if (name === 'NotReadableError') {
      throw new CallError('microphone-busy', 'Another program is using the microphone.', { cause });
    }
    throw new CallError('microphone-missing', 'No microphone was found.', { cause });
  }
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
