import type { z } from 'zod';
import { fillerConfig, postCallField, updateAssistantRequest, widgetSettings } from '#contract/assistants.ts';
import { builtInTool } from '#contract/built-in-tools.ts';
import { type FormControl, IdOf, pick, search, slide, turn, write } from './form-controls.ts';

/** The tabs of the assistant's editor with every control that pipeline mode has, in an order that leaves none hidden. */
export const PIPELINE_CONTROLS: Readonly<Record<string, readonly FormControl[]>> = {
  Prompt: [
    write(['name', 'Name'], 'Mill desk'),
    pick(['type', 'Type'], 'Outbound', 'outbound'),
    write(['initial_message', 'First message'], 'The mill, good day!'),
    write(['system_prompt', 'System prompt'], 'You sell flour.'),
    search(['language_id', 'Language'], 'German', 5),
    pick(['voice_id', 'Voice'], 'SLT, any', new IdOf('SLT, any language (English accent)')),
    tick('secondary_language_ids', 'French', { stored: [3], fold: 'Other languages' }),
    write(['timezone', 'Time zone'], 'America/New_York'),
    pick(['llm_model_id', 'Language model'], 'spare', new IdOf('spare')),
    slide(['llm_temperature', 'Freedom'], 'End', '1.00'),
    pick(['knowledgebase_id', 'Knowledge base'], 'Handbook', new IdOf('Handbook')),
    pick(['knowledgebase_mode', 'How it uses it'], 'Has what fits before every answer', 'prompt'),
    tick('tool_ids', 'look_up', { stored: [new IdOf('look_up')] }),
  ],
  'Voice & turns': [
    pick(['endpoint_type', 'The customer’s turn ends by'], 'Judgement', 'ai'),
    slide(['endpoint_sensitivity', 'Pause before it answers'], 'End', 5),
    turn(['wait_for_customer', 'Let the customer speak first']),
    slide(['interrupt_sensitivity', 'Speech before it stops'], 'Home', 0),
    write(['min_interrupt_words', 'Words before it stops'], '3', 3),
    turn(['allow_interruptions', 'People can interrupt it']),
    slide(['speech_speed', 'Speed'], 'End', '1.20'),
    slide(['voice_stability', 'Evenness'], 'Home', '0.00'),
    slide(['voice_similarity', 'Closeness to the voice'], 'End', '1.00'),
    turn(['tts_emotion_enabled', 'Emotion']),
    pick(['synthesizer_provider_id', 'Who speaks'], 'Flite', new IdOf('Flite (built in)')),
    pick(['transcriber_provider_id', 'Who understands'], 'Typed text', new IdOf('Typed text (built in)')),
    turn(['fillers', 'Say something while it thinks']),
    write(['filler_config.positive', 'After good news'], 'Fine.\nGood.', ['Fine.', 'Good.']),
    write(['filler_config.negative', 'After bad news'], 'Oh.', ['Oh.']),
    write(['filler_config.question', 'After a question'], 'Let me see.', ['Let me see.']),
    write(['filler_config.neutral', 'After anything else'], 'Right.', ['Right.']),
    turn(['enable_noise_cancellation', 'Take noise away from the customer’s side']),
    pick(['ambient_sound', 'Behind its voice'], 'Café', 'cafe'),
    slide(['ambient_sound_volume', 'How loud the place is'], 'End', '1.00'),
  ],
  'Call rules': [
    pick(['phone_number_id', 'Phone number'], '+12025550177', new IdOf('+12025550177')),
    write(['max_duration', 'Longest call'], '321', 321),
    write(['ringing_time', 'Let it ring'], '21', 21),
    write(['reengagement_interval', 'Ask after'], '12', 12),
    write(['reengagement_prompt', 'What it asks then'], 'Ask about the flour.'),
    write(['max_silence_duration', 'Hang up after'], '43', 43),
    write(['max_initial_silence_duration', 'Hang up at the beginning after'], '17', 17),
    turn(['end_call_on_voicemail', 'Hang up on answering machines']),
    write(['voice_mail_message', 'Message to leave'], 'Please call the mill.'),
    turn(['record', 'Record calls']),
  ],
  Variables: [
    {
      path: 'variables',
      stored: { company: 'Mill Inn' },
      set: async (place) => {
        await place.getByRole('button', { name: 'Add a variable' }).click();
        await place.getByLabel('Name of the variable').fill('company');
        await place.getByLabel('Value of company').fill('Mill Inn');
      },
    },
  ],
  'After the call': [
    turn(['post_call_evaluation', 'Evaluate conversations']),
    write(['post_call_schema.0.name', 'Name'], 'sacks'),
    pick(['post_call_schema.0.type', 'Kind'], 'Number', 'number'),
    write(['post_call_schema.0.description', 'What it means'], 'How many sacks were ordered.'),
    turn(['is_webhook_active', 'Send it']),
    write(['webhook_url', 'Address'], 'https://example.com/calls'),
    turn(['send_webhook_only_on_completed', 'Only calls that took place']),
    turn(['include_recording_in_webhook', 'With the address of the recording']),
  ],
  'Chat & widget': [
    turn(['is_public', 'Open to visitors']),
    write(['widget_settings.allowed_origins', 'Sites that may use it'], 'https://mill.example', [
      'https://mill.example',
    ]),
    pick(['widget_settings.theme', 'Theme'], 'Dark', 'dark'),
    pick(['widget_settings.position', 'Place'], 'At the bottom left', 'bottom-left'),
    write(['widget_settings.color', 'Pick the colour'], '#0f766e'),
    write(['conversation_inactivity_timeout', 'Over after'], '45', 45),
    write(['conversation_ended_webhook_url', 'Webhook at the end'], 'https://example.com/chats'),
    turn(['conversation_ended_retrigger', 'Tell again']),
  ],
};

/** What only the modes with a realtime model have, by their tabs. */
export const REALTIME_CONTROLS: Readonly<Record<string, readonly FormControl[]>> = {
  'Voice & turns': [
    { path: 'mode', stored: 'multimodal', set: (place) => place.getByLabel('Multimodal').check() },
    write(['turn_detection_threshold', 'How clear speech must be'], '0.4', 0.4),
  ],
  Prompt: [
    pick(['multimodal_model_id', 'Realtime model'], 'gemini-x', new IdOf('gemini-x')),
    pick(['voice_id', 'Voice'], 'Kore', new IdOf('Kore, realtime')),
    pick(['chat_llm_fallback_id', 'Model for chats and evaluations'], 'spare', new IdOf('spare')),
  ],
};

/** Cards of the editor's tools with their controls; `tools.end_call.…` stands in the first. */
export const TOOL_CONTROLS: Readonly<Record<string, readonly FormControl[]>> = {
  'End the call': [write(['tools.end_call.description', 'When'], 'After goodbye.')],
  'Transfer the call': [
    write(['tools.call_transfer.phone_number', 'To'], '+40721234567'),
    write(['tools.call_transfer.description', 'When'], 'For a person.'),
    turn(['tools.call_transfer.custom', 'It may choose another number'], true),
    turn(['tools.call_transfer.warm_transfer', 'Say something to the one who answers'], true),
    write(['tools.call_transfer.warm_transfer_message', 'What it says'], 'A customer.'),
    write(['tools.call_transfer.timezone', 'Time zone of the number'], 'Europe/Paris'),
  ],
  'Transfer with a briefing': [
    turn(['tools.warm_call_transfer.custom_sip', 'The colleague has a SIP address'], true),
    write(['tools.warm_call_transfer.supervisor_phone', 'Colleague'], 'sip:desk@pbx.example'),
    pick(
      ['tools.warm_call_transfer.outbound_phone_id', 'Call from'],
      '+12025550177',
      new IdOf('+12025550177'),
    ),
    pick(
      ['tools.warm_call_transfer.caller_id_mode', 'Number that the colleague sees'],
      'Another number',
      'custom',
    ),
    write(['tools.warm_call_transfer.custom_caller_id', 'That number'], '+40721234568'),
    write(['tools.warm_call_transfer.description', 'When'], 'For complaints.'),
    write(['tools.warm_call_transfer.hold_music_volume', 'How loud'], '35', 35),
    pick(['tools.warm_call_transfer.hold_music', 'Meanwhile the customer hears'], 'Silence', 'none'),
    write(['tools.warm_call_transfer.hold_message', 'Said to the customer before'], 'One moment.'),
    write(['tools.warm_call_transfer.summary_instructions', 'How to sum up'], 'In one sentence.'),
    write(['tools.warm_call_transfer.briefing_initial_message', 'Said to the colleague first'], 'A call.'),
    write(['tools.warm_call_transfer.connected_message', 'Said when both are connected'], 'Go ahead.'),
  ],
  'Hand over to another assistant': [
    pick(['tools.assistant_transfer.assistant_id', 'Assistant'], 'Bookkeeper', new IdOf('Bookkeeper')),
    write(['tools.assistant_transfer.description', 'When'], 'For invoices.'),
    write(['tools.assistant_transfer.message_before_transfer', 'Said before'], 'My colleague knows.'),
    turn(['tools.assistant_transfer.speak_transfer_greeting', 'The other one greets'], false),
  ],
  'Collect keys': [
    write(['tools.collect_keypad.timeout', 'Wait for the next key'], '9', 9),
    pick(['tools.collect_keypad.stop_key', 'Key that ends it'], '*', '*'),
  ],
  'Press keys': [write(['tools.dtmf_input.description', 'When'], 'In menus.')],
};

/** A box to tick in a list, which may be folded. */
function tick(
  path: string,
  label: string,
  { stored, fold }: { stored: unknown; fold?: string },
): FormControl {
  return {
    path,
    stored,
    set: async (place) => {
      if (fold !== undefined) await place.locator('summary', { hasText: fold }).click();
      await place.getByRole('checkbox', { name: new RegExp(`^${label}`) }).check();
    },
  };
}

/** Every path that an update of an assistant can set, by the contract. */
export function assistantPaths(): string[] {
  const parts = new Map([
    ['filler_config', below('filler_config', fillerConfig)],
    ['widget_settings', below('widget_settings', widgetSettings)],
    ['post_call_schema', below('post_call_schema.0', postCallField)],
    ['tools', builtInTool.options.flatMap((tool) => below(`tools.${tool.shape.type.value}`, tool))],
  ]);
  return Object.keys(updateAssistantRequest.shape).flatMap((name) => parts.get(name) ?? [name]);
}

/** What tells the types of tools apart is chosen by adding one. */
function below(path: string, { shape }: z.ZodObject): string[] {
  const names = Object.keys(shape).filter((name) => !(path.startsWith('tools.') && name === 'type'));
  return names.map((name) => `${path}.${name}`);
}
