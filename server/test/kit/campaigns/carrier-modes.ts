/**
 * Campaigns are tested and measured against a simulated carrier in one of three modes. Each omits something, so every
 * result names its mode:
 * - `virtual`: a jumping clock, no protocol and no audio; days in minutes (`quick-carrier.ts`). Faults are duplicate,
 * late and reordered events.
 * - `signaling`: real SIP over UDP with real processes at wall speed, without audio; speech is signaled by keys
 * (`sip-carrier.ts`). Faults are lost, duplicate, late and reordered packets, and answers that cross a CANCEL.
 * - `media`: people who speak, listen and beep, through the real voice loop at wall speed; a sample
 * (`telephony/simulated`). It runs in-process, without loss or delay; late carrier webhooks are covered by
 * `call-carrier-fake`. All modes draw people from the same population (`seeded-population.ts`) and keep the carrier's
 * own ledger.
 */
const CARRIER_MODES = {
  virtual: 'virtual clock, no media',
  signaling: 'real SIP at wall speed, no media',
  media: 'real media at wall speed, a sample',
} as const;

export type CarrierMode = keyof typeof CARRIER_MODES;

/** Label of a mode in figures and test names. */
export function modeLabel(mode: CarrierMode): string {
  return `[carrier: ${mode} (${CARRIER_MODES[mode]})]`;
}
