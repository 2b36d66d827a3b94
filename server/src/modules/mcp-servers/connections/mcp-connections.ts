import type { CallToolResult, PriorDiscovery, Tool } from '@modelcontextprotocol/client';
import { idleLimit } from '../../../agent/time-limit.ts';
import { ToolNotReached } from '../../../agent/tool.ts';
import type { Clock } from '../../../core/clock.ts';
import { AppError } from '../../../core/errors.ts';
import type { OutboundClient } from '../../../http/outbound/outbound-request.ts';
import {
  connectMcp,
  type McpCall,
  type McpConnection,
  type McpEndpoint,
  NegotiationFailed,
  SessionLost,
} from './mcp-connection.ts';

/** A server with one revision of its settings. */
export interface McpTarget extends McpEndpoint {
  id: number;
  /** Differs after each change of the settings. */
  revision: string;
}

interface Deps {
  outbound: OutboundClient;
  clock: Clock;
  userAgent: string;
}

interface OpenConnection {
  serverId: number;
  connection: Promise<McpConnection>;
  /** Requests that have no answer yet. */
  running: Set<Promise<unknown>>;
  idle: ReturnType<typeof idleLimit>;
  stop: AbortController;
}

const IDLE_MS = 300_000;
/** Longer than the interval at which stored lists are renewed, so that notifications of a server in use are not missed. */
const LISTENING_MS = 900_000;
const MAX_OPEN = 2_000;

/**
 * Sessions at MCP servers. Each conversation has its own, because servers may keep state of a session, such as a login,
 * that the next customer must not inherit. One more per server lists its tools and receives notifications of changes.
 */
export class McpConnections {
  readonly #deps: Deps;
  readonly #open = new Map<string, OpenConnection>();
  /** Those that are being opened. */
  readonly #pending = new Set<AbortController>();
  readonly #closing = new Set<Promise<unknown>>();
  /** Negotiated protocol versions by server and revision. */
  readonly #priors = new Map<string, PriorDiscovery>();
  #isClosed = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Lists the tools. For `LISTENING_MS` afterwards, calls `onChanged` when the server announces a change of its tools. */
  listTools(target: McpTarget, onChanged: () => void, signal: AbortSignal): Promise<Tool[]> {
    const key = keyOf(target, 'tools');
    return this.#use(target, { key, onChanged }, (one) => one.listTools(signal));
  }

  /** @param subject the conversation or call, which gets its own session */
  callTool(
    target: McpTarget,
    { subject, ...call }: McpCall & { subject: string },
    signal: AbortSignal,
  ): Promise<CallToolResult> {
    return this.#use(target, { key: keyOf(target, subject) }, (one) => one.callTool(call, signal));
  }

  /** Ends all sessions at a server whose settings changed. */
  forget(serverId: number): void {
    for (const [key, one] of this.#open) if (one.serverId === serverId) this.#end(key, one);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const [key, one] of this.#open) this.#end(key, one);
    for (const stop of this.#pending) stop.abort(stopping());
    await Promise.allSettled(this.#closing);
  }

  /** Uses the open session, or opens one. If the server no longer knows the session, retries once with a new one. */
  async #use<T>(
    target: McpTarget,
    about: { key: string; onChanged?: () => void },
    work: (connection: McpConnection) => Promise<T>,
  ): Promise<T> {
    const known = this.#open.get(about.key);
    const open = known ?? this.#begin(target, about);
    open.idle.touch();
    // Keeps the map in order of use: the least recently used session is first.
    if (known !== undefined) {
      this.#open.delete(about.key);
      this.#open.set(about.key, known);
    }
    try {
      return await run(open, work);
    } catch (error) {
      const isLost = error instanceof SessionLost;
      // The session that lists tools also receives notifications, so a broken one is replaced.
      if (isLost || about.onChanged !== undefined) this.#end(about.key, open);
      if (!isLost) throw error;
      // Parallel calls that lost the same session share the next one.
      const next = this.#open.get(about.key) ?? this.#begin(target, about);
      try {
        return await run(next, work);
      } catch (again) {
        throw again instanceof SessionLost
          ? new ToolNotReached('unavailable', 'The MCP server lost the session.')
          : again;
      }
    }
  }

  #begin(target: McpTarget, { key, onChanged }: { key: string; onChanged?: () => void }): OpenConnection {
    if (this.#isClosed) throw stopping();
    const [oldestKey, oldest] = this.#open.entries().next().value ?? [];
    if (this.#open.size >= MAX_OPEN && oldestKey !== undefined && oldest !== undefined)
      this.#end(oldestKey, oldest);
    const stop = new AbortController();
    const open: OpenConnection = {
      serverId: target.id,
      connection: this.#connect(target, onChanged, stop.signal),
      running: new Set(),
      idle: idleLimit(this.#deps.clock, onChanged === undefined ? IDLE_MS : LISTENING_MS, () =>
        this.#end(key, open),
      ),
      stop,
    };
    this.#open.set(key, open);
    this.#pending.add(stop);
    open.connection
      // The next use connects again.
      .catch(() => this.#end(key, open))
      .finally(() => this.#pending.delete(stop));
    return open;
  }

  async #connect(
    target: McpTarget,
    onToolsChanged: (() => void) | undefined,
    signal: AbortSignal,
  ): Promise<McpConnection> {
    const priorKey = keyOf(target, 'prior');
    const connect = (prior: PriorDiscovery | undefined): Promise<McpConnection> =>
      connectMcp(target, { ...this.#deps, prior, onToolsChanged }, signal);
    const prior = onToolsChanged === undefined ? this.#priors.get(priorKey) : undefined;
    const connection = await connect(prior)
      .catch((error: unknown) => {
        if (error instanceof NegotiationFailed) return connect({ kind: 'legacy' });
        // The server may have been updated to another version of the protocol.
        if (prior === undefined || signal.aborted) throw error;
        return connect(undefined);
      })
      .catch((error: unknown) => {
        throw error instanceof AppError
          ? new ToolNotReached(error.code, error.message, { cause: error })
          : error;
      });
    this.#priors.set(priorKey, connection.prior);
    return connection;
  }

  #end(key: string, one: OpenConnection): void {
    if (this.#open.get(key) !== one) return;
    this.#open.delete(key);
    one.idle[Symbol.dispose]();
    const closing = one.connection
      .then(async (connection) => {
        // Parallel requests of a lost session learn from their own answers that it is lost.
        if (!this.#isClosed) await Promise.allSettled(one.running);
        await connection.close();
      })
      .catch(() => undefined)
      .finally(() => {
        one.stop.abort();
        this.#closing.delete(closing);
      });
    this.#closing.add(closing);
  }
}

async function run<T>(
  { connection, running }: OpenConnection,
  work: (connection: McpConnection) => Promise<T>,
): Promise<T> {
  const result = connection.then(work);
  running.add(result);
  try {
    return await result;
  } finally {
    running.delete(result);
  }
}

function stopping(): AppError {
  return new ToolNotReached('unavailable', 'The server is stopping.');
}

function keyOf({ id, revision }: McpTarget, what: string): string {
  return `${id} ${revision} ${what}`;
}
