import { decodeUlaw } from '../../../src/core/g711.ts';
import type { MediaLeg } from '../../../src/voice/legs/media-leg.ts';
import { eventually } from '../eventually.ts';
import { contains } from '../voice/same-samples.ts';
import type { Baresip } from './baresip.ts';
import { type Heard, speak } from './test-agent.ts';

/** Sound that survives µ-law as it is and repeats itself nowhere; its end would end the call. */
export const unmistakable = decodeUlaw(
  Uint8Array.from({ length: 8000 * 60 }, (_, index) => (index * index + index / 3) % 256),
);
const frames = Array.from({ length: 50 }, (_, index) => unmistakable.slice(index * 977, index * 977 + 160));
export const silence = Array.from({ length: 25 }, () => new Int16Array(160));

/** Until what came last is a part of it, sample by sample. Packets that come late on a busy machine are missing, but not always. */
export async function hearsUnmistakable(heard: Heard | undefined, samples: number): Promise<void> {
  await eventually(
    async () => heard?.samples.slice(-samples) ?? [],
    (last) => last.length === samples && contains(unmistakable, last),
  );
}

/** Says it until the telephone has heard ten frames in a row, sample by sample. */
export async function isHeardBy(phone: Baresip, leg: MediaLeg): Promise<void> {
  const sent = frames.slice(20, 30).flatMap((frame) => [...frame]);
  await eventually(
    async () => {
      await speak(leg, [...silence, ...frames, ...silence]);
      return phone.heard();
    },
    (samples) => contains(samples, sent),
  );
}
