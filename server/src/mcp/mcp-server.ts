import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type ApiTool, CONFIRM_ARGUMENT, shownSchema } from './api-tool.ts';
import { type CallApi, type Consent, callTool, warningOf } from './call-tool.ts';
import type { Arguments } from './exposed-routes.ts';
import { getPrompt, listPrompts } from './prompts.ts';
import { listResources, RESOURCE_TEMPLATES, readResource } from './resources.ts';

const INSTRUCTIONS = `Parley runs AI assistants that handle phone calls and chats. These tools are its HTTP API.
Ids come from the list tools; never guess them. Read an assistant before you change it, and send only the fields that change.
Test an assistant in a chat first: open a conversation of the type test with its UUID, then send messages.
The documentation among the resources explains variables, campaigns, mid-call tools and phone numbers.`;

/** A server for one request, because the protocol needs no sessions here: any process can answer. */
export function mcpServer(deps: { tools: readonly ApiTool[]; callApi: CallApi; version: string }): Server {
  const { tools, callApi, version } = deps;
  const server = new Server(
    { name: 'parley', title: 'Parley', version },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler('tools/list', (_request, context) => ({
    tools: tools.map((tool) => shownTool(tool, asksUser(context))),
  }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined) throw invalidParams(`There is no tool ${params.name}.`);
    const values = params.arguments ?? {};
    const result = await callTool(tool, values, { callApi, consent: consentOf(context) });
    return result ?? question(tool, values);
  });
  server.setRequestHandler('resources/list', async () => ({ resources: await listResources(callApi) }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: RESOURCE_TEMPLATES }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const resource = await readResource(callApi, uri);
    if (resource === null) throw new ResourceNotFoundError(uri, `There is no resource ${uri}.`);
    return resource;
  });
  server.setRequestHandler('prompts/list', () => ({ prompts: listPrompts() }));
  server.setRequestHandler('prompts/get', ({ params }) => {
    const prompt = getPrompt(params.name, params.arguments ?? {});
    if (typeof prompt === 'string') throw invalidParams(prompt);
    return prompt;
  });
  return server;
}

function invalidParams(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

function shownTool(tool: ApiTool, isAsked: boolean): Tool {
  const { name, route, isReadOnly, exposed } = tool;
  const needsConsent = exposed.warning !== undefined;
  return {
    name,
    title: route.summary,
    description: needsConsent ? `${route.summary}. The user must agree to each call.` : `${route.summary}.`,
    inputSchema: shownSchema(tool, isAsked),
    annotations: {
      readOnlyHint: isReadOnly,
      // PUT overwrites settings, which cannot be restored.
      destructiveHint: needsConsent || route.method === 'PUT',
      idempotentHint: isReadOnly || route.method === 'PUT' || route.method === 'DELETE',
      // Calls, messages and tests reach people and servers outside; deletions do not.
      openWorldHint: needsConsent && route.method !== 'DELETE',
    },
  };
}

const asking = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({
    elicitation: z.object({ form: z.unknown().optional(), url: z.unknown().optional() }),
  }),
});

/** True if the client can ask its user. Clients of revisions before 2026-07-28 could only do so in a session. */
function asksUser({ mcpReq }: ServerContext): boolean {
  const { data } = asking.safeParse(mcpReq.envelope);
  if (data === undefined) return false;
  const { form, url } = data[CLIENT_CAPABILITIES_META_KEY].elicitation;
  return form !== undefined || url === undefined;
}

const agreement = z.object({ [CONFIRM_ARGUMENT]: z.boolean().meta({ title: 'Go ahead' }) });

function consentOf(context: ServerContext): Consent {
  if (!asksUser(context)) return 'unasked';
  const { inputResponses } = context.mcpReq;
  if (inputResponses?.[CONFIRM_ARGUMENT] === undefined) return 'pending';
  const accepted = acceptedContent(inputResponses, CONFIRM_ARGUMENT, agreement);
  return accepted?.[CONFIRM_ARGUMENT] === true ? 'given' : 'refused';
}

function question(tool: ApiTool, values: Arguments): InputRequiredResult {
  const message = warningOf(tool, values) ?? tool.route.summary;
  const ask = inputRequired.elicit({ message, requestedSchema: agreement });
  return inputRequired({ inputRequests: { [CONFIRM_ARGUMENT]: ask } });
}
