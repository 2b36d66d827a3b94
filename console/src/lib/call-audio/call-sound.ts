import workletUrl from './call-worklet.ts?worker&url';
import type { FromWorklet, SoundProgress, ToWorklet } from './worklet-messages.ts';

/** The loudspeaker and the microphone of a call; all sound is 16 bits, mono, at the call's rate. */
export interface CallSound {
  play(samples: Int16Array): void;
  /** Throws away what waits, at once. */
  clear(): void;
  /** Lets the microphone in. @throws MicrophoneRefused */
  openMicrophone(): Promise<void>;
  /** A microphone that is off hears silence. */
  setMicrophone(isOn: boolean): void;
  close(): void;
}

interface CallSoundOptions {
  rateHz: number;
  captured: (samples: Int16Array) => void;
  progress: (progress: SoundProgress) => void;
}

/** In words for the person who is asked for it. */
class MicrophoneRefused extends Error {}

/** So long may it take until the first sound is played. */
const BEGIN_MS = 4_000;

/** @throws Error in words where the page may make no sound */
export async function openCallSound(options: CallSoundOptions): Promise<CallSound> {
  // On pages without https Chromium defines `AudioWorkletNode` but not this property.
  if (!('AudioContext' in globalThis && 'audioWorklet' in AudioContext.prototype)) {
    throw new Error(
      'Browsers give sound only to pages over https, or on this very machine. You can type, and read what is said.',
    );
  }
  // The rate is the device's own: not every browser joins a microphone with a page of another rate.
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
    throw new Error('The browser finds nothing here to play sound on. You can type, and read what is said.');
  return new PageSound(context, node);
}

/** Whether sound flows; Firefox without a loudspeaker, and browsers that were not asked by a press, wait without end. */
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
        ? 'The browser refuses the microphone to this page. Allow it beside the address, or type what you say.'
        : 'There is no microphone here. Type what you say.',
    );
  }
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
