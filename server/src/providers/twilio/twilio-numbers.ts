import { countryName } from '../../core/country-name.ts';
import type { CarrierHttp, CarrierHttpResult } from '../interfaces/messaging-carrier.ts';
import { ProviderError } from '../interfaces/provider-error.ts';
import type {
  BoughtNumber,
  MonthlyPrice,
  NumberOffer,
  NumberOrder,
  NumberQuery,
  PricedOffer,
  TelephonyNumbers,
} from '../interfaces/telephony-numbers.ts';
import { CARRIER_ANSWER_BYTES, CARRIER_TIMEOUT_MS } from '../kit/carrier-limits.ts';
import { fetchCarrierJson, fetchFromCarrier } from '../kit/carrier-request.ts';
import { e164 } from '../kit/e164.ts';
import { objectAt, objectsAt, parseJsonObject, textAt } from '../kit/json-parts.ts';
import { getJson, postForm, type TwilioApi, type TwilioOptions, twilioApi } from './api.ts';
import { asTwilioCredentials } from './credentials.ts';

export interface TwilioNumbersOptions extends TwilioOptions {
  /** Account SID and auth token; anything else throws a `ProviderError`. */
  credentials: unknown;
  /** Two letters; `ZZ` for numbers without a country. Twilio omits the country of owned numbers. */
  countryOf(phoneNumber: string): string;
  /** Webhook for inbound messages of a bought number; null if absent. */
  inboundUrl: string | null;
  /** Webhook for calls of a bought number; null if absent. */
  callsUrl: string | null;
}

const TWILIO = 'twilio';

export function createTwilioNumbers(options: TwilioNumbersOptions): TelephonyNumbers {
  const { countryOf, inboundUrl, callsUrl } = options;
  const api = twilioApi(options, asTwilioCredentials(options.credentials));
  return {
    name: TWILIO,
    search: (query, signal) => searchNumbers(api, query, signal),
    purchase: (order, signal) => {
      const countryCode = countryOf(order.phoneNumber);
      return purchaseNumber(api, { ...order, countryCode, inboundUrl, callsUrl }, signal);
    },
    findBought: (order, signal) =>
      findBought(api, { ...order, countryCode: countryOf(order.phoneNumber) }, signal),
    release: (reference, signal) => releaseNumber(api, reference, signal),
  };
}

async function releaseNumber(api: TwilioApi, reference: string, signal: AbortSignal): Promise<void> {
  let isGone = false;
  const http: CarrierHttp = async (request) => {
    const answer = await api.http(request);
    isGone = answer.kind === 'response' && answer.status === 404;
    return answer;
  };
  const path = `/2010-04-01/Accounts/${api.accountSid}/IncomingPhoneNumbers/${encodeURIComponent(reference)}.json`;
  try {
    await fetchFromCarrier(http, {
      method: 'DELETE',
      url: api.url('api', path),
      headers: api.headers,
      timeoutMs: CARRIER_TIMEOUT_MS,
      maxResponseBytes: CARRIER_ANSWER_BYTES,
      signal,
    });
  } catch (error) {
    if (!(isGone && error instanceof ProviderError)) throw error;
  }
}

/** Toll-free numbers are missing because they cannot send to most countries. */
const KINDS = ['Local', 'Mobile'] as const;
/** Twilio matches patterns of 2 to 16 characters. */
const SHORTEST_PATTERN = 2;
/** The largest page, for results that we filter ourselves. */
const MAX_PAGE_SIZE = 1000;

/** https://www.twilio.com/docs/phone-numbers/api/availablephonenumberlocal-resource */
async function searchNumbers(
  api: TwilioApi,
  query: NumberQuery,
  signal: AbortSignal,
): Promise<PricedOffer[]> {
  const offers: (NumberOffer & { kind: string })[] = [];
  for (const kind of KINDS) {
    if (offers.length >= query.limit) break;
    const path = `/2010-04-01/Accounts/${api.accountSid}/AvailablePhoneNumbers/${query.countryCode}/${kind}.json`;
    // Twilio has no resource for kinds that a country lacks.
    const answer = await findJson(api, `${path}?${parameters(query)}`, signal);
    const found = objectsAt(answer?.['available_phone_numbers'])
      .map((fields) => readOffer(fields, query.countryCode))
      .filter((offer) => offer !== null)
      .filter((offer) => matches(offer, query));
    offers.push(...inOrder(found).map((offer) => ({ ...offer, kind: kind.toLowerCase() })));
  }
  if (offers.length === 0) return [];
  const prices = await monthlyPrices(api, query.countryCode, signal);
  return offers
    .slice(0, query.limit)
    .map(({ kind, ...offer }) => ({ ...offer, monthlyPrice: prices.get(kind) ?? null }));
}

function parameters({ contains, smsCapable, limit }: NumberQuery): URLSearchParams {
  const isExact = smsCapable !== false && (contains === null || contains.length >= SHORTEST_PATTERN);
  const search = new URLSearchParams({ PageSize: String(isExact ? limit : MAX_PAGE_SIZE) });
  if (contains !== null && contains.length >= SHORTEST_PATTERN) search.set('Contains', contains);
  if (smsCapable === true) search.set('SmsEnabled', 'true');
  return search;
}

/** Twilio's filters are not equivalent to ours. */
function matches(offer: NumberOffer, { contains, smsCapable }: NumberQuery): boolean {
  return (
    (contains === null || offer.phoneNumber.includes(contains)) &&
    (smsCapable === null || offer.smsCapable === smsCapable)
  );
}

function inOrder(offers: readonly NumberOffer[]): NumberOffer[] {
  return offers.toSorted((one, other) => one.phoneNumber.localeCompare(other.phoneNumber));
}

/**
 * Monthly prices of a country's numbers for this account, by kind (`local`, `mobile`). Empty if Twilio does not
 * respond, because search works without prices. https://www.twilio.com/docs/phone-numbers/pricing
 */
async function monthlyPrices(
  api: TwilioApi,
  countryCode: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, MonthlyPrice>> {
  try {
    const answer = await getJson(
      api,
      api.url('pricing', `/v1/PhoneNumbers/Countries/${countryCode}`),
      signal,
    );
    return readPrices(answer);
  } catch (error) {
    if (error instanceof ProviderError) return new Map();
    throw error;
  }
}

function readPrices(answer: Record<string, unknown>): Map<string, MonthlyPrice> {
  const currency = textAt(answer['price_unit'])?.toUpperCase() ?? '';
  if (!/^[A-Z]{3}$/.test(currency)) return new Map();
  return new Map(
    objectsAt(answer['phone_number_prices']).flatMap((fields) => {
      const kind = textAt(fields['number_type'])?.toLowerCase() ?? null;
      // The current price is the one that this account pays.
      const amount = Number(textAt(fields['current_price']) ?? textAt(fields['base_price']) ?? Number.NaN);
      return kind === null || !(amount >= 0) ? [] : [[kind, { amount, currency }] as const];
    }),
  );
}

/** Error codes for an unknown number, an unavailable number, and an area without numbers. */
const NOT_AVAILABLE = new Set(['21421', '21422', '21452', '20404']);

const OUTCOME_UNKNOWN =
  'It is unknown whether the number was bought. If it was, it will be added to the account automatically.';

interface Purchase extends NumberOrder {
  countryCode: string;
  /** Webhook for the number's inbound messages; null if absent. */
  inboundUrl: string | null;
  /** Webhook for the number's calls; null if absent. */
  callsUrl: string | null;
}

/**
 * Buys a number; null if it is not available. Without a clear response, Twilio's list shows whether it was bought.
 * https://www.twilio.com/docs/phone-numbers/api/incomingphonenumber-resource
 */
async function purchaseNumber(
  api: TwilioApi,
  purchase: Purchase,
  signal: AbortSignal,
): Promise<BoughtNumber | null> {
  const form = new URLSearchParams({ PhoneNumber: purchase.phoneNumber, FriendlyName: purchase.order });
  if (purchase.inboundUrl !== null) {
    form.set('SmsUrl', purchase.inboundUrl);
    form.set('SmsMethod', 'POST');
  }
  if (purchase.callsUrl !== null) {
    form.set('VoiceUrl', purchase.callsUrl);
    form.set('VoiceMethod', 'POST');
    form.set('VoiceFallbackUrl', purchase.callsUrl);
    form.set('VoiceFallbackMethod', 'POST');
    // Callers who hang up before the answer are only reported here.
    form.set('StatusCallback', purchase.callsUrl);
    form.set('StatusCallbackMethod', 'POST');
  }
  const answer = await postForm(api, api.url('api', listPath(api)), { form, signal });
  const outcome = readAnswer(answer, purchase.countryCode);
  if (outcome !== 'unknown') return outcome;
  const found = await findBought(api, purchase, signal).catch((error: unknown) => {
    throw new ProviderError('timeout', OUTCOME_UNKNOWN, error);
  });
  if (found !== null) return found;
  throw new ProviderError('timeout', OUTCOME_UNKNOWN);
}

/**
 * Null if the number is not available; `unknown` if it may have been bought. Throws a `ProviderError` if it certainly
 * was not.
 */
function readAnswer(answer: CarrierHttpResult, countryCode: string): BoughtNumber | null | 'unknown' {
  if (answer.kind === 'failure') {
    if (answer.mayHaveArrived) return 'unknown';
    throw new ProviderError(answer.cause === 'timeout' ? 'timeout' : 'unavailable', answer.reason);
  }
  const { status } = answer;
  const fields = objectAt(parseJsonObject(answer.body.toString()));
  if (status < 300) return readBought(fields, countryCode) ?? 'unknown';
  const words = textAt(fields['message']) ?? `status ${status}`;
  if (status === 429 || status === 503) throw new ProviderError('rate-limited', words);
  if (status >= 500 || status === 408 || status < 400) return 'unknown';
  if (NOT_AVAILABLE.has(textAt(fields['code']) ?? '')) return null;
  throw new ProviderError('rejected', `The provider rejected the purchase: ${words}`);
}

/** The bought number, which has the order's name in Twilio's list; null if it is not there. */
async function findBought(
  api: TwilioApi,
  { phoneNumber, order, countryCode }: NumberOrder & { countryCode: string },
  signal: AbortSignal,
): Promise<BoughtNumber | null> {
  const search = new URLSearchParams({ PhoneNumber: phoneNumber, FriendlyName: order, PageSize: '20' });
  const answer = await findJson(api, `${listPath(api)}?${search}`, signal);
  const ours = objectsAt(answer?.['incoming_phone_numbers']).find(
    (fields) => fields['phone_number'] === phoneNumber && fields['friendly_name'] === order,
  );
  return ours === undefined ? null : readBought(ours, countryCode);
}

function listPath(api: TwilioApi): string {
  return `/2010-04-01/Accounts/${api.accountSid}/IncomingPhoneNumbers.json`;
}

/** Fetches a resource; null for 404. Throws a `ProviderError` for anything but a JSON object. */
async function findJson(
  api: TwilioApi,
  path: string,
  signal: AbortSignal,
): Promise<Record<string, unknown> | null> {
  let isMissing = false;
  const http: CarrierHttp = async (request) => {
    const answer = await api.http(request);
    isMissing = answer.kind === 'response' && answer.status === 404;
    return answer;
  };
  try {
    return await fetchCarrierJson(http, {
      method: 'GET',
      url: api.url('api', path),
      headers: api.headers,
      timeoutMs: CARRIER_TIMEOUT_MS,
      maxResponseBytes: CARRIER_ANSWER_BYTES,
      signal,
    });
  } catch (error) {
    if (isMissing) return null;
    throw error;
  }
}

/** An available number; null without a phone number. */
function readOffer(fields: Record<string, unknown>, fallbackCountry: string): NumberOffer | null {
  const phoneNumber = e164(textAt(fields['phone_number']) ?? '');
  if (phoneNumber === null) return null;
  const countryCode = (textAt(fields['iso_country']) ?? fallbackCountry).toUpperCase();
  return { phoneNumber, countryCode, region: regionOf(fields, countryCode), smsCapable: hasSms(fields) };
}

/** A number of the account; null without its id. */
function readBought(fields: Record<string, unknown>, countryCode: string): BoughtNumber | null {
  const reference = textAt(fields['sid']);
  const offer = readOffer(fields, countryCode);
  return reference === null || offer === null ? null : { ...offer, reference };
}

/** Available numbers have `SMS`, numbers of the account `sms`. */
function hasSms(fields: Record<string, unknown>): boolean {
  const capabilities = objectAt(fields['capabilities']);
  return capabilities['sms'] === true || capabilities['SMS'] === true;
}

function regionOf(fields: Record<string, unknown>, countryCode: string): string {
  const parts = [textAt(fields['locality']), textAt(fields['region'])].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(', ') : countryName(countryCode);
}
