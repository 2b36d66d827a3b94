import { connect } from '../account/connection.ts';
import { wordAt } from '../program/option-values.ts';
import type { Invocation } from '../program/verb.ts';
import { writeExport } from '../records/export.ts';
import { idOf } from '../records/find.ts';

/** Writes a campaign's leads as CSV to standard output or a file. */
export async function exportLeads(invocation: Invocation): Promise<number> {
  const api = await connect(invocation);
  const campaign = await idOf(api, 'campaigns', wordAt(invocation, 0));
  return writeExport(invocation, await api.download(`/user/campaign/${campaign}/leads/export`));
}
