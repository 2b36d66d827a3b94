import type { CarrierReading, CarrierRequest } from '../interfaces/messaging-carrier.ts';
import { boundedReports } from '../kit/bounded-reports.ts';
import { readReports } from './read-reports.ts';
import { readSignedRequest } from './signed-request.ts';
import { REFERENCE_PARAMETER } from './status-url.ts';

/** Sends no message to the customer; replies are sent separately. */
const ANSWER = { contentType: 'text/xml; charset=utf-8', text: '<Response/>' };

export function readRequest(authToken: string, request: CarrierRequest): CarrierReading {
  const reading = readSignedRequest(authToken, request);
  if (reading.kind === 'refused') return reading;
  const reference = reading.url.searchParams.get(REFERENCE_PARAMETER);
  return { kind: 'reports', reports: boundedReports(readReports(reading.fields, reference)), ...ANSWER };
}
