export const CARRIER_TIMEOUT_MS = 20_000;
export const CARRIER_ANSWER_BYTES = 4 * 1024 * 1024;

/** Customers' pictures, audio and video are smaller; only very large documents are not. */
export const MEDIA_BYTES = 16 * 1024 * 1024;
export const MEDIA_TIMEOUT_MS = 60_000;

/** Template pages to read: more than any account has, but a limit for a carrier with cyclic pages. */
export const MAX_TEMPLATE_PAGES = 100;
