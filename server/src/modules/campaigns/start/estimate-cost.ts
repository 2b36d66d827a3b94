import type { CallHistory } from './start-check-store.ts';

export interface CostEstimate {
  /** Billed minutes of an answered call. */
  minutesPerCall: number;
  answeredPercent: number;
  basedOnCalls: number;
  totalMicros: number;
  /** Answered calls of that length that the balance covers; null if calls are free. */
  coveredCalls: number | null;
}

/** With fewer calls, their average means little. */
const FEWEST_CALLS = 5;

/** Estimates the cost of calling each lead once. Without enough calls: everyone answers and talks for one minute. */
export function estimateCost(about: {
  leads: number;
  balanceMicros: number;
  minuteMicros: number;
  history: CallHistory;
}): CostEstimate {
  const { leads, balanceMicros, minuteMicros, history } = about;
  const isKnown = history.calls >= FEWEST_CALLS && history.answered > 0;
  const minutesPerCall = isKnown ? Math.round((history.minutes / history.answered) * 10) / 10 : 1;
  const share = isKnown ? history.answered / history.calls : 1;
  const callMicros = minutesPerCall * minuteMicros;
  return {
    minutesPerCall,
    answeredPercent: Math.round(share * 100),
    basedOnCalls: isKnown ? history.calls : 0,
    totalMicros: Math.round(leads * share * callMicros),
    coveredCalls: callMicros === 0 ? null : Math.max(0, Math.floor(balanceMicros / callMicros)),
  };
}
