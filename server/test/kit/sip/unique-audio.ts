import { decodeUlaw } from '../../../src/core/g711.ts';
import type { MediaLeg } from '../../../src/voice/legs/media-leg.ts';
import { eventually } from '../eventually.ts';
import { contains } from '../voice/same-samples.ts';
import type { Baresip } from './baresip.ts';
import { type Heard, speak } from './test-agent.ts';

/** Non-repeating audio that µ-law encodes without loss; longer than any call. */
export const uniqueAudio = decodeUlaw(
  Uint8Array.from({ length: 8000 * 60 }, (_, index) => (index * index + index / 3) % 256),
);
const frames = Array.from({ length: 50 }, (_, index) => uniqueAudio.slice(index * 977, index * 977 + 160));
export const silence = Array.from({ length: 25 }, () => new Int16Array(160));

/**
 * Waits until the latest heard audio is an exact part of the unique audio. On a busy machine late packets may be
 * missing for a while.
 */
export async function receivesUniqueAudio(heard: Heard | undefined, samples: number): Promise<void> {
  await eventually(
    async () => heard?.samples.slice(-samples) ?? [],
    (last) => last.length === samples && contains(uniqueAudio, last),
  );
}

/** Sends the unique audio until the phone has received ten consecutive frames exactly. */
export async function isReceivedBy(phone: Baresip, leg: MediaLeg): Promise<void> {
  const sent = frames.slice(20, 30).flatMap((frame) => [...frame]);
  await eventually(
    async () => {
      await speak(leg, [...silence, ...frames, ...silence]);
      return phone.heard();
    },
    (samples) => contains(samples, sent),
  );
}
