import type { Database } from '../../db/client.ts';

export interface AuditDependencies {
  database: Database;
}
