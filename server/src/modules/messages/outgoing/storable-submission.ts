import { storableText } from '../../../core/storable.ts';
import type { Submission } from '../../../providers/interfaces/messaging-carrier.ts';

/** A carrier's answer with texts made storable (without NUL characters). */
export function storableSubmission(outcome: Submission): Submission {
  switch (outcome.kind) {
    case 'accepted':
      return {
        ...outcome,
        providerMessageId: storableText(outcome.providerMessageId),
        alsoKnownAs: outcome.alsoKnownAs?.map(storableText) ?? [],
      };
    case 'refused':
      return { ...outcome, code: storableText(outcome.code), reason: storableText(outcome.reason) };
    case 'unavailable':
    case 'unknown':
      return { ...outcome, reason: storableText(outcome.reason) };
  }
}
