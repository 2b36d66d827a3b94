import { assistant } from '#contract/assistants.ts';
import type { PreparedServer } from '../compose.ts';
import { defaultModelId, voicesFor } from '../core/catalog.ts';
import type { Context } from '../core/context.ts';
import { createAssistant, readAssistant } from '../modules/assistants/actions.ts';
import { type DemoThings, keepDemoThings } from '../modules/console/demo/demo-things.ts';
import { createKnowledgebase } from '../modules/knowledge/actions.ts';
import { createDocument } from '../modules/knowledge/documents/document-verbs.ts';
import { createDemoCampaign } from './demo-campaign.ts';
import { DEMO_CALLER_PROMPT, DEMO_DOCUMENT, DEMO_PROMPT } from './demo-content.ts';
import { DEMO_ASSISTANT_FACT } from './read-demo-assistant.ts';

const DEMO_LOCK = 7_263_510_846;

/** Creates the demo assistant once per installation: a deleted one is not created again. */
export async function createDemo(server: PreparedServer, ownerId: number): Promise<void> {
  await server.database.transaction(async (transaction) => {
    // Concurrently starting processes wait here and then find the assistant.
    await transaction.query('select pg_advisory_xact_lock($1)', [DEMO_LOCK]);
    const [known] = await transaction.query('select from installation where name = $1', [
      DEMO_ASSISTANT_FACT,
    ]);
    if (known !== undefined) return;
    const { uuid, things } = await makeDemo(server, ownerId);
    await transaction.query('insert into installation (name, value) values ($1, $2)', [
      DEMO_ASSISTANT_FACT,
      uuid,
    ]);
    await keepDemoThings(transaction, things);
  });
}

async function makeDemo(
  { database, dependencies }: PreparedServer,
  ownerId: number,
): Promise<{ uuid: string; things: DemoThings }> {
  const context: Context = {
    userId: ownerId,
    actor: { kind: 'system', job: 'demo' },
    requestId: 'demo',
    signal: new AbortController().signal,
  };
  const knowledgebase = await createKnowledgebase(dependencies.knowledge, context, {
    name: 'Harbour Dental',
    description: 'What the demo assistant knows.',
  });
  await createDocument(database, context, {
    knowledgebaseId: knowledgebase.id,
    fields: { name: 'Clinic handbook', type: 'txt', url: null, links: null },
    file: {
      filename: 'handbook.txt',
      bytes: Buffer.from(DEMO_DOCUMENT),
      isTooLarge: false,
      isRepeated: false,
    },
  });
  // Created before the reception assistant, because lists show the newest assistant first.
  const { callerId, dialing } = await makeCaller(dependencies, context, knowledgebase.id);
  const receptionId = await makeAssistant(dependencies, context, {
    name: 'Demo: Harbour Dental reception',
    type: 'inbound',
    initial_message: 'Hello, this is Harbour Dental. How can I help you?',
    system_prompt: DEMO_PROMPT,
    knowledgebase_id: knowledgebase.id,
  });
  const text = await readAssistant(dependencies.assistants, context, receptionId);
  const { uuid } = assistant.pick({ uuid: true }).parse(JSON.parse(text));
  return {
    uuid,
    things: {
      assistants: [callerId, receptionId],
      knowledgebases: [knowledgebase.id],
      numbers: dialing === null ? [] : [dialing.numberId],
      campaigns: dialing === null ? [] : [dialing.campaignId],
    },
  };
}

/** Creates the assistant of the demo campaign. */
async function makeCaller(
  dependencies: PreparedServer['dependencies'],
  context: Context,
  knowledgebaseId: number,
): Promise<{ callerId: number; dialing: Awaited<ReturnType<typeof createDemoCampaign>> }> {
  const callerId = await makeAssistant(dependencies, context, {
    name: 'Demo: Harbour Dental reminders',
    type: 'outbound',
    // No default for the time: nobody should hear an invented appointment.
    initial_message: 'Hello {{name|there}}, this is Harbour Dental about your appointment, {{time}}.',
    system_prompt: DEMO_CALLER_PROMPT,
    knowledgebase_id: knowledgebaseId,
  });
  return { callerId, dialing: await createDemoCampaign(dependencies, context, callerId) };
}

type AssistantFields = Parameters<typeof createAssistant>[2];

/** Creates an assistant that speaks English, with the installation's first voice and its default model. @returns its id */
async function makeAssistant(
  dependencies: PreparedServer['dependencies'],
  context: Context,
  fields: Pick<
    AssistantFields,
    'name' | 'type' | 'initial_message' | 'system_prompt' | 'knowledgebase_id' | 'variables'
  >,
): Promise<number> {
  const { catalog } = dependencies.catalog;
  const { id } = await createAssistant(dependencies.assistants, context, {
    ...fields,
    mode: 'pipeline',
    language_id: 1,
    voice_id: voicesFor(catalog, { mode: 'pipeline', languageId: 1 })[0]?.id ?? 0,
    llm_model_id: defaultModelId(catalog, 'llm'),
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  return id;
}
