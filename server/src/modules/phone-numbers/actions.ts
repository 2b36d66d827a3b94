import type { z } from 'zod';
import {
  countryOf,
  type offeredNumber,
  type PhoneNumberView,
  type sandboxNumberRequest,
  type searchNumbersQuery,
  toE164,
} from '#contract/phone-numbers.ts';
import type { Context } from '../../core/context.ts';
import { AppError, notFound } from '../../core/errors.ts';
import type { Database } from '../../db/client.ts';
import { ProviderError } from '../../providers/interfaces/provider-error.ts';
import type { TelephonyNumbers } from '../../providers/interfaces/telephony-numbers.ts';
import { buyNumber } from './orders/buy-number.ts';
import { regionOf, TYPE_LABELS } from './rules.ts';
import {
  findOwn,
  findOwners,
  findSource,
  findTaken,
  hasNumber,
  insertNumber,
  type OwnNumber,
  readAssistantNumbers,
  readNumbers,
  removeNumber,
} from './store.ts';
import type { PhoneNumberDependencies } from './wiring/dependencies.ts';

/** All numbers of the account as JSON text. */
export function listNumbers({ database }: PhoneNumberDependencies, context: Context): Promise<string> {
  return readNumbers(database, context.userId, { onlyForSms: false });
}

/** SMS-capable numbers with an active subscription as JSON text. */
export function listSmsNumbers({ database }: PhoneNumberDependencies, context: Context): Promise<string> {
  return readNumbers(database, context.userId, { onlyForSms: true });
}

/** Numbers that an assistant of this type may use, as JSON text. */
export function listAssistantNumbers(
  { database }: PhoneNumberDependencies,
  context: Context,
  type: 'inbound' | 'outbound' | null,
): Promise<string> {
  return readAssistantNumbers(database, context.userId, { isForInbound: type === 'inbound' });
}

/** The numbers in `numbers` (E.164) that already belong to an account. */
export function takenNumbers(database: Database, numbers: readonly string[]): Promise<ReadonlySet<string>> {
  return findTaken(database, numbers);
}

/** A number of the account; null if unknown. */
export function findOwnNumber(database: Database, userId: number, id: number): Promise<OwnNumber | null> {
  return findOwn(database, userId, id);
}

/** Accounts that have this number (E.164) from a provider. */
export function findOwnersOfNumber(
  database: Database,
  about: { provider: string; phoneNumber: string },
): Promise<OwnNumber[]> {
  return findOwners(database, about.provider, about.phoneNumber);
}

const DEFAULT_OFFERS = 20;

/** Numbers currently for sale at the configured provider. */
export async function searchNumbers(
  dependencies: PhoneNumberDependencies,
  context: Context,
  query: z.output<typeof searchNumbersQuery>,
): Promise<z.output<typeof offeredNumber>[]> {
  const shop = requireShop(dependencies);
  const wanted = {
    countryCode: query.country_code.toUpperCase(),
    contains: query.contains ?? null,
    smsCapable: query.sms_capable ?? null,
    limit: query.limit ?? DEFAULT_OFFERS,
  };
  const offers = await answerOf(() => shop.search(wanted, context.signal));
  return offers.map((offer) => ({
    phone_number: offer.phoneNumber,
    country_code: offer.countryCode,
    type: 'normal',
    type_label: TYPE_LABELS.normal,
    sms_capable: offer.smsCapable,
    region: offer.region,
    monthly_price: offer.monthlyPrice,
  }));
}

/** Buys a number. Throws `conflict` if it is not for sale or someone else has just bought it. */
export async function purchaseNumber(
  dependencies: PhoneNumberDependencies,
  context: Context,
  phoneNumber: string,
): Promise<PhoneNumberView> {
  const shop = requireShop(dependencies);
  const wanted = toE164(phoneNumber) ?? phoneNumber;
  // Checked before anything is paid.
  if (await hasNumber(dependencies.database, context.userId, wanted)) throw alreadyOwned();
  const { userId } = context;
  const stored = await answerOf(() => buyNumber(dependencies, shop, { userId, phoneNumber: wanted }));
  if (stored === null) throw new AppError('conflict', 'This phone number is no longer available.');
  return stored;
}

/** Releases a number at its provider, deletes it, and removes it from assistants. */
export async function deleteNumber(
  { database, carriers }: PhoneNumberDependencies,
  context: Context,
  id: number,
): Promise<void> {
  const source = await findSource(database, context.userId, id);
  if (source === null) throw notFound('Phone number');
  const { provider, provider_reference: reference } = source;
  if (reference !== null) {
    const carrier = carriers.get(provider);
    if (carrier === undefined) {
      throw new AppError(
        'unavailable',
        `The provider of this number (${provider}) is not configured on this server.`,
      );
    }
    // The number is released first: if it were deleted only here, it would be billed forever. Releasing twice is
    // harmless.
    await answerOf(() => carrier.release(reference, context.signal));
  }
  if (!(await removeNumber(database, context.userId, id))) throw notFound('Phone number');
}

const SANDBOX = 'sandbox';
const SANDBOX_COUNTRY = 'US';
const MAX_TRIES = 10;

/** Adds a sandbox number: the given one or the next free one. */
export async function addSandboxNumber(
  { database, carriers }: PhoneNumberDependencies,
  context: Context,
  input: z.output<typeof sandboxNumberRequest>,
): Promise<PhoneNumberView> {
  const settings = {
    type: input.type,
    smsCapable: input.sms_capable ?? input.type === 'normal',
    hasActiveSubscription: input.has_active_subscription ?? true,
    provider: SANDBOX,
  };
  if (input.phone_number != null) {
    const phoneNumber = toE164(input.phone_number) ?? input.phone_number;
    const place = { countryCode: countryOf(phoneNumber), region: regionOf(countryOf(phoneNumber)) };
    const number = { ...settings, ...place, phoneNumber, reference: null };
    const stored = await insertNumber(database, context.userId, number);
    if (stored === null) throw alreadyOwned();
    return stored;
  }
  const query = { countryCode: SANDBOX_COUNTRY, contains: null, smsCapable: null, limit: 1 };
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const [offer] = (await carriers.get(SANDBOX)?.search(query, context.signal)) ?? [];
    if (offer === undefined) break;
    const number = { ...offer, ...settings, reference: offer.phoneNumber };
    const stored = await insertNumber(database, context.userId, number);
    // Null means that another request took the number before the insert.
    if (stored !== null) return stored;
  }
  throw new AppError('unavailable', 'The sandbox has no free number left.');
}

function alreadyOwned(): AppError {
  return new AppError('conflict', 'You already have this phone number.');
}

function requireShop({ shop }: PhoneNumberDependencies): TelephonyNumbers {
  const found = shop();
  if (found === null)
    throw new AppError('unavailable', 'No telephony provider is configured on this server.');
  return found;
}

async function answerOf<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new AppError('unavailable', providerTrouble(error), { cause: error });
  }
}

function providerTrouble(error: ProviderError): string {
  if (error.code === 'rejected') return error.message;
  return error.code === 'timeout'
    ? 'The telephony provider did not answer in time. If it completed the request, the number will be added later.'
    : 'The telephony provider sent an invalid response.';
}
