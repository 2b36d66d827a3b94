import type { SaveVendor, VendorTest } from '#contract/vendors.ts';
import type { SecretBox } from '../../core/secret-box.ts';
import type { Database } from '../../db/client.ts';
import type { Vendor } from '../../providers/interfaces/vendor.ts';

export interface VendorDependencies {
  database: Database;
  secretBox: SecretBox;
  connections: VendorConnections;
}

/** The vendors that this process uses. */
export interface VendorConnections {
  /** The variable by which the environment configures the vendor; null if it does not. */
  variableOf(vendor: Vendor): string | null;
  /** Problems of complete settings, by field. */
  problems(vendor: Vendor, settings: SaveVendor): Record<string, string[]>;
  /** Applies stored connections in this process and notifies the others. Resolves when this process uses them. */
  apply(): Promise<void>;
  /** Sends a small request to the vendor. @param settings null for those of the environment */
  test(vendor: Vendor, settings: SaveVendor | null, signal: AbortSignal): Promise<VendorTest>;
}
