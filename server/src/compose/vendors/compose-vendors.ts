import { storedVendorProblems } from '../../config/stored-vendors.ts';
import { variableOf } from '../../config/vendor-variables.ts';
import type { VendorDependencies } from '../../modules/vendors/dependencies.ts';
import type { ModuleDeps } from '../module-deps.ts';
import type { LiveProviders } from './provider-set.ts';
import { createVendorTester } from './test-vendor.ts';

export function composeVendors(deps: ModuleDeps, { refresh }: LiveProviders): VendorDependencies {
  const { database, secretBox, secrets, notifier } = deps;
  return {
    database,
    secretBox,
    connections: {
      variableOf: (vendor) => variableOf(secrets, vendor),
      problems: (vendor, settings) => storedVendorProblems({ vendor, settings }),
      apply: async () => {
        notifier.notifyOthers('vendors', []);
        await refresh();
      },
      test: createVendorTester(deps),
    },
  };
}
