import { Media } from '../voice/media.ts';
import { pause } from '../voice/pacing.ts';
import { NotAnswered, type PlacedCall, type SipClient } from '../voice/sip-client.ts';
import type { SoakReport } from './protocol.ts';

const SHORTEST_MS = 2000;
export const LONGEST_MS = 3000;
/** The caller starts to speak during the greeting. */
const SPEAKS_AFTER_FRAMES = 40;
/** Longer than the client's retransmissions. */
const PATIENCE_MS = 20_000;
const MOST_PROBLEMS = 5;

interface Talk {
  media: Media;
  speaks: boolean;
  frames: number;
}

/** Calls of two to three seconds. A tenth is canceled before the answer, a tenth goes to an unassigned number. */
export class ShortCalls {
  readonly report: Omit<SoakReport, 'cpuSeconds'> = {
    talked: 0,
    heard: 0,
    canceled: 0,
    tooLate: 0,
    refused: 0,
    failed: 0,
    problems: [],
  };
  readonly #client: SipClient;
  readonly #about: { caller: string; callee: string; unknown: string; speech: readonly Buffer[] };
  readonly #talks = new Set<Talk>();

  constructor(
    client: SipClient,
    about: { caller: string; callee: string; unknown: string; speech: readonly Buffer[] },
  ) {
    this.#client = client;
    this.#about = about;
  }

  /** Sends one frame of each caller, speech or silence. Call it every 20 ms. */
  tick(): void {
    for (const talk of this.#talks) {
      talk.media.send(talk.speaks ? this.#about.speech[talk.frames - SPEAKS_AFTER_FRAMES] : undefined);
      talk.frames += 1;
    }
  }

  /** Runs one call; never rejects. */
  async make(index: number): Promise<void> {
    const media = await Media.open();
    try {
      await this.#make(index, media);
    } catch (error) {
      this.report.failed += 1;
      if (this.report.problems.length < MOST_PROBLEMS) this.report.problems.push(String(error));
    } finally {
      media.close();
    }
  }

  async #make(index: number, media: Media): Promise<void> {
    const { caller: from, callee, unknown } = this.#about;
    const cancels = index % 10 === 3;
    const isUnknown = index % 10 === 7;
    const placing = this.#client.place({
      from,
      to: isUnknown ? unknown : callee,
      mediaPort: media.port,
      cancels,
    });
    try {
      const call = await inTime(placing);
      if (cancels || isUnknown) await this.#endAtOnce(call, isUnknown);
      else await this.#talk(call, { media, index });
    } catch (error) {
      if (!(error instanceof NotAnswered)) throw error;
      if (isUnknown) this.report.refused += 1;
      else if (cancels && error.status === 487) this.report.canceled += 1;
      else throw error;
    }
  }

  async #endAtOnce(call: PlacedCall, isUnknown: boolean): Promise<void> {
    await call.hangUp();
    if (isUnknown) throw new Error('An unassigned number was answered.');
    this.report.tooLate += 1;
  }

  async #talk(call: PlacedCall, { media, index }: { media: Media; index: number }): Promise<void> {
    media.connect(call.remotePort);
    const talk: Talk = { media, speaks: index % 2 === 0, frames: 0 };
    this.#talks.add(talk);
    await pause(SHORTEST_MS + ((index * 37) % (LONGEST_MS - SHORTEST_MS)));
    this.#talks.delete(talk);
    await call.hangUp();
    this.report.talked += 1;
    if (media.voicedAt > 0) this.report.heard += 1;
  }
}

async function inTime(placing: Promise<PlacedCall>): Promise<PlacedCall> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('A call was neither answered nor refused.')), PATIENCE_MS);
  });
  return Promise.race([placing, late]).finally(() => clearTimeout(timer));
}
