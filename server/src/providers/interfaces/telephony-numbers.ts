export interface NumberQuery {
  /** Two upper-case letters. */
  countryCode: string;
  /** Digits in the number; null for any. */
  contains: string | null;
  /** Null for either. */
  smsCapable: boolean | null;
  limit: number;
}

export interface NumberOffer {
  /** E.164 */
  phoneNumber: string;
  countryCode: string;
  /** Display name: a city, a state or a country. */
  region: string;
  smsCapable: boolean;
}

export interface MonthlyPrice {
  amount: number;
  /** ISO 4217 */
  currency: string;
}

export interface PricedOffer extends NumberOffer {
  /** The provider's monthly price; null if the provider does not report it. */
  monthlyPrice: MonthlyPrice | null;
}

export interface BoughtNumber extends NumberOffer {
  /** The provider's unique id, which `release` takes. */
  reference: string;
}

export interface NumberOrder {
  /** E.164 */
  phoneNumber: string;
  /** Our unique id of the purchase, stored by the provider with the number. At most 64 letters, digits and dashes. */
  order: string;
}

/** Phone numbers of a telephony provider. All verbs throw a `ProviderError` for an unexpected response. */
export interface TelephonyNumbers {
  /** Stable, stored with each number. */
  readonly name: string;
  /** Numbers available now, in a deterministic order. */
  search(query: NumberQuery, signal: AbortSignal): Promise<PricedOffer[]>;
  /**
   * Null if the number is not available (any more). After a failure, it may have been bought: see `findBought`. The
   * same order is never bought twice.
   */
  purchase(order: NumberOrder, signal: AbortSignal): Promise<BoughtNumber | null>;
  /** The number that an earlier purchase of this order bought; null if absent. */
  findBought(order: NumberOrder, signal: AbortSignal): Promise<BoughtNumber | null>;
  /** Releases a number; a released one is not an error. */
  release(reference: string, signal: AbortSignal): Promise<void>;
}
