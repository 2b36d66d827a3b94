import type { EndpointDecision, EndpointFacts } from './endpointing.ts';

/** `endpoint_type: vad`. The turn is over when nothing was said for `endpointSilenceMs`. */
export function endpointBySilence(facts: EndpointFacts, endpointSilenceMs: number): EndpointDecision {
  return facts.silenceMs > 0 && facts.silenceMs >= endpointSilenceMs ? 'end' : 'wait';
}
