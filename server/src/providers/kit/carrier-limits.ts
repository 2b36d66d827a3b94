/** What is waited for and read of a carrier's answers. */
export const CARRIER_TIMEOUT_MS = 20_000;
export const CARRIER_ANSWER_BYTES = 4 * 1024 * 1024;

/** Pictures, voice and video of customers stay below this; of documents only very large ones do not. */
export const MEDIA_BYTES = 16 * 1024 * 1024;
export const MEDIA_TIMEOUT_MS = 60_000;

/** Pages of templates that are read: enough for any account, an end for a carrier that goes round in circles. */
export const MAX_TEMPLATE_PAGES = 100;
