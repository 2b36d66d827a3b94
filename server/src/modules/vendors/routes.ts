import { z } from 'zod';
import type { Holding } from '#contract/validation.ts';
import {
  type SaveVendor,
  saveVendorRequest,
  saveVendorResponse,
  testVendorRequest,
  vendorsResponse,
  vendorTestResponse,
} from '#contract/vendors.ts';
import { defineRoute, type RateRule, type Route } from '../../http/route.ts';
import {
  connectVendor,
  disconnectVendor,
  listVendors,
  settingErrors,
  testErrors,
  testVendor,
} from './actions.ts';
import type { VendorDependencies } from './dependencies.ts';

const shared = {
  tag: 'Vendors',
  access: 'account',
  errors: 'message',
  resource: 'Vendor',
} as const;
const params = z.object({ code: z.string().max(64).describe('Code of the vendor, such as `openai`.') });

/** Each test costs a little at the vendor. */
const TESTS: RateRule = { name: 'vendor-tests', limit: 30, windowMs: 60_000, per: 'user' };

export function vendorRoutes(dependencies: VendorDependencies): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'vendors.list',
      description: 'Only for the owner of the installation. Keys are never returned.',
      path: '/user/vendors',
      summary: 'List all vendors, their state and the settings that they take',
      success: { status: 200, schema: vendorsResponse },
      refusals: [403],
      handle: async (context) => ({ data: await listVendors(dependencies, context) }),
    }),
    defineRoute({
      ...shared,
      method: 'PUT',
      operationId: 'vendors.update',
      description:
        'Only for the owner of the installation. Applies to new calls and chats within a second, without a restart. Replaces all settings, but keeps keys that are left out. Does not contact the vendor: test the settings first. If an environment variable configures the vendor, the answer is 409.',
      example: { api_key: 'sk-example-0123456789' },
      path: '/user/vendors/:code',
      summary: 'Connect a vendor, or change its settings',
      params,
      body: saveVendorRequest,
      success: { status: 200, schema: saveVendorResponse },
      refusals: [403, 409],
      check: (context, { params: { code }, body }) =>
        settingErrors(dependencies, context, { code, request: validPart(body) }),
      handle: async (context, { params: { code }, body }) => ({
        message: 'Vendor connected.',
        data: await connectVendor(dependencies, context, { code, request: body }),
      }),
    }),
    defineRoute({
      ...shared,
      method: 'DELETE',
      operationId: 'vendors.delete',
      description:
        'Only for the owner of the installation. Deletes the stored key and settings. Calls and chats under way continue; new ones of assistants that use the vendor fail or use a fallback.',
      path: '/user/vendors/:code',
      summary: 'Disconnect a vendor and delete its key',
      params,
      success: { status: 200, schema: saveVendorResponse },
      refusals: [403],
      handle: async (context, { params: { code } }) => ({
        message: 'Vendor disconnected.',
        data: await disconnectVendor(dependencies, context, code),
      }),
    }),
    defineRoute({
      ...shared,
      method: 'POST',
      operationId: 'vendors.test',
      description:
        'Only for the owner of the installation. Sends one small request, which the vendor may charge for, and waits at most 20 seconds. Without a body, tests the current settings, including those of the environment. Saves nothing.',
      path: '/user/vendors/:code/test',
      summary: 'Test a vendor with new or current settings',
      params,
      body: testVendorRequest,
      success: { status: 200, schema: vendorTestResponse },
      refusals: [403],
      limit: TESTS,
      holdsNoConnection: true,
      check: (context, { params: { code }, body }) =>
        testErrors(dependencies, context, { code, request: validPart(body) }),
      handle: async (context, { params: { code }, body }) => ({
        data: await testVendor(dependencies, context, { code, request: body }),
      }),
    }),
  ];
}

/** The valid settings of a request; lists without their invalid items. */
function validPart(body: Holding<SaveVendor>): SaveVendor {
  const { models, vision_models, realtime_models, voices, ...rest } = body;
  const valid = (list: typeof models): string[] | null => list?.filter((item) => item !== undefined) ?? null;
  return {
    ...rest,
    models: valid(models),
    vision_models: valid(vision_models),
    realtime_models: valid(realtime_models),
    voices: valid(voices),
  };
}
