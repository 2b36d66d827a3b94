import workletUrl from './call-worklet.ts?worker&url';
import type { FromWorklet, SoundProgress, ToWorklet } from './worklet-messages.ts';

/** The speaker and microphone of a call; all audio is 16-bit mono at the call's sample rate. */
export interface CallSound {
  play(samples: Int16Array): void;
  /** Drops all queued audio. */
  clear(): void;
  /** Asks for the microphone. @throws MicrophoneRefused */
  openMicrophone(): Promise<void>;
  /** A muted microphone sends silence. */
  setMicrophone(isOn: boolean): void;
  close(): void;
}

interface CallSoundOptions {
  rateHz: number;
  captured: (samples: Int16Array) => void;
  progress: (progress: SoundProgress) => void;
}

/** The message is shown to the user. */
class MicrophoneRefused extends Error {}

/** Time limit for audio playback to start. */
const BEGIN_MS = 4_000;

/** @throws Error, with a message for the user, when the page cannot play audio */
export async function openCallSound(options: CallSoundOptions): Promise<CallSound> {
  // Without https, Chromium defines `AudioWorkletNode` but not this property.
  if (!('AudioContext' in globalThis && 'audioWorklet' in AudioContext.prototype)) {
    throw new Error(
      'Browsers allow audio only over HTTPS or on localhost. You can type and read the transcript.',
    );
  }
  // Use the device's own sample rate: not every browser can connect a microphone with another rate.
  const context = new AudioContext({ latencyHint: 'interactive' });
  try {
    return await soundIn(context, options);
  } catch (error) {
    context.close().catch(() => undefined);
    throw error;
  }
}

async function soundIn(context: AudioContext, options: CallSoundOptions): Promise<CallSound> {
  await context.audioWorklet.addModule(workletUrl);
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
  if (!(await begins(context)))
    throw new Error('No audio output was found. You can type and read the transcript.');
  return new PageSound(context, node);
}

/**
 * Whether playback starts. Firefox without an audio device, and browsers without a user gesture, never resolve
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

class PageSound implements CallSound {
  readonly #context: AudioContext;
  readonly #node: AudioWorkletNode;
  #microphone: MediaStream | null = null;
  #isOn = true;
  #isClosed = false;

  constructor(context: AudioContext, node: AudioWorkletNode) {
    this.#context = context;
    this.#node = node;
  }

  play(samples: Int16Array): void {
    this.#tell({ type: 'play', samples });
  }

  clear(): void {
    this.#tell({ type: 'clear' });
  }

  async openMicrophone(): Promise<void> {
    const stream = await askForMicrophone();
    if (this.#isClosed) {
      stopTracks(stream);
      return;
    }
    this.#microphone = stream;
    this.setMicrophone(this.#isOn);
    this.#context.createMediaStreamSource(stream).connect(this.#node);
  }

  setMicrophone(isOn: boolean): void {
    this.#isOn = isOn;
    for (const track of this.#microphone?.getAudioTracks() ?? []) track.enabled = isOn;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#microphone !== null) stopTracks(this.#microphone);
    this.#context.close().catch(() => undefined);
  }

  #tell(message: ToWorklet): void {
    this.#node.port.postMessage(message);
  }
}

async function askForMicrophone(): Promise<MediaStream> {
  const wanted = { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 };
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: wanted });
  } catch (error) {
    const isRefused = error instanceof DOMException && error.name === 'NotAllowedError';
    throw new MicrophoneRefused(
      isRefused
        ? 'Microphone access is blocked. Allow it in the address bar, or type instead.'
        : 'No microphone was found. Type instead.',
    );
  }
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
