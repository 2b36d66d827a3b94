import { toE164 } from '#contract/phone-numbers.ts';
import { storableText } from '../../../core/storable.ts';
import type { CarrierReport } from '../../../providers/interfaces/messaging-carrier.ts';
import { linkIdentities, moveCustomer } from '../customers/identities.ts';
import { storeOptOut } from '../customers/opt-outs.ts';
import { countsFrom } from '../customers/session-window.ts';
import type { MessageDependencies } from '../dependencies.ts';
import type { ReportingSender } from '../outgoing/report-store.ts';

type Note = Extract<CarrierReport, { kind: 'consent' | 'identity' | 'moved' }>;

/** Stores a carrier's report about a customer that is not a message. */
export function receiveCustomerNote(
  { database, blacklist, clock }: MessageDependencies,
  { userId }: ReportingSender,
  report: Note,
): Promise<void> {
  const [first, second] = identitiesIn(report);
  return database.transaction(async (transaction) => {
    if (report.kind === 'moved') {
      if (first === undefined || second === undefined) return;
      const move = { userId, before: first, after: second, at: report.at ?? clock.now() };
      return moveCustomer(transaction, blacklist, move);
    }
    if (first !== undefined && second !== undefined) {
      await linkIdentities(transaction, blacklist, { userId, first, second });
    }
    if (report.kind !== 'consent' || first === undefined) return;
    const said = { userId, identity: first, wish: report.consent, source: 'carrier' } as const;
    await storeOptOut(transaction, blacklist, { ...said, at: countsFrom(report.at, clock.now()) });
  });
}

/** The customer's identities: phone numbers before channel ids, earlier ones before later ones. */
function identitiesIn(report: Note): string[] {
  return namesIn(report)
    .filter((name) => name !== null)
    .map((name) => (name.startsWith('+') ? (toE164(name) ?? storableText(name)) : name));
}

function namesIn(report: Note): (string | null)[] {
  switch (report.kind) {
    case 'consent':
      return [report.from, report.channelUserId];
    case 'identity':
      return [report.first, report.second];
    case 'moved':
      return [report.before, report.after];
  }
}
