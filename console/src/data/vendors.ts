import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  SaveVendor,
  saveVendorResponse,
  Vendor,
  VendorTest,
  vendorsResponse,
  vendorTestResponse,
} from '#contract/vendors.ts';
import { request } from '../lib/api/request.ts';

export type { SaveVendor, Vendor, VendorTest } from '#contract/vendors.ts';

export const vendorListQuery = queryOptions({
  queryKey: ['vendors'],
  queryFn: async ({ signal }) =>
    (await request<z.output<typeof vendorsResponse>>('/user/vendors', { signal })).data,
});

type Saved = z.output<typeof saveVendorResponse>;

export async function saveVendor(code: string, body: SaveVendor): Promise<Vendor> {
  return (await request<Saved>(`/user/vendors/${code}`, { method: 'PUT', body })).data;
}

export async function removeVendor(code: string): Promise<Vendor> {
  return (await request<Saved>(`/user/vendors/${code}`, { method: 'DELETE' })).data;
}

/** @param body without values, the current settings are tested */
export async function testVendor(code: string, body: SaveVendor = {}): Promise<VendorTest> {
  const answer = await request<z.output<typeof vendorTestResponse>>(`/user/vendors/${code}/test`, {
    method: 'POST',
    body,
  });
  return answer.data;
}
