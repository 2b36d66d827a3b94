import { type Draft, emptyDraft, note, set } from './draft.ts';
import { headersOf, parametersOf } from './schema-parameters.ts';
import type { Source } from './source.ts';

/** An agent as `GET /v1/convai/agents/{agent_id}` of ElevenLabs returns it. */
export function readElevenLabs(source: Source): Draft {
  const draft = emptyDraft(source.text('name'));
  source.ignore(
    'agent_id',
    'metadata',
    'phone_numbers',
    'access_info',
    'tags',
    'version_id',
    'branch_id',
    'main_branch_id',
  );
  const config = source.at('conversation_config');
  config.ignore(
    'asr.quality',
    'asr.provider',
    'asr.user_input_audio_format',
    'tts.model_id',
    'tts.agent_output_audio_format',
  );
  config.ignore(
    'tts.optimize_streaming_latency',
    'conversation.client_events',
    'conversation.text_only',
    'turn.mode',
  );
  const prompt = config.at('agent.prompt');
  prompt.ignore('max_tokens', 'reasoning_effort', 'ignore_default_personality', 'rag', 'thinking_budget');
  draft.prompt = prompt.text('prompt') ?? '';
  draft.firstMessage = config.text('agent.first_message');
  if (draft.firstMessage === null) draft.settings['wait_for_customer'] = true;
  draft.model = prompt.text('llm');
  draft.voice = config.text('tts.voice_id');
  draft.timezone = prompt.text('timezone');
  draft.languages = [config.text('agent.language') ?? 'en'];
  for (const [language, preset] of config.members('language_presets')) {
    draft.languages.push(language);
    preset.ignore('overrides', 'first_message_translation');
  }
  if (draft.languages.length > 1) {
    note(
      draft,
      'approximated',
      'Languages became secondary_language_ids. Their own first messages and voices have no counterpart.',
    );
  }
  readSettings(draft, config);
  source.ignore('platform_settings.widget', 'platform_settings.auth', 'platform_settings.overrides');
  set(draft, 'record', source.flag('platform_settings.privacy.record_voice'));
  for (const tool of prompt.list('tools')) readTool(draft, tool);
  for (const [name, tool] of prompt.members('built_in_tools'))
    if (tool.exists) readSystemTool(draft, name, tool);
  const placeholders = config.members('agent.dynamic_variables.dynamic_variable_placeholders');
  for (const [name, value] of placeholders) draft.variables[name] = String(value.value);
  readReferences(draft, prompt);
  readAnalysis(draft, source.at('platform_settings'));
  return draft;
}

function readSettings(draft: Draft, config: Source): void {
  set(draft, 'llm_temperature', config.number('agent.prompt.temperature'));
  set(draft, 'voice_stability', config.number('tts.stability'));
  set(draft, 'voice_similarity', config.number('tts.similarity_boost'));
  set(draft, 'speech_speed', config.number('tts.speed'));
  set(draft, 'max_duration', config.number('conversation.max_duration_seconds'));
  set(draft, 'reengagement_interval', config.number('turn.turn_timeout'));
  const silence = config.number('turn.silence_end_call_timeout');
  if (silence !== null && silence > 0) draft.settings['max_silence_duration'] = silence;
  if (config.flag('agent.disable_first_message_interruptions') === true) {
    draft.settings['protect_first_message'] = 'always';
  }
  const eagerness = config.text('turn.turn_eagerness');
  if (eagerness === 'patient' || eagerness === 'eager') {
    draft.settings['endpoint_sensitivity'] = eagerness === 'patient' ? 1 : 0.3;
    note(
      draft,
      'approximated',
      `The turn eagerness ${eagerness} became endpoint_sensitivity ${draft.settings['endpoint_sensitivity']}.`,
    );
  }
  draft.keywords = config.list('asr.keywords').map(({ value }) => String(value));
}

function readReferences(draft: Draft, prompt: Source): void {
  prompt.ignore('tool_ids', 'knowledge_base', 'mcp_server_ids', 'native_mcp_server_ids');
  const ids = prompt.list('tool_ids').map(({ value }) => String(value));
  if (ids.length > 0 && prompt.list('tools').length === 0) {
    note(
      draft,
      'todo',
      `Tools are named only by id (${ids.join(', ')}). Export each of them and add it by hand.`,
    );
  }
  const documents = prompt.list('knowledge_base').map((item) => item.text('name') ?? item.text('id'));
  if (documents.length > 0) {
    note(
      draft,
      'todo',
      `Documents are not in the export (${documents.join(', ')}). Create a knowledgebase, upload them again and attach it.`,
    );
  }
  if (prompt.list('mcp_server_ids').length > 0)
    note(draft, 'todo', 'MCP servers are named only by id. Connect them again.');
  if (prompt.at('custom_llm').exists) {
    note(
      draft,
      'todo',
      'The custom model has its own server. Configure it on the Parley server and choose it.',
    );
    prompt.ignore('custom_llm');
  }
}

function readTool(draft: Draft, tool: Source): void {
  const type = tool.text('type');
  const name = tool.text('name') ?? 'tool';
  if (type === 'system') {
    readSystemTool(draft, tool.text('params.system_tool_type') ?? name, tool);
    return;
  }
  if (type !== 'webhook') {
    note(
      draft,
      'missing',
      `The tool ${name} of the type ${type} has no counterpart. An HTTP tool can replace it.`,
    );
    tool.ignoreAll();
    return;
  }
  const api = tool.at('api_schema');
  tool.ignore(
    'id',
    'disable_interruptions',
    'force_pre_tool_speech',
    'assignments',
    'dynamic_variables',
    'execution_mode',
  );
  api.ignore('content_type', 'auth_connection', 'request_headers_types');
  const path = api.members('path_params_schema').map(([parameter, schema]) => ({
    name: parameter,
    type: schema.text('type') ?? 'string',
    description: schema.text('description') ?? '',
  }));
  draft.tools.push({
    name,
    description: tool.text('description') ?? name,
    url: api.text('url') ?? '',
    method: api.text('method') ?? 'GET',
    timeoutSeconds: tool.number('response_timeout_secs'),
    headers: headersOf(api.members('request_headers'), (header) =>
      note(
        draft,
        'todo',
        `The header ${header} of the tool ${name} is a secret or variable. Add it by hand.`,
      ),
    ),
    parameters: [
      ...path,
      ...parametersOf(api.at('query_params_schema')),
      ...parametersOf(api.at('request_body_schema')),
    ],
  });
}

function readSystemTool(draft: Draft, name: string, tool: Source): void {
  const description = tool.text('description');
  const about = description === null ? {} : { description };
  tool.ignore('type', 'name', 'response_timeout_secs', 'disable_interruptions', 'params.system_tool_type');
  tool.ignore('force_pre_tool_speech', 'assignments', 'tool_call_sound', 'tool_error_handling_mode');
  switch (name) {
    case 'end_call':
      draft.builtIns.push({ type: 'end_call', ...about });
      break;
    case 'play_keypad_touch_tone':
      draft.builtIns.push({ type: 'dtmf_input', ...about });
      break;
    case 'language_detection':
      tool.ignoreAll();
      break;
    case 'voicemail_detection':
      draft.settings['end_call_on_voicemail'] = true;
      set(draft, 'voice_mail_message', tool.text('params.voicemail_message'));
      break;
    case 'transfer_to_number':
      for (const transfer of tool.list('params.transfers')) readTransfer(draft, transfer);
      tool.ignore('params');
      break;
    case 'transfer_to_agent':
      note(
        draft,
        'todo',
        'Transfers to other agents need the assistant_transfer tool. Import those agents first.',
      );
      tool.ignoreAll();
      break;
    default:
      note(draft, 'missing', `The system tool ${name} has no counterpart.`);
      tool.ignoreAll();
  }
}

function readTransfer(draft: Draft, transfer: Source): void {
  const target =
    transfer.text('transfer_destination.phone_number') ??
    transfer.text('transfer_destination.sip_uri') ??
    transfer.text('phone_number');
  const condition = transfer.text('condition');
  if (target === null) return;
  const isWarm = transfer.text('transfer_type') === 'conference';
  if (isWarm)
    note(
      draft,
      'approximated',
      `The conference transfer to ${target} became call_transfer with warm_transfer.`,
    );
  draft.builtIns.push({
    type: 'call_transfer',
    phone_number: target,
    ...(condition === null ? {} : { description: condition }),
    ...(isWarm ? { warm_transfer: true } : {}),
  });
}

const FIELD_TYPES: Readonly<Record<string, string>> = {
  boolean: 'bool',
  integer: 'number',
  number: 'number',
};

function readAnalysis(draft: Draft, settings: Source): void {
  for (const [name, item] of settings.members('data_collection')) {
    const choices = item.list('enum').map(({ value }) => String(value));
    item.ignore('enum', 'dynamic_variable', 'constant_value', 'is_system_provided');
    const description = item.text('description') ?? name.replaceAll('_', ' ');
    draft.fields.push({
      name,
      type: FIELD_TYPES[item.text('type') ?? ''] ?? 'string',
      description: choices.length === 0 ? description : `${description} One of: ${choices.join(', ')}.`,
    });
  }
  for (const criterion of settings.list('evaluation.criteria')) {
    criterion.ignore('id', 'type', 'use_knowledge_base', 'scope');
    const name = criterion.text('name') ?? 'criterion';
    draft.fields.push({
      name,
      type: 'bool',
      description: criterion.text('conversation_goal_prompt') ?? name,
    });
  }
  settings.ignore('workspace_overrides.webhooks');
  if (settings.at('workspace_overrides.webhooks.post_call_webhook_id').exists) {
    note(
      draft,
      'todo',
      'The post-call webhook is named only by id. Set webhook_url; see docs/guides/webhooks.md.',
    );
  }
}
