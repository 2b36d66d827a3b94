import { useEffect } from 'react';
import type { CallInComponent } from '../../../../../sdk/web/src/react.ts';

const RING_HZ = 425;
const LOUDNESS = 0.06;
const TIMES = 15;

/** `ringing`: an incoming call; `calling`: the ringback tone of an outgoing call. */
const RHYTHMS = { ringing: { onSeconds: 1, everySeconds: 3 }, calling: { onSeconds: 1, everySeconds: 5 } };

/** Rings while a call rings here or at the other side. */
export function useRingTone({ state }: CallInComponent): void {
  const tone = state === 'ringing' || state === 'calling' ? state : null;
  useEffect(() => (tone === null ? undefined : startRingTone(tone)), [tone]);
}

/** Plays a ring tone; silent if the page cannot play audio. @returns a function that stops it */
function startRingTone(kind: keyof typeof RHYTHMS): () => void {
  if (!('AudioContext' in globalThis)) return () => undefined;
  const context = new AudioContext();
  const volume = new GainNode(context, { gain: 0 });
  const tone = new OscillatorNode(context, { frequency: RING_HZ });
  const { onSeconds, everySeconds } = RHYTHMS[kind];
  for (let time = 0; time < TIMES; time += 1) {
    const begin = context.currentTime + time * everySeconds;
    volume.gain.setTargetAtTime(LOUDNESS, begin, 0.01);
    volume.gain.setTargetAtTime(0, begin + onSeconds, 0.01);
  }
  tone.connect(volume).connect(context.destination);
  tone.start();
  return () => void context.close().catch(() => undefined);
}
