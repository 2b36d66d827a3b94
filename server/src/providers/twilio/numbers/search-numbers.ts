import type { NumberOffer, NumberQuery, PricedOffer } from '../../interfaces/telephony-numbers.ts';
import { objectsAt } from '../../kit/json-parts.ts';
import type { TwilioApi } from '../api.ts';
import { findJson } from './find-json.ts';
import { monthlyPrices } from './monthly-prices.ts';
import { readOffer } from './read-number.ts';

/** Toll-free numbers are missing because they cannot send to most countries. */
const KINDS = ['Local', 'Mobile'] as const;
/** Twilio matches patterns of 2 to 16 characters. */
const SHORTEST_PATTERN = 2;
/** The largest page, for results that we filter ourselves. */
const MAX_PAGE_SIZE = 1000;

/** https://www.twilio.com/docs/phone-numbers/api/availablephonenumberlocal-resource */
export async function searchNumbers(
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
