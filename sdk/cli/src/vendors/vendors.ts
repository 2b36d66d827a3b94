import type { Api } from '../api/api.ts';
import { CommandError } from '../terminal/failures.ts';

export interface Vendor {
  code: string;
  name: string;
  state: string;
  variable: string | null;
  key_hint: string | null;
  settings: Readonly<Record<string, unknown>>;
  fields: readonly { name: string; kind: string; is_required: boolean }[];
  used_by: { assistants: number; phone_numbers: number; knowledgebases: number };
}

export interface VendorTest {
  works: boolean;
  message: string;
  elapsed_ms: number;
}

export async function vendorsOf(api: Api): Promise<readonly Vendor[]> {
  return (await api.get<{ data: Vendor[] }>('/user/vendors')).data;
}

export async function vendorOf(api: Api, code: string): Promise<Vendor> {
  const all = await vendorsOf(api);
  const found = all.find((one) => one.code === code);
  if (found !== undefined) return found;
  throw new CommandError(`There is no vendor "${code}" (vendors: ${all.map((one) => one.code).join(', ')}).`);
}

/** Throws a `CommandError` if the vendor does not work. */
export async function tested(api: Api, { code }: Vendor, settings: object): Promise<VendorTest> {
  const { data } = await api.send<{ data: VendorTest }>('POST', `/user/vendors/${code}/test`, settings);
  if (data.works) return data;
  throw new CommandError(data.message);
}
