import type { Vendor } from '../providers/interfaces/vendor.ts';
import { VENDORS } from '../providers/vendors.ts';
import type { EnvironmentReader } from './environment-reader.ts';

/** Names of the vendors' variables that are set. */
export function setVendorVariables(reader: EnvironmentReader): string[] {
  const names = VENDORS.flatMap(({ variables }) => variables);
  return names.filter((name) => reader.text(name) !== null);
}

/** The variable by which the environment configures a vendor; null if it does not. */
export function variableOf(
  { vendorVariables }: { vendorVariables: readonly string[] },
  vendor: Vendor,
): string | null {
  return vendor.variables.find((name) => vendorVariables.includes(name)) ?? null;
}
