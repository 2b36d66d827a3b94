import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { unfilledNames } from '#contract/render-variables.ts';
import type { CreateTool, Tool, ToolHeader, ToolTest, UpdateTool } from '#contract/tools.ts';
import type { FieldErrors } from '#contract/validation.ts';
import { checkArguments } from '../../agent/check-arguments.ts';
import { type AgentTool, type ToolCallContext, toolFailure } from '../../agent/tool.ts';
import type { Clock } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { AppError, invalid, notFound } from '../../core/errors.ts';
import type { SecretBox } from '../../core/secret-box.ts';
import type { Database } from '../../db/client.ts';
import type { OutboundClient } from '../../http/outbound/outbound-request.ts';
import { savedUrlErrors } from '../../http/outbound/saved-url.ts';
import { KNOWLEDGE_TOOL_NAME } from '../../providers/interfaces/conventions.ts';
import { ProviderError } from '../../providers/interfaces/provider-error.ts';
import { executeTool, type SignTool, type ToolOutcome } from './execution/execute-tool.ts';
import {
  filledHeaders,
  foundValues,
  offeredNames,
  type PlanProblem,
  parametersSchema,
  planCall,
  withDummies,
} from './rules.ts';
import {
  findTool,
  findTools,
  findToolsById,
  insertTool,
  removeTool,
  type ToolRow,
  updateTool,
} from './store.ts';

export interface ToolDependencies {
  database: Database;
  clock: Clock;
  secretBox: SecretBox;
  /** The SSRF-guarded HTTP client. */
  outbound: OutboundClient;
  /** Signs requests in the same way as webhooks. */
  sign: SignTool;
}

const DEFAULT_TIMEOUT_SECONDS = 10;

export async function listTools(dependencies: ToolDependencies, context: Context): Promise<Tool[]> {
  const rows = await findTools(dependencies.database, context.userId);
  return rows.map((row) => present(dependencies, context.userId, row));
}

export async function readTool(dependencies: ToolDependencies, context: Context, id: number): Promise<Tool> {
  return present(dependencies, context.userId, await requireTool(dependencies, context.userId, id));
}

export async function createTool(
  dependencies: ToolDependencies,
  context: Context,
  input: CreateTool,
): Promise<Tool> {
  const { userId } = context;
  const row = await insertTool(dependencies.database, userId, {
    name: input.name,
    description: input.description,
    endpoint: input.endpoint,
    method: input.method,
    timeout: input.timeout ?? DEFAULT_TIMEOUT_SECONDS,
    encryptedHeaders: encryptHeaders(dependencies, userId, input.headers ?? []),
    schema: input.schema ?? [],
  });
  return present(dependencies, userId, row);
}

/** Changes only the given fields. Headers and schema are replaced as a whole; null restores the default. */
export async function changeTool(
  dependencies: ToolDependencies,
  context: Context,
  { id, input }: { id: number; input: UpdateTool },
): Promise<Tool> {
  const { userId } = context;
  const { headers, schema, timeout } = input;
  const about = { userId, id };
  const row = await updateTool(dependencies.database, about, {
    name: input.name ?? null,
    description: input.description ?? null,
    endpoint: input.endpoint ?? null,
    method: input.method ?? null,
    timeout: timeout === undefined ? null : (timeout ?? DEFAULT_TIMEOUT_SECONDS),
    encryptedHeaders: headers === undefined ? null : encryptHeaders(dependencies, userId, headers ?? []),
    schema: schema === undefined ? null : (schema ?? []),
  });
  if (row === null) throw notFound('Tool');
  return present(dependencies, userId, row);
}

/** @param stored the tool's endpoint; null for a new tool */
export function endpointErrors(
  { outbound }: ToolDependencies,
  { url, stored }: { url: string | undefined; stored: string | null },
): FieldErrors {
  return savedUrlErrors(outbound, 'endpoint', { url, stored });
}

/** Also removes the tool from all assistants, in the same transaction. */
export async function deleteTool(
  { database }: ToolDependencies,
  context: Context,
  id: number,
): Promise<void> {
  if (!(await removeTool(database, context.userId, id))) throw notFound('Tool');
}

/** Rejects trial values that do not fit the tool's parameters. */
export async function checkTrial(
  dependencies: ToolDependencies,
  context: Context,
  { id, given }: { id: number; given: Record<string, unknown> },
): Promise<FieldErrors> {
  const { schema } = await requireTool(dependencies, context.userId, id);
  const errors: FieldErrors = {};
  for (const [name, value] of Object.entries(given)) {
    const parameter = schema.find((candidate) => candidate.name === name);
    if (parameter === undefined) errors[`arguments.${name}`] = [`This tool has no parameter ${name}.`];
    else if (value !== null && !checkArguments(parametersSchema([parameter]), { [name]: value }).ok) {
      errors[`arguments.${name}`] = [`The arguments.${name} field must be a ${parameter.type}.`];
    }
  }
  return errors;
}

/** Runs the tool once. A failure of its endpoint is a result, not an error. */
export async function tryTool(
  dependencies: ToolDependencies,
  context: Context,
  {
    id,
    given,
    variables,
  }: { id: number; given: Record<string, unknown>; variables: Record<string, unknown> },
): Promise<ToolTest> {
  const { userId, signal } = context;
  const { clock } = dependencies;
  const tool = await requireTool(dependencies, userId, id);
  const checked = checkArguments(parametersSchema(tool.schema), withDummies(tool.schema, given));
  if (!checked.ok) throw invalid({ arguments: checked.problems.map((text) => `${text}.`) });
  const ownHeaders = openHeaders(dependencies, userId, tool);
  const texts = [tool.endpoint, ...ownHeaders.map(({ value }) => value)];
  const dummies = Object.fromEntries(unfilledNames(texts, variables).map((name) => [name, 'test']));
  const values = { ...variables, ...dummies };
  const plan = planCall(tool, checked.arguments, values);
  if ('problem' in plan) throw invalid(misplacedFields(plan));
  const headers = filledHeaders(ownHeaders, values);
  const startedAt = clock.monotonicMs();
  const { method, timeout } = tool;
  const request = { userId, method, plan, headers, timeoutMs: timeout * 1000, call: { key: randomUUID() } };
  const outcome = await executeTool(dependencies, request, signal);
  return {
    succeeded: outcome.kind === 'answer' && outcome.answer.status < 400,
    request: { method: tool.method, url: plan.url, body: plan.body },
    result: asResult(outcome),
    duration_ms: clock.monotonicMs() - startedAt,
  };
}

function misplacedFields({ parameters, variables }: PlanProblem): FieldErrors {
  const fields = [
    ...parameters.map((name) => `arguments.${name}`),
    ...variables.map((name) => `variables.${name}`),
  ];
  return Object.fromEntries(
    fields.map((field) => [field, [`The ${field} field must be a value that can be part of a URL.`]]),
  );
}

/** The account's tools with these ids, as agent tools. Runs one statement, or none without ids. */
export async function agentTools(
  dependencies: ToolDependencies,
  { userId, toolIds, reserved }: { userId: number; toolIds: readonly number[]; reserved: readonly string[] },
): Promise<AgentTool[]> {
  if (toolIds.length === 0) return [];
  const rows = await findToolsById(dependencies.database, userId, toolIds);
  const names = offeredNames(
    rows.map((row) => row.name),
    [KNOWLEDGE_TOOL_NAME, ...reserved],
  );
  return rows.map((row, index) => ({
    description: {
      name: names[index] ?? row.name,
      description: row.description,
      parameters: parametersSchema(row.schema),
    },
    timeoutMs: row.timeout * 1000,
    hasEffects: true,
    run: (values, signal, call) => runForAgent(dependencies, { userId, row, values, call }, signal),
  }));
}

async function runForAgent(
  dependencies: ToolDependencies,
  called: { userId: number; row: ToolRow; values: Record<string, unknown>; call: ToolCallContext },
  signal: AbortSignal,
): Promise<unknown> {
  const { userId, row, values, call } = called;
  const ownHeaders = openHeaders(dependencies, userId, row);
  const texts = [row.endpoint, ...ownHeaders.map(({ value }) => value)];
  const variables = {
    ...call.valuesAt?.(dependencies.clock.now()),
    ...foundValues(texts, call.fixedValues ?? {}),
  };
  const plan = planCall(row, values, variables);
  if ('problem' in plan) {
    // The model can correct its arguments, but not the variables.
    throw new AppError(plan.variables.length === 0 ? 'bad-request' : 'unavailable', plan.problem);
  }
  const headers = filledHeaders(ownHeaders, variables);
  const { method, timeout } = row;
  const request = { userId, method, plan, headers, timeoutMs: timeout * 1000, call };
  const outcome = await executeTool(dependencies, request, signal);
  switch (outcome.kind) {
    case 'answer':
      return outcome.answer;
    case 'timeout':
      throw new ProviderError('timeout', 'The tool did not answer in time.');
    case 'failed':
      throw new AppError('unavailable', outcome.reason);
  }
}

/** The outcome as the model would see it. */
function asResult(outcome: ToolOutcome): Record<string, unknown> {
  switch (outcome.kind) {
    case 'answer':
      return { ...outcome.answer };
    case 'timeout':
      return toolFailure('timeout', 'The tool did not answer in time.');
    case 'failed':
      return toolFailure('failed', outcome.reason);
  }
}

async function requireTool({ database }: ToolDependencies, userId: number, id: number): Promise<ToolRow> {
  const row = await findTool(database, userId, id);
  if (row === null) throw notFound('Tool');
  return row;
}

const encryptedHeaders = z.array(z.object({ name: z.string(), value: z.string() }));
const headerContext = (userId: number): string => `tool headers of ${userId}`;

function encryptHeaders(
  { secretBox }: ToolDependencies,
  userId: number,
  headers: readonly ToolHeader[],
): Buffer {
  return secretBox.encrypt(JSON.stringify(headers), headerContext(userId));
}

function openHeaders({ secretBox }: ToolDependencies, userId: number, row: ToolRow): ToolHeader[] {
  if (row.sealed_headers === null) return [];
  return encryptedHeaders.parse(JSON.parse(secretBox.decrypt(row.sealed_headers, headerContext(userId))));
}

function present(dependencies: ToolDependencies, userId: number, row: ToolRow): Tool {
  const { id, name, description, endpoint, method, timeout, schema, created_at, updated_at } = row;
  const headers = openHeaders(dependencies, userId, row);
  return { id, name, description, endpoint, method, timeout, headers, schema, created_at, updated_at };
}
