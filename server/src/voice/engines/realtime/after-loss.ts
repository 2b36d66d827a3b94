import type { ProviderError } from '../../../providers/interfaces/provider-error.ts';

/** So many sessions may be lost one after the other where no other model could go on. */
const MOST_LOSSES = 3;
/** Nobody waits on the telephone for a third session of a model that another one can replace. */
const MOST_BESIDE_OTHERS = 2;

export interface SessionLoss {
  error: Pick<ProviderError, 'code' | 'retryable'>;
  /** The session was ready for a while. */
  hasServed: boolean;
  /** Of this model, one after the other, this one included. */
  losses: number;
  /** No other model was or is there to go on. */
  isAlone: boolean;
  /** One that has not been tried is left. */
  hasNext: boolean;
}

export type AfterLoss = 'reopen' | 'replace' | 'give-up';

/** What becomes of a conversation whose session is lost: the same model again, the next one, or none any more. */
export function afterLoss({ error, hasServed, losses, isAlone, hasNext }: SessionLoss): AfterLoss {
  // A vendor that is not reached, or a model that is mute from the beginning, has cost seconds of silence already, and would again.
  const isSilent = error.code === 'timeout' && !hasServed;
  const isHopeless = !error.retryable || (isSilent && !isAlone);
  const most = isAlone ? MOST_LOSSES : MOST_BESIDE_OTHERS;
  if (!isHopeless && losses < most) return 'reopen';
  return hasNext ? 'replace' : 'give-up';
}
