import type { VENDOR_FIELD_KINDS, VendorFieldName, VendorUse } from '#contract/vendors.ts';

/** A setting of a vendor, in the console or in the environment. */
export interface VendorField {
  name: VendorFieldName;
  kind: (typeof VENDOR_FIELD_KINDS)[number];
  /** The environment variable with the same meaning. */
  variable: string;
  isRequired: boolean;
  /** The value that is used if the setting is empty; null if it has none. */
  standard: string | null;
}

/** A vendor that can be connected in the console instead of by environment variables. */
export interface Vendor {
  /** Never change it: stored connections have it. */
  code: string;
  name: string;
  uses: readonly VendorUse[];
  /** If one of these variables is set, the environment configures the vendor. */
  variables: readonly string[];
  fields: readonly VendorField[];
}
