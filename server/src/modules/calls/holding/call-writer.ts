import type { Log } from '../../../core/log.ts';
import type { Database } from '../../../db/client.ts';
import { DatabaseUnavailableError } from '../../../db/errors.ts';
import { insertModelCalls } from '../endings/model-calls.ts';
import {
  type CallPieces,
  insertEvents,
  insertRecordingPieces,
  insertTranscript,
  noPieces,
  openRecordings,
  type PieceKinds,
  sizeOf,
} from './call-pieces.ts';

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
  #pieces: CallPieces = noPieces();
  #bytes = 0;
  #failures = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(parts: { database: Database; log: Log }) {
    this.#database = parts.database;
    this.#log = parts.log;
  }

  add<Kind extends keyof PieceKinds>(kind: Kind, piece: PieceKinds[Kind]): void {
    const bytes = sizeOf(piece);
    if (this.#bytes + bytes > MAX_BYTES) {
      if (this.#bytes <= MAX_BYTES) {
        this.#bytes = MAX_BYTES + 1;
        this.#log.error({}, 'What happens in calls is not kept any more: the database does not take it.');
      }
      return;
    }
    this.#bytes += bytes;
    this.#pieces[kind].push(piece);
  }

  /** Resolves when all that was added before is stored; rejects when it could not be, and then it is kept. */
  flush(): Promise<void> {
    const written = this.#writing.then(() => this.#write());
    this.#writing = written.catch(() => undefined);
    return written;
  }

  async #write(): Promise<void> {
    const pieces = this.#pieces;
    const bytes = this.#bytes;
    if (bytes === 0) return;
    this.#pieces = noPieces();
    this.#bytes = 0;
    try {
      await this.#database.transaction(async (transaction) => {
        await openRecordings(transaction, pieces.recordings);
        await insertRecordingPieces(transaction, pieces.sounds);
        await insertTranscript(transaction, pieces.said);
        await insertEvents(transaction, pieces.events);
        await insertModelCalls(transaction, pieces.modelCalls);
      });
      this.#failures = 0;
    } catch (error) {
      // What the database itself refuses again and again would hold up everything behind it.
      this.#failures = error instanceof DatabaseUnavailableError ? 0 : this.#failures + 1;
      if (this.#failures < MAX_REFUSALS) this.#keep(pieces, bytes);
      else this.#log.error({ error }, 'Pieces of calls could not be stored and are given up.');
      throw error;
    }
  }

  /** In front of what came meanwhile. */
  #keep(pieces: CallPieces, bytes: number): void {
    const later = this.#pieces;
    this.#bytes += bytes;
    this.#pieces = {
      recordings: [...pieces.recordings, ...later.recordings],
      sounds: [...pieces.sounds, ...later.sounds],
      said: [...pieces.said, ...later.said],
      events: [...pieces.events, ...later.events],
      modelCalls: [...pieces.modelCalls, ...later.modelCalls],
    };
  }
}
