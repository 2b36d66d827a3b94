import { AppError } from '../../../core/errors.ts';
import type { RawRequest } from '../../../http/route.ts';
import type { CarrierReading, MessagingCarrier } from '../../../providers/interfaces/messaging-carrier.ts';
import type { MessageDependencies } from '../dependencies.ts';

/**
 * Verifies and parses a carrier's request. The carrier signs the configured callback URL; behind a proxy it may sign the
 * received URL instead. Throws `forbidden`.
 * @param from `url`: the configured callback URL, without its query
 */
export function readSigned(
  { log }: MessageDependencies,
  { id, provider, carrier, url }: { id?: number; provider: string; carrier: MessagingCarrier; url: string },
  request: RawRequest,
): Exclude<CarrierReading, { kind: 'refused' }> {
  const queryAt = request.url.indexOf('?');
  const told = `${url}${queryAt === -1 ? '' : request.url.slice(queryAt)}`;
  const first = carrier.readRequest({ ...request, url: told });
  const reading = first.kind === 'refused' ? carrier.readRequest(request) : first;
  if (reading.kind !== 'refused') return reading;
  log.warn({ sender: id, provider, reason: reading.reason }, 'A carrier webhook request was rejected.');
  throw new AppError('forbidden', reading.reason);
}
