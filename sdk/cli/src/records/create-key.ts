import { connect } from '../account/connection.ts';
import { requiredOption, textOption } from '../program/option-values.ts';
import type { Invocation } from '../program/verb.ts';

interface CreatedKey {
  api_key: { name: string; token: string };
}

/** Creates an API key and prints only its token, for use in scripts. */
export async function createKey(invocation: Invocation): Promise<number> {
  const { options, terminal } = invocation;
  const body = {
    name: requiredOption(options, 'name'),
    expires_at: textOption(options, 'expiresAt') ?? null,
    role: textOption(options, 'role') ?? null,
  };
  const api = await connect(invocation);
  const { api_key: key } = await api.create<CreatedKey>('/user/api-keys', body);
  terminal.line(terminal.isJson ? JSON.stringify(key, null, 2) : key.token);
  return 0;
}
