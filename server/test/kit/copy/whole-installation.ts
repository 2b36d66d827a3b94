import { createAssistant } from '../assistants.ts';
import { endedCall } from '../calls.ts';
import { createCampaign, createLead, setStatus } from '../campaigns.ts';
import { newKnowledgebase, processed, upload } from '../documents.ts';
import { eventually } from '../eventually.ts';
import { insertNumber } from '../owned-rows.ts';
import type { Client } from '../test-server.ts';
import type { RunningParley } from './running-parley.ts';

const HANDBOOK = '# Opening hours\n\nThe swimming pool opens at seven and closes at ten in the evening.\n';
/** A sandbox number, by its last digits, whose callee hangs up while the assistant speaks. */
const HANGS_UP = '+40721000107';

/** An installation with one object of every kind, created over HTTP by the owner. */
export interface WholeInstallation {
  assistantId: number;
  toolId: number;
  knowledgebase: string;
  campaignId: number;
  callId: number;
  /** The recording's path below the origin. */
  recordingPath: string;
  conversationPath: string;
}

/** @param endpoint URL of the assistant's tools and webhooks */
export async function makeInstallation(
  parley: RunningParley,
  owner: Client,
  endpoint: string,
): Promise<WholeInstallation> {
  const toolId = await makeTool(owner, endpoint);
  const knowledgebase = await makeKnowledge(owner);
  await insertNumber(owner);
  const assistant = await createAssistant(owner, {
    type: 'outbound',
    record: true,
    tool_ids: [toolId],
    initial_message: 'Hello, this is the Mill Inn.',
    is_webhook_active: true,
    webhook_url: `${endpoint}/called`,
  });
  const campaign = await createCampaign(owner, {
    assistant_id: assistant.id,
    max_calls_in_parallel: 1,
    mark_complete_when_no_leads: false,
  });
  const callId = await callOneLead(owner, campaign.id);
  const { recording_url: recording } = (await owner.get(`/user/calls/${callId}`)).body;
  return {
    assistantId: assistant.id,
    toolId,
    knowledgebase,
    campaignId: campaign.id,
    callId,
    recordingPath: recording.slice(parley.origin.length),
    conversationPath: await talk(owner),
  };
}

async function makeTool(owner: Client, endpoint: string): Promise<number> {
  const { body } = await owner.post('/user/tools', {
    name: 'look_up',
    description: 'Looks it up.',
    endpoint: `${endpoint}/tool`,
    method: 'GET',
    headers: [{ name: 'X-Key', value: 'very-secret-4711' }],
  });
  return body.data.id;
}

async function makeKnowledge(owner: Client): Promise<string> {
  const knowledgebase = await newKnowledgebase(owner);
  const file = { type: 'txt', name: 'handbook.txt', bytes: Buffer.from(HANDBOOK) };
  await processed(owner, await upload(owner, knowledgebase, file));
  return knowledgebase;
}

/** Calls the first of two leads; the campaign then waits with the second. */
async function callOneLead(owner: Client, campaign_id: number): Promise<number> {
  await createLead(owner, { campaign_id, phone_number: HANGS_UP });
  await setStatus(owner, campaign_id, 'start');
  const [call] = await eventually(
    async () => (await owner.get('/user/calls')).body.data,
    (calls) => calls.length > 0,
  );
  await endedCall(owner, call.id);
  await setStatus(owner, campaign_id, 'stop');
  await createLead(owner, {
    campaign_id,
    phone_number: '+40721000207',
    variables: { name: 'Ș "quoted" \\ 👩' },
  });
  return call.id;
}

async function talk(owner: Client): Promise<string> {
  const assistant = await createAssistant(owner);
  const opened = await owner.post('/conversations', { assistant_id: assistant.uuid });
  const path = `/conversations/${opened.body.conversation_id}`;
  await owner.post(`${path}/messages`, { message: 'Good evening! Is the pool open?' });
  return path;
}
