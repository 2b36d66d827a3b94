/** How clients reach the server: a socket in a private folder, or loopback with a password (Windows). */
export type Transport = { kind: 'socket'; socketDirectory: string } | { kind: 'loopback'; port: number };

export const roleName = 'parley';
/** The socket's file name carries a port number; nothing listens on it. */
export const socketPort = 5432;

/**
 * The server's settings for a laptop: small memory, full durability, no network. The file is written on
 * every start; `ALTER SYSTEM` overrides it.
 */
export function settingsFile(transport: Transport): string {
  const settings: Record<string, string> = {
    ...networkSettings(transport),
    // Enough for several servers (tests run them concurrently) and the command line.
    max_connections: '300',
    shared_buffers: '64MB',
    huge_pages: 'off',
    work_mem: '8MB',
    effective_cache_size: '1GB',
    random_page_cost: '1.1',
    jit: 'off',
    io_method: 'sync',
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_wal_size: '256MB',
    min_wal_size: '32MB',
    fsync: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // Failing statements and the values in their details may hold personal data: neither is logged.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_line_prefix: '%m [%p] ',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`);
  return ['# Written on every start. Change settings with ALTER SYSTEM.', ...lines, ''].join('\n');
}

function networkSettings(transport: Transport): Record<string, string> {
  if (transport.kind === 'loopback') {
    return { listen_addresses: '127.0.0.1', port: String(transport.port), unix_socket_directories: '' };
  }
  // The setting is a comma-separated list: quotes keep a comma in the path.
  const directory = `"${transport.socketDirectory.replaceAll('"', '""')}"`;
  return {
    listen_addresses: '',
    port: String(socketPort),
    unix_socket_directories: directory,
    unix_socket_permissions: '0700',
  };
}

/** pg_hba.conf: one role, authenticated by OS user on the socket and by password on loopback. */
export function accessFile(transport: Transport): string {
  if (transport.kind === 'socket') return `local all ${roleName} peer map=parley\n`;
  return `host all ${roleName} 127.0.0.1/32 scram-sha-256\n`;
}

/** pg_ident.conf: OS users allowed to log in as the role. */
export function accountsFile(osUsers: string[]): string {
  return [...new Set(osUsers)].map((name) => `parley "${name}" ${roleName}\n`).join('');
}
