export interface NumberQuery {
  /** Two upper-case letters. */
  countryCode: string;
  /** Digits that the number holds; null: any. */
  contains: string | null;
  /** Null: either. */
  smsCapable: boolean | null;
  limit: number;
}

export interface NumberOffer {
  /** E.164 */
  phoneNumber: string;
  countryCode: string;
  /** For people: a city, a state or a country. */
  region: string;
  smsCapable: boolean;
}

export interface MonthlyPrice {
  amount: number;
  /** ISO 4217 */
  currency: string;
}

export interface PricedOffer extends NumberOffer {
  /** What the provider takes each month for having it; null: it does not tell. */
  monthlyPrice: MonthlyPrice | null;
}

export interface BoughtNumber extends NumberOffer {
  /** How the provider calls it; unique there, and what `release` takes. */
  reference: string;
}

export interface NumberOrder {
  /** E.164 */
  phoneNumber: string;
  /** Our name of the purchase, unique; the provider keeps it with the number. At most 64 letters, digits and dashes. */
  order: string;
}

/** Phone numbers of a telephony provider. All verbs throw a `ProviderError` when it does not answer as it should. */
export interface TelephonyNumbers {
  /** Stable, stored with each number. */
  readonly name: string;
  /** What can be bought now, in an order that does not depend on chance. */
  search(query: NumberQuery, signal: AbortSignal): Promise<PricedOffer[]>;
  /**
   * Null: not on offer, or not any more. A failure may have come after the number was bought: `findBought` tells, and
   * the same order is never bought twice.
   */
  purchase(order: NumberOrder, signal: AbortSignal): Promise<BoughtNumber | null>;
  /** The number that an earlier purchase of this order has bought; null: none. */
  findBought(order: NumberOrder, signal: AbortSignal): Promise<BoughtNumber | null>;
  /** Gives a number back; one that is gone already is no error. */
  release(reference: string, signal: AbortSignal): Promise<void>;
}
