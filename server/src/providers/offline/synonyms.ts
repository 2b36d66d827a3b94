import type { LanguageCode } from './languages.ts';
import { termsOf } from './words.ts';

/**
 * English words with about the same meaning, one group per line. In a line with `>`, the words before it match each
 * word after it, but those do not match each other: a cat is a pet, but not a dog.
 */
const GROUPS = `
price cost fee charge rate tariff pricing expensive
open opening hours schedule working close closing
contact reach > phone email
phone telephone call number hotline
address located location situated directions
cancel cancellation terminate annul unsubscribe end quit notice
refund reimburse reimbursement moneyback repay
return exchange
deliver delivery ship shipping dispatch courier parcel
track tracking follow trace status
buy purchase order
pay payment > card cash invoice transfer
book booking reserve reservation appointment schedule
warranty guarantee
repair fix service maintenance
doctor dr > physician specialist dentist
treat treatment care look-after
child kid minor
pet animal > dog cat bird rabbit
car vehicle automobile
park parking garage
wifi internet network
meal food > breakfast dinner lunch restaurant
discount reduction offer promotion coupon
employee staff team personnel
boss head chief > director manager owner
age old
bring documents papers require need necessary
problem issue fault error trouble broken defect
password login account credentials
room suite accommodation
checkin arrival arrive
checkout departure depart
weight weigh heavy
loud noise quiet
maximum max limit most highest
minimum min least lowest
allow permit accept welcome
insurance insured cover policy
pain hurt ache emergency urgent
bleed ooze
free gratis included waived
late delay overdue
weekend > saturday sunday
`;

let table: Map<string, Set<string>> | null = null;

function readTable(): Map<string, Set<string>> {
  const read = new Map<string, Set<string>>();
  for (const group of GROUPS.trim().split('\n')) {
    const [heads = [], members = []] = group.split('>').map((part) => termsOf(part, 'en'));
    relate(read, heads, [...heads, ...members]);
    relate(read, members, heads);
  }
  return read;
}

function relate(read: Map<string, Set<string>>, stems: readonly string[], others: readonly string[]): void {
  for (const stem of stems) {
    const known = read.get(stem) ?? new Set<string>();
    for (const other of others) if (other !== stem) known.add(other);
    read.set(stem, known);
  }
}

/** For each English term with synonyms: the stems with about the same meaning. */
export function expandTerms(terms: readonly string[], language: LanguageCode): Map<string, Set<string>> {
  const result = new Map<string, Set<string>>();
  if (language !== 'en') return result;
  table ??= readTable();
  for (const term of terms) {
    const others = table.get(term);
    if (others !== undefined) result.set(term, others);
  }
  return result;
}
