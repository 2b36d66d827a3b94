import type { Log } from '../../../core/log.ts';
import type { SecretBox } from '../../../core/secret-box.ts';
import type { Database } from '../../../db/client.ts';
import type { TelephonyNumbers } from '../../../providers/interfaces/telephony-numbers.ts';

export interface PhoneNumberDependencies {
  database: Database;
  secretBox: SecretBox;
  /** Every provider that a number may be of, by name. */
  carriers: ReadonlyMap<string, TelephonyNumbers>;
  /** Where numbers are searched and bought; null: nowhere. */
  shop: TelephonyNumbers | null;
  /** This process, in the table of processes: who buys a number. */
  processId: string;
  /** Aborted when the process can wait no longer. */
  lifetime: AbortSignal;
  log: Log;
}
