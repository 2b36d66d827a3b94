import type { z } from 'zod';
import { fillerConfig, postCallField, updateAssistantRequest } from '#contract/assistants.ts';
import { builtInTool } from '#contract/built-in-tools.ts';
import { widgetSettings } from '#contract/widget-settings.ts';
import { type FormControl, IdOf, pick, search, slide, turn, write } from './form-controls.ts';

/** All controls of the assistant editor in pipeline mode, by tab, in an order in which no control hides a later one. */
export const PIPELINE_CONTROLS: Readonly<Record<string, readonly FormControl[]>> = {
  Prompt: [
    write(['name', 'Name'], 'Mill desk'),
    pick(['type', 'Type'], 'Outbound', 'outbound'),
    write(['initial_message', 'First message'], 'The mill, good day!'),
    write(['system_prompt', 'System prompt'], 'You sell flour.'),
    turn(['share_customer_details', 'Share customer details']),
    search(['language_id', 'Language'], 'German', 5),
    pick(['voice_id', 'Voice'], 'SLT, any', new IdOf('SLT, any language (English accent)')),
    tick('secondary_language_ids', 'French', { stored: [3], fold: 'Other languages' }),
    write(['timezone', 'Time zone'], 'America/New_York'),
    pick(['llm_model_id', 'Language model'], 'spare', new IdOf('spare')),
    slide(['llm_temperature', 'Temperature'], 'End', '1.00'),
  ],
  Knowledge: [
    pick(['knowledgebase_id', 'Knowledge base'], 'Handbook', new IdOf('Handbook')),
    pick(['knowledgebase_mode', 'Knowledge search'], 'Search before every answer', 'prompt'),
  ],
  Tools: [
    tick('tool_ids', 'look_up', { stored: [new IdOf('look_up')] }),
    tick('mcp_server_ids', 'Mill shop', { stored: [new IdOf('Mill shop')] }),
    {
      path: 'mcp_tools',
      stored: [{ server_id: new IdOf('Mill shop'), tool: 'find_flour' }],
      set: (container) => container.getByRole('checkbox', { name: 'sell_flour' }).uncheck(),
    },
  ],
  'Voice & turns': [
    pick(['endpoint_type', 'Endpointing'], 'AI', 'ai'),
    slide(['endpoint_sensitivity', 'Pause before answering'], 'End', 5),
    turn(['wait_for_customer', 'Customer speaks first']),
    slide(['interrupt_sensitivity', 'Minimum speech to interrupt'], 'Home', 0),
    write(['min_interrupt_words', 'Minimum words to interrupt'], '3', 3),
    pick(['protect_first_message', 'Speech during the first message'], 'Never interrupt', 'always'),
    turn(['allow_interruptions', 'Allow interruptions']),
    slide(['speech_speed', 'Speed'], 'End', '1.20'),
    slide(['voice_stability', 'Stability'], 'Home', '0.00'),
    slide(['voice_similarity', 'Similarity'], 'End', '1.00'),
    turn(['tts_emotion_enabled', 'Emotion']),
    turn(['speech_normalization', 'Text normalization']),
    write(['transcriber_keywords', 'Keywords'], 'Mill Inn\nTisza', ['Mill Inn', 'Tisza']),
    {
      path: 'pronunciations',
      stored: [{ word: 'GIF', pronunciation: 'dʒɪf', alphabet: 'ipa' }],
      set: async (container) => {
        await container.getByRole('button', { name: 'Add pronunciation' }).click();
        await container.getByLabel('Word', { exact: true }).fill('GIF');
        await container.getByLabel('Said as').fill('dʒɪf');
        await container.getByRole('combobox', { name: 'Alphabet' }).click();
        await container.page().getByRole('option', { name: 'IPA' }).click();
      },
    },
    pick(['synthesizer_provider_id', 'Text-to-speech provider'], 'Flite', new IdOf('Flite (built in)')),
    pick(
      ['transcriber_provider_id', 'Speech-to-text provider'],
      'Typed text',
      new IdOf('Typed text (built in)'),
    ),
    turn(['fillers', 'Filler phrases']),
    write(['filler_config.positive', 'After good news'], 'Fine.\nGood.', ['Fine.', 'Good.']),
    write(['filler_config.negative', 'After bad news'], 'Oh.', ['Oh.']),
    write(['filler_config.question', 'After a question'], 'Let me see.', ['Let me see.']),
    write(['filler_config.neutral', 'Otherwise'], 'Right.', ['Right.']),
    turn(['enable_noise_cancellation', 'Noise suppression']),
    pick(['ambient_sound', 'Background sound'], 'Café', 'cafe'),
    slide(['ambient_sound_volume', 'Background volume'], 'End', '1.00'),
  ],
  'Call rules': [
    pick(['phone_number_id', 'Phone number'], '+12025550177', new IdOf('+12025550177')),
    write(['max_duration', 'Maximum duration'], '321', 321),
    write(['ringing_time', 'Ring timeout'], '21', 21),
    write(['reengagement_interval', 'Re-engage after'], '12', 12),
    write(['reengagement_prompt', 'Re-engagement prompt'], 'Ask about the flour.'),
    write(['max_silence_duration', 'Hang up after'], '43', 43),
    write(['max_initial_silence_duration', 'Initial silence limit'], '17', 17),
    pick(['unclear_speech_action', 'If not understood twice'], 'Keep listening', 'continue'),
    turn(['end_call_on_voicemail', 'Voicemail detection']),
    write(['voice_mail_message', 'Voicemail message'], 'Please call the mill.'),
    turn(['record', 'Record calls']),
    turn(['mask_keypad_input', 'Mask keypad input']),
    write(['notice_message', 'Notice'], 'The mill records this call.'),
  ],
  Variables: [
    {
      path: 'variables',
      stored: { company: 'Mill Inn' },
      set: async (container) => {
        await container.getByRole('button', { name: 'Add variable' }).click();
        await container.getByLabel('Variable name').fill('company');
        await container.getByLabel('Value of company').fill('Mill Inn');
      },
    },
  ],
  'After the call': [
    turn(['post_call_evaluation', 'Extract data']),
    write(['post_call_schema.0.name', 'Name'], 'sacks'),
    pick(['post_call_schema.0.type', 'Type'], 'Number', 'number'),
    write(['post_call_schema.0.description', 'Description'], 'How many sacks were ordered.'),
    turn(['is_webhook_active', 'Send webhook']),
    write(['webhook_url', 'Webhook URL'], 'https://example.com/calls'),
    turn(['send_webhook_only_on_completed', 'Only completed calls']),
    turn(['include_recording_in_webhook', 'Include recording URL']),
  ],
  'Chat & widget': [
    turn(['is_public', 'Public access']),
    turn(['widget_settings.calls_enabled', 'Voice calls']),
    turn(['widget_settings.files_enabled', 'Visitors can send files']),
    turn(['widget_settings.hides_names', 'Hide names of teammates']),
    write(['widget_settings.allowed_origins', 'Allowed sites'], 'https://mill.example', [
      'https://mill.example',
    ]),
    pick(['widget_settings.theme', 'Theme'], 'Dark', 'dark'),
    pick(['widget_settings.position', 'Position'], 'Bottom left', 'bottom-left'),
    write(['widget_settings.color', 'Pick a color'], '#0f766e'),
    write(['widget_settings.title', 'Title'], 'The mill'),
    write(['widget_settings.subtitle', 'Subtitle'], 'Flour since 1843'),
    pick(['widget_settings.language', 'Widget language'], 'Danish', 'da'),
    write(['widget_settings.starters', 'Starter questions'], 'Prices?\nHours?', ['Prices?', 'Hours?']),
    write(['widget_settings.greeting_bubble', 'Greeting bubble'], 'Need flour?'),
    write(['widget_settings.placeholder', 'Message placeholder'], 'Ask the miller'),
    write(['widget_settings.consent_text', 'Privacy note'], 'We keep chats for a month.'),
    {
      path: 'widget_settings.working_hours',
      stored: [{ day: 'tuesday', opens: '08:00', closes: '16:30' }],
      set: async (container) => {
        await container.getByRole('checkbox', { name: 'Tuesday' }).check();
        await container.getByLabel('Tuesday opens').fill('08:00');
        await container.getByLabel('Tuesday closes').fill('16:30');
      },
    },
    write(['widget_settings.away_text', 'Away message'], 'The mill is closed.'),
    write(['widget_settings.away_contact', 'Away contact'], 'mill@example.com'),
    write(['max_replies_per_customer_day', 'Replies per customer'], '50', 50),
    write(['conversation_inactivity_timeout', 'Inactivity timeout'], '45', 45),
    write(['conversation_ended_webhook_url', 'Chat webhook URL'], 'https://example.com/chats'),
    turn(['conversation_ended_retrigger', 'Send again when the chat resumes']),
  ],
};

/** Controls that only modes with a realtime model have, by tab. */
export const REALTIME_CONTROLS: Readonly<Record<string, readonly FormControl[]>> = {
  'Voice & turns': [
    { path: 'mode', stored: 'multimodal', set: (container) => container.getByLabel('Multimodal').check() },
    write(['turn_detection_threshold', 'Speech detection threshold'], '0.4', 0.4),
  ],
  Prompt: [
    pick(['multimodal_model_id', 'Realtime model'], 'gemini-x', new IdOf('gemini-x')),
    pick(['voice_id', 'Voice'], 'Kore', new IdOf('Kore, realtime')),
    pick(['chat_llm_fallback_id', 'Chat model'], 'spare', new IdOf('spare')),
  ],
};

/** Controls of the tool editor, by card; the first card contains `tools.end_call.…`. */
export const TOOL_CONTROLS: Readonly<Record<string, readonly FormControl[]>> = {
  'End call': [write(['tools.end_call.description', 'When to use it'], 'After goodbye.')],
  'Transfer call': [
    write(['tools.call_transfer.phone_number', 'Transfer to'], '+40721234567'),
    write(['tools.call_transfer.description', 'When to use it'], 'For a person.'),
    turn(['tools.call_transfer.custom', 'Allow other numbers'], true),
    turn(['tools.call_transfer.warm_transfer', 'Announce the caller'], true),
    write(['tools.call_transfer.warm_transfer_message', 'Announcement'], 'A customer.'),
    write(['tools.call_transfer.timezone', 'Time zone'], 'Europe/Paris'),
    write(['tools.call_transfer.sip_headers', 'SIP headers'], 'X-Queue: 3', [
      { name: 'X-Queue', value: '3' },
    ]),
  ],
  'Warm transfer': [
    turn(['tools.warm_call_transfer.custom_sip', 'Use a SIP address'], true),
    write(['tools.warm_call_transfer.supervisor_phone', 'Colleague'], 'sip:desk@pbx.example'),
    pick(
      ['tools.warm_call_transfer.outbound_phone_id', 'Call from'],
      '+12025550177',
      new IdOf('+12025550177'),
    ),
    pick(['tools.warm_call_transfer.caller_id_mode', 'Caller ID'], 'Another number', 'custom'),
    write(['tools.warm_call_transfer.custom_caller_id', 'Other caller ID'], '+40721234568'),
    write(['tools.warm_call_transfer.description', 'When to use it'], 'For complaints.'),
    write(['tools.warm_call_transfer.hold_music_volume', 'Volume'], '35', 35),
    pick(['tools.warm_call_transfer.hold_music', 'Hold sound'], 'Silence', 'none'),
    write(['tools.warm_call_transfer.hold_message', 'Message to the customer'], 'One moment.'),
    write(['tools.warm_call_transfer.summary_instructions', 'Summary prompt'], 'In one sentence.'),
    write(['tools.warm_call_transfer.briefing_initial_message', 'Message to the colleague'], 'A call.'),
    write(['tools.warm_call_transfer.connected_message', 'Message when connected'], 'Go ahead.'),
    write(['tools.warm_call_transfer.sip_headers', 'SIP headers'], 'X-Queue: 4', [
      { name: 'X-Queue', value: '4' },
    ]),
  ],
  'Hand off to another assistant': [
    pick(['tools.assistant_transfer.assistant_id', 'Assistant'], 'Bookkeeper', new IdOf('Bookkeeper')),
    write(['tools.assistant_transfer.description', 'When to use it'], 'For invoices.'),
    write(['tools.assistant_transfer.message_before_transfer', 'Handoff message'], 'My colleague knows.'),
    turn(['tools.assistant_transfer.speak_transfer_greeting', 'Play its first message'], false),
  ],
  'Schedule callback': [
    write(['tools.schedule_callback.description', 'When to use it'], 'When asked.'),
    pick(['tools.schedule_callback.assistant_id', 'Callback assistant'], 'Caller', new IdOf('Caller')),
    write(['tools.schedule_callback.max_days_ahead', 'Maximum days ahead'], '7', 7),
    write(['tools.schedule_callback.allowed_hours_start_time', 'From'], '09:00'),
    write(['tools.schedule_callback.allowed_hours_end_time', 'To'], '18:00'),
  ],
  'Hand off to a person': [
    pick(['tools.handoff_to_human.group_id', 'Group'], 'Millers', new IdOf('Millers')),
    write(['tools.handoff_to_human.description', 'When to use it'], 'For a person.'),
    write(['tools.handoff_to_human.message', 'Message during opening hours'], 'A miller answers.'),
    write(['tools.handoff_to_human.closed_message', 'Message outside opening hours'], 'Tomorrow.'),
  ],
  'Collect digits': [
    write(['tools.collect_keypad.timeout', 'Wait between keys'], '9', 9),
    pick(['tools.collect_keypad.stop_key', 'End key'], '*', '*'),
  ],
  'Press keys (DTMF)': [write(['tools.dtmf_input.description', 'When to use it'], 'In menus.')],
};

/** A checkbox in a list, which may be collapsed. */
function tick(
  path: string,
  label: string,
  { stored, fold }: { stored: unknown; fold?: string },
): FormControl {
  return {
    path,
    stored,
    set: async (container) => {
      if (fold !== undefined) await container.locator('summary', { hasText: fold }).click();
      await container.getByRole('checkbox', { name: new RegExp(`^${label}`) }).check();
    },
  };
}

/** Every field path that an assistant update can set, from the contract. */
export function assistantPaths(): string[] {
  const parts = new Map([
    ['filler_config', below('filler_config', fillerConfig)],
    ['widget_settings', below('widget_settings', widgetSettings)],
    ['post_call_schema', below('post_call_schema.0', postCallField)],
    ['tools', builtInTool.options.flatMap((tool) => below(`tools.${tool.shape.type.value}`, tool))],
  ]);
  return Object.keys(updateAssistantRequest.shape).flatMap((name) => parts.get(name) ?? [name]);
}

/** The tool type is left out, because it is chosen by adding a tool. */
function below(path: string, { shape }: z.ZodObject): string[] {
  const names = Object.keys(shape).filter((name) => !(path.startsWith('tools.') && name === 'type'));
  return names.map((name) => `${path}.${name}`);
}
