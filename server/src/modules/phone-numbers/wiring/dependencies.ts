import type { Log } from '../../../core/log.ts';
import type { SecretBox } from '../../../core/secret-box.ts';
import type { Database } from '../../../db/client.ts';
import type { TelephonyNumbers } from '../../../providers/interfaces/telephony-numbers.ts';

export interface PhoneNumberDependencies {
  database: Database;
  secretBox: SecretBox;
  /** All providers of phone numbers, by name. */
  carriers: ReadonlyMap<string, TelephonyNumbers>;
  /** Provider for searching and buying; null without one. */
  shop(): TelephonyNumbers | null;
  /** Id of this process, which owns the orders that it works on. */
  processId: string;
  /** Aborted at the shutdown deadline. */
  lifetime: AbortSignal;
  log: Log;
}
