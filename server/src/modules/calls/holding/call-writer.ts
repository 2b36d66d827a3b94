import type { Log } from '../../../core/log.ts';
import type { Database } from '../../../db/client.ts';
import { DatabaseUnavailableError } from '../../../db/errors.ts';
import { insertModelCalls } from '../endings/model-calls.ts';
import {
  type CallPieces,
  insertEvents,
  insertSecondLegs,
  insertSound,
  insertTranscript,
  keepCalls,
  noPieces,
  openRecordings,
  type PieceKinds,
  sizeOf,
  storeWhoAnswered,
} from './call-pieces.ts';
import { type RecordedSound, type SoundBlock, SoundBlocks } from './sound-blocks.ts';

/** What is kept while the database is away: some minutes of a hundred recorded calls. */
const MAX_BYTES = 64 * 1_048_576;
const MAX_REFUSALS = 5;

/**
 * Stores what happens in all calls of this process: gathered, and written with a few statements every second, so that a
 * process that is killed loses no more than that of what it was told; sound it is told of two seconds later.
 */
export class CallWriter {
  readonly #database: Database;
  readonly #log: Log;
  readonly #sounds = new SoundBlocks();
  #pieces: CallPieces = noPieces();
  #bytes = 0;
  #failures = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(deps: { database: Database; log: Log }) {
    this.#database = deps.database;
    this.#log = deps.log;
  }

  add<Kind extends keyof PieceKinds>(kind: Kind, piece: PieceKinds[Kind]): void {
    if (this.#admits(sizeOf(piece))) this.#pieces[kind].push(piece);
  }

  addSound(sound: RecordedSound): void {
    if (this.#admits(sizeOf(sound))) this.#sounds.add(sound);
  }

  /** Resolves when all that was added before is stored; rejects when it could not be, and then it is kept. */
  flush(): Promise<void> {
    const written = this.#writing.then(() => this.#write());
    this.#writing = written.catch(() => undefined);
    return written;
  }

  #admits(bytes: number): boolean {
    if (this.#bytes + bytes > MAX_BYTES) {
      if (this.#bytes <= MAX_BYTES) {
        this.#bytes = MAX_BYTES + 1;
        this.#log.error({}, 'What happens in calls is not kept any more: the database does not take it.');
      }
      return false;
    }
    this.#bytes += bytes;
    return true;
  }

  async #write(): Promise<void> {
    const pieces = this.#pieces;
    const sounds = this.#sounds.take();
    const bytes = this.#bytes;
    if (bytes === 0) return;
    this.#pieces = noPieces();
    this.#bytes = 0;
    try {
      await this.#store(pieces, sounds);
      this.#sounds.release(sounds);
      this.#failures = 0;
    } catch (error) {
      // What the database itself refuses again and again would hold up everything behind it.
      this.#failures = error instanceof DatabaseUnavailableError ? 0 : this.#failures + 1;
      if (this.#failures < MAX_REFUSALS) {
        this.#sounds.keep(sounds);
        this.#keep(pieces, bytes);
      } else {
        this.#sounds.release(sounds);
        this.#log.error({ error }, 'Pieces of calls could not be stored and are given up.');
      }
      throw error;
    }
  }

  async #store(pieces: CallPieces, sounds: readonly SoundBlock[]): Promise<void> {
    // Each of the first two changes calls by itself: a transaction would hold them until all the sound is stored.
    await openRecordings(this.#database, pieces.recordings);
    await storeWhoAnswered(this.#database, pieces.events);
    await this.#database.transaction(async (transaction) => {
      await keepCalls(transaction, pieces, sounds);
      for (const block of sounds) await insertSound(transaction, block);
      await insertTranscript(transaction, pieces.said);
      await insertEvents(transaction, pieces.events);
      await insertModelCalls(transaction, pieces.modelCalls);
      await insertSecondLegs(transaction, pieces.secondLegs);
    });
  }

  /** In front of what came meanwhile. */
  #keep(pieces: CallPieces, bytes: number): void {
    const later = this.#pieces;
    this.#bytes += bytes;
    this.#pieces = {
      recordings: [...pieces.recordings, ...later.recordings],
      said: [...pieces.said, ...later.said],
      events: [...pieces.events, ...later.events],
      modelCalls: [...pieces.modelCalls, ...later.modelCalls],
      secondLegs: [...pieces.secondLegs, ...later.secondLegs],
    };
  }
}
