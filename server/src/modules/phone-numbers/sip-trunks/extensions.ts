import type { Executor } from '../../../db/client.ts';

/** The number of an extension, with the data for calling it. */
interface Extension {
  id: number;
  user_id: number;
  phone_number: string;
  type: 'normal' | 'sip' | 'caller_id';
  provider: string;
}

interface Named {
  user: string;
  /** Null if only a number was given. */
  host: string | null;
}

const SIP_ADDRESS = /^sips?:([^@:;?]+)(?::[^@]*)?@(\[[0-9a-f:.]+\]|[^:;?@[\]]+)(?::\d+)?(?:[;?].*)?$/i;

/**
 * Finds an account's extension by its number, or by a SIP URI with its number or username at this installation; null if
 * unknown.
 * @param ownHosts hosts of this installation, in lower case; hosts that its phones registered with count as well
 */
export async function findExtension(
  database: Executor,
  { userId, named, ownHosts }: { userId: number; named: string; ownHosts: readonly string[] },
): Promise<Extension | null> {
  const read = readNamed(named);
  if (read === null) return null;
  const [row] = await database.query<Extension>(
    `select number.id, number.user_id, number.phone_number, number.type, number.provider
     from sip_trunks trunk join phone_numbers number on number.id = trunk.phone_number_id
     where trunk.user_id = $1 and trunk.sip_trunk_type = 'extension'
       and (number.phone_number = $2 or ($3::text is not null and trunk.sip_username = $2))
       and ($3::text is null or $4 or exists (
         select from sip_bindings binding
         where binding.phone_number_id = number.id and binding.expires_at > clock_timestamp()
           and (lower(binding.domain) = $3 or starts_with(lower(binding.domain), $3 || ':'))))
     order by number.phone_number = $2 desc, number.id limit 1`,
    [userId, read.user, read.host, read.host !== null && ownHosts.includes(read.host)],
  );
  return row ?? null;
}

/** Returns null if the text is neither a number nor a SIP URI. International numbers are never extensions. */
function readNamed(text: string): Named | null {
  if (!/^sips?:/i.test(text)) return text === '' || text.startsWith('+') ? null : { user: text, host: null };
  const [, user, host] = SIP_ADDRESS.exec(text.trim()) ?? [];
  const decoded = decode(user ?? '');
  return host === undefined || decoded === null ? null : { user: decoded, host: host.toLowerCase() };
}

/** Decodes a percent-encoded name; null if invalid. */
function decode(text: string): string | null {
  try {
    const decoded = decodeURIComponent(text);
    return /^[^\p{Cc}]+$/u.test(decoded) ? decoded : null;
  } catch {
    return null;
  }
}
