import { request } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { AREAS, includesRole, ROLES, type Role } from '#contract/roles.ts';
import { allRoutes } from '../../src/app.ts';
import type { Route } from '../../src/http/route.ts';
import { roleOf } from '../../src/http/route-role.ts';
import { filledPath } from '../kit/api-document.ts';
import { createAssistant } from '../kit/assistants.ts';
import { mcpClient } from '../kit/mcp-client.ts';
import { keyOf } from '../kit/members.ts';
import { insertEndedCall } from '../kit/owned-rows.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { Answer, Client, TestServer } from '../kit/test-server.ts';

/** The least powerful role that may use each operation. A new route needs a decision here. */
const DECISIONS: Record<Role, string> = {
  owner: 'secondFactor.require vendors.delete vendors.list vendors.test vendors.update',
  admin: `
    auditLog.export auditLog.get auditLog.list
    accounts.update assistants.createWidgetSecret assistants.deleteWidgetSecret alertSettings.test alertSettings.update apiKeys.create apiKeys.delete apiKeys.list blacklist.delete calls.delete
    campaigns.create campaigns.createAlias campaigns.delete campaigns.leads.import campaigns.update
    campaigns.updateStatus groups.create groups.delete groups.update console.apiKeys.list console.timezone.update console.webhookRotation.get
    invitations.create invitations.delete invitations.list leads.create leads.createMany leads.delete
    leads.update leads.updateAlias members.create members.update msgapp.senders.create
    msgapp.senders.delete msgapp.senders.update msgapp.templates.sync phoneNumbers.delete
    phoneNumbers.purchase sandbox.balance.update sipTrunks.create sipTrunks.update webhookDeliveries.get
    webhookDeliveries.list webhookDeliveries.replay webhookDeliveries.resend webhookEndpoints.create
    webhookEndpoints.delete webhookEndpoints.list webhookEndpoints.test webhookEndpoints.update
    webhookSecret.get webhookSecret.rotate webhookTargets.enable webhookTargets.list`,
  builder: `
    assistants.activate assistants.create assistants.deactivate assistants.delete
    assistants.deleteWidgetPicture assistants.setWidgetPicture
    assistants.disableConversationEndedWebhook assistants.disableInboundWebhook
    assistants.disableWebhook assistants.enableConversationEndedWebhook assistants.enableInboundWebhook
    assistants.enableWebhook assistants.update documents.create documents.delete documents.refresh
    documents.retry documents.update knowledgebases.create knowledgebases.delete knowledgebases.update
    mcpServers.create mcpServers.delete mcpServers.update pronunciations.update sandbox.calls.create
    sandbox.messages.create sandbox.phoneNumbers.create sandbox.phones.create sandbox.senders.create
    sandbox.senders.update sandbox.sms.create sandbox.templates.create tools.create tools.delete
    tools.test tools.update phoneNumbers.assign`,
  agent: `
    cannedReplies.create cannedReplies.delete cannedReplies.update conversations.assignment.update conversations.changeMany
    conversations.close conversations.notes.create conversations.notes.delete conversations.reopen
    conversations.snooze conversations.tags.update
    ai.generateReply alerts.dismiss alerts.dismissAll ai.generateReplyAlias blacklist.create blacklist.createMany calls.cancel
    calls.createWeb calls.hangUp calls.make calls.say calls.transfer calls.whisper
    conversations.disableAi conversations.enableAi conversations.messages.create conversations.rewind
    msgapp.sendFreeform msgapp.sendTemplate sms.send`,
  viewer: `
    account.get account.logout accounts.create alertSettings.get alerts.list campaigns.startCheck.get accounts.list accounts.switch assistants.get
    assistants.getWidgetSecret
    assistants.latency.get assistants.list assistants.listOutbound assistants.listPage
    assistants.listSummaries billing.charges.export billing.charges.list calls.export conversations.export search.content billing.prices.get billing.summary.get
    billing.usage.get blacklist.list calls.events.stream calls.get calls.list campaigns.get
    campaigns.leads.export campaigns.limits.get campaigns.list campaigns.monitor.get
    campaigns.progress.list campaigns.report.get console.changes.stream console.logout
    console.password.update console.session.get conversations.get conversations.list
    conversations.messages.list documents.chunks.list documents.get documents.list documents.listFailed
    cannedReplies.list conversations.events.list conversations.notes.list conversations.presence.delete
    conversations.presence.list conversations.presence.update conversations.read.update groups.list
    inbox.choices.get inbox.counts.get
    inbox.list knowledgebases.get knowledgebases.list knowledgebases.search languages.list leads.get
    leads.list mcpServerTools.list mcpServers.get mcpServers.list members.delete members.list
    models.list msgapp.attachments.download msgapp.messages.get msgapp.senders.get msgapp.senders.list
    msgapp.sessionStatus.get msgapp.templates.list msgapp.unattributedReports.list phoneNumbers.list
    phoneNumbers.listAssignable phoneNumbers.listSmsCapable phoneNumbers.search profile.get
    profile.update pronunciations.get search.run sipTrunks.get sipTrunks.list sms.get sms.list
    secondFactor.confirm secondFactor.create secondFactor.get secondFactor.renewRecoveryCodes
    secondFactor.turnOff statistics.get synthesizerProviders.list tools.get tools.list transcriberProviders.list voices.list`,
};

let server: TestServer;
let routes: Route[];
beforeAll(async () => {
  server = await sharedServer();
  routes = allRoutes(server.dependencies).filter(({ access }) => access === 'account');
});

test('every operation needs the role that was decided for it', () => {
  const decided = ROLES.map((role) => [role, DECISIONS[role].split(/\s+/).filter(Boolean).sort()]);
  const needed = ROLES.map((role) => [
    role,
    routes
      .filter((route) => roleOf(route) === role)
      .map(({ operationId }) => operationId)
      .sort(),
  ]);
  expect(Object.fromEntries(needed)).toEqual(Object.fromEntries(decided));
});

test('every tag is an area with roles', () => {
  const known = new Set<string>(Object.keys(AREAS));
  expect(routes.map(({ tag }) => tag).filter((tag) => !known.has(tag))).toEqual([]);
});

/** Names of the fields that carry the sentence in each error family. */
const SENTENCE = {
  message: 'message',
  success: 'message',
  error: 'error',
  coded: 'error',
  status: 'error',
} as const;

describe('a role', () => {
  test('is refused on every route that needs a higher one, with a sentence that names it, and is not otherwise', async () => {
    const account = await server.account();
    for (const role of ROLES) {
      const client = await keyOf(server, account, role);
      for (const route of routes) {
        const isAllowed = includesRole(role, roleOf(route));
        // Allowed changes have their own tests, and streams do not end.
        if (isAllowed && (route.method !== 'GET' || /stream$/.test(route.operationId))) continue;
        const answer = await ask(client, route);
        const sentence = String(answer.body[SENTENCE[route.errors]] ?? '');
        const isRefused = answer.status === 403 && sentence.includes(`needs the role ${roleOf(route)}`);
        expect(isRefused, `${role} ${route.operationId}: ${answer.text}`).toBe(!isAllowed);
      }
    }
  });

  test('is checked before the Idempotency-Key, and keys of different roles have different answers', async () => {
    const account = await server.account();
    const [admin, owner, viewer] = [
      await keyOf(server, account, 'admin'),
      await keyOf(server, account, 'owner'),
      await keyOf(server, account, 'viewer'),
    ];
    const key = { 'idempotency-key': 'invite-ana' };
    const body = { email: 'ana@example.com', role: 'owner' };
    const invited = await owner.post('/user/invitations', body, key);
    expect(invited.status).toBe(201);
    expect((await owner.post('/user/invitations', body, key)).body.url).toBe(invited.body.url);
    for (const client of [admin, viewer]) {
      const refused = await client.post('/user/invitations', body, key);
      expect({ status: refused.status, url: refused.body.url }).toEqual({ status: 403, url: undefined });
    }
  });

  test('that may not write counts as a visitor on public routes', async () => {
    const account = await server.account();
    const assistant = await createAssistant(account, { is_public: false });
    const [viewer, agent] = [await keyOf(server, account, 'viewer'), await keyOf(server, account, 'agent')];
    const body = { assistant_id: assistant.uuid };
    expect((await viewer.post('/conversations', body)).status).toBe(404);
    expect((await agent.post('/conversations', body)).status).toBe(200);
    expect((await viewer.get(`/widgets/${assistant.uuid}`)).status).toBe(200);
  });

  test('limits the WebSockets of live calls', async () => {
    const account = await server.account();
    const call = await insertEndedCall(server, account, (await createAssistant(account)).id);
    for (const purpose of ['listen', 'take-over']) {
      const upgrade = { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
      const headers = { ...upgrade, 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' };
      const statusFor = async (role: Role): Promise<number | undefined> => {
        const { token } = await keyOf(server, account, role);
        const url = `${server.api}/user/calls/${call}/${purpose}`;
        return upgradeStatus(url, { ...headers, authorization: `Bearer ${token}` });
      };
      expect(await statusFor('viewer')).toBe(403);
      expect(await statusFor('agent')).not.toBe(403);
    }
  });

  test('limits the tools of the MCP server, and their calls', async () => {
    const account = await server.account();
    const agent = await keyOf(server, account, 'agent');
    const client = await mcpClient({ api: server.api, token: agent.token }, 'modern');
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toContain('calls_make');
    expect(names).toContain('assistants_get');
    expect(names).not.toContain('assistants_create');
    await expect(client.callTool({ name: 'assistants_create', arguments: {} })).rejects.toThrow('no tool');
  });

  test('below builder reads tools and MCP servers without the values of their headers', async () => {
    const account = await server.account();
    const headers = [{ name: 'X-Key', value: 'sesame' }];
    const tool = {
      name: 'look_up',
      description: 'Looks it up.',
      endpoint: 'https://example.com/',
      method: 'GET',
    };
    await account.post('/user/tools', { ...tool, headers, schema: [] });
    await account.post('/user/mcp-servers', { name: 'Shop', url: 'http://127.0.0.1:9/mcp', headers });
    const [builder, agent] = [await keyOf(server, account, 'builder'), await keyOf(server, account, 'agent')];
    for (const path of ['/user/tools', '/user/mcp-servers']) {
      const full = await builder.get(path);
      expect(full.text).toContain('sesame');
      expect((await agent.get(path)).text).not.toContain('sesame');
      const one = await agent.get(`${path}/${full.body[0].id}`);
      expect(one.body.headers).toEqual([{ name: 'X-Key', value: '••••••••' }]);
    }
  });
});

function ask(client: Client, { method, path }: Route): Promise<Answer> {
  const filled = filledPath(path.replace(/:(\w+)/g, '{$1}'), new Proxy({}, { get: () => 9_000_000_000 }));
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const headers = { 'content-type': 'application/json' };
  return client.request(method, filled, hasBody ? { body: '{}', headers } : {});
}

/** Status of a refused upgrade; 101 if it was accepted. */
function upgradeStatus(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers });
    sent.on('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.on('upgrade', (_answer, socket) => {
      socket.destroy();
      resolve(101);
    });
    sent.on('error', reject);
    sent.end();
  });
}
