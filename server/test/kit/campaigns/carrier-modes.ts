/**
 * Campaigns are proven and measured against a simulated carrier, in one of three modes; each leaves something out, so
 * whatever is shown says in which one it was:
 * - `virtual`: a clock that jumps, no protocol and no sound; days in minutes (`quick-carrier.ts`). Its faults are events that
 *   come twice, late or in the wrong order.
 * - `signalling`: real SIP over UDP with real processes, at wall speed, without sound; what one would hear is told as keys
 *   (`sip-carrier.ts`). Its faults are packets that are lost, come twice, late or in the wrong order, and answers that cross a CANCEL.
 * - `media`: people who speak, listen and beep, heard and answered by the product's own voice loop at wall speed; a sample
 *   (`telephony/simulated`). It runs inside the process, where nothing is lost or late; callbacks of carriers over HTTP that are,
 *   are `call-carrier-fake`'s.
 * In each one people are drawn from the same population (`seeded-population.ts`), and the ledger is the carrier's own.
 */
const CARRIER_MODES = {
  virtual: 'virtual clock, no media',
  signalling: 'real SIP at wall speed, no media',
  media: 'real media at wall speed, a sample',
} as const;

export type CarrierMode = keyof typeof CARRIER_MODES;

/** As it stands over figures and in the names of tests. */
export function modeLabel(mode: CarrierMode): string {
  return `[carrier: ${mode} (${CARRIER_MODES[mode]})]`;
}
