import type { Log } from '../../../core/log.ts';
import type { Database } from '../../../db/client.ts';
import { DatabaseUnavailableError } from '../../../db/errors.ts';
import { insertModelCalls } from '../endings/model-calls.ts';
import {
  type CallRecords,
  insertEvents,
  insertSecondLegs,
  insertSound,
  insertTranscript,
  lockCalls,
  noRecords,
  openRecordings,
  type RecordKinds,
  sizeOf,
  storeWhoAnswered,
} from './call-records.ts';
import { type RecordedSound, type SoundBlock, SoundBlocks } from './sound-blocks.ts';

/** Buffer limit during a database outage: enough for a few minutes of a hundred recorded calls. */
const MAX_BYTES = 64 * 1_048_576;
const MAX_REFUSALS = 5;

/**
 * Buffers transcript, events and audio of all calls and writes them with a few statements every second. A killed
 * process loses at most one second of records and three seconds of audio.
 */
export class CallWriter {
  readonly #database: Database;
  readonly #log: Log;
  readonly #sounds = new SoundBlocks();
  #records: CallRecords = noRecords();
  #bytes = 0;
  #failures = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(deps: { database: Database; log: Log }) {
    this.#database = deps.database;
    this.#log = deps.log;
  }

  add<Kind extends keyof RecordKinds>(kind: Kind, record: RecordKinds[Kind]): void {
    if (this.#admits(sizeOf(record))) this.#records[kind].push(record);
  }

  addSound(sound: RecordedSound): void {
    if (this.#admits(sizeOf(sound))) this.#sounds.add(sound);
  }

  /** Resolves when everything added so far is stored. Rejects if that fails; the records stay buffered. */
  flush(): Promise<void> {
    const written = this.#writing.then(() => this.#write());
    this.#writing = written.catch(() => undefined);
    return written;
  }

  #admits(bytes: number): boolean {
    if (this.#bytes + bytes > MAX_BYTES) {
      if (this.#bytes <= MAX_BYTES) {
        this.#bytes = MAX_BYTES + 1;
        this.#log.error({}, 'Call records are being dropped: the write buffer is full.');
      }
      return false;
    }
    this.#bytes += bytes;
    return true;
  }

  async #write(): Promise<void> {
    const records = this.#records;
    const sounds = this.#sounds.take();
    const bytes = this.#bytes;
    if (bytes === 0) return;
    this.#records = noRecords();
    this.#bytes = 0;
    try {
      await this.#store(records, sounds);
      this.#sounds.release(sounds);
      this.#failures = 0;
    } catch (error) {
      // A batch that the database keeps rejecting is dropped, or it would block all later ones.
      this.#failures = error instanceof DatabaseUnavailableError ? 0 : this.#failures + 1;
      if (this.#failures < MAX_REFUSALS) {
        this.#sounds.keep(sounds);
        this.#keep(records, bytes);
      } else {
        this.#sounds.release(sounds);
        this.#log.error({ error }, 'Call records could not be stored and are dropped.');
      }
      throw error;
    }
  }

  async #store(records: CallRecords, sounds: readonly SoundBlock[]): Promise<void> {
    // These two update calls outside the transaction, which would lock the rows until all audio is stored.
    await openRecordings(this.#database, records.recordings);
    await storeWhoAnswered(this.#database, records.events);
    await this.#database.transaction(async (transaction) => {
      await lockCalls(transaction, records, sounds);
      for (const block of sounds) await insertSound(transaction, block);
      await insertTranscript(transaction, records.said);
      await insertEvents(transaction, records.events);
      await insertModelCalls(transaction, records.modelCalls);
      await insertSecondLegs(transaction, records.secondLegs);
    });
  }

  /** Puts records back before newer ones. */
  #keep(records: CallRecords, bytes: number): void {
    const later = this.#records;
    this.#bytes += bytes;
    this.#records = {
      recordings: [...records.recordings, ...later.recordings],
      said: [...records.said, ...later.said],
      events: [...records.events, ...later.events],
      modelCalls: [...records.modelCalls, ...later.modelCalls],
      secondLegs: [...records.secondLegs, ...later.secondLegs],
    };
  }
}
