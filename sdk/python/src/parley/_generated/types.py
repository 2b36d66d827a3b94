# Generated from the OpenAPI document by `npm run sdk`. Do not edit.

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Literal, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import NotRequired

# A file: its bytes, a Path, an open file, or a name with one of these.
Upload = Any

class AcceptInvitationRequest(TypedDict):
    """The session of the invited person, or the password."""

    name: NotRequired[Union[str, None]]
    password: NotRequired[Union[str, None]]

class AcceptInvitationResponse(TypedDict):
    message: str
    data: AccountOfPerson

class Account(TypedDict):
    id: int
    name: str
    email: str

class AccountListResponse(TypedDict):
    data: List[AccountOfPerson]

class AccountOfPerson(TypedDict):
    """An account that the person belongs to."""

    id: int
    name: str
    role: Role
    is_current: bool

class AddToBlacklistRequest(TypedDict):
    phone_number: str
    reason: NotRequired[Union[str, None]]

class AddToBlacklistResponse(TypedDict):
    message: str
    data: BlacklistedNumber

class AiSwitchResponseData(TypedDict):
    """The result."""

    id: str
    ai_enabled: bool

class AiSwitchResponse(TypedDict):
    message: str
    data: AiSwitchResponseData

class AllowedMcpTool(TypedDict):
    server_id: int
    tool: str

AmbientSound = Literal["off", "office", "city", "forest", "crowded_room", "cafe", "nature"]

AnsweredBy = Literal["human", "machine", "unknown"]

class ApiKey(TypedDict):
    id: int
    name: str
    last_used_at: Union[str, None]
    created_at: str

class AssignNumberRequest(TypedDict):
    assistant_id: Union[int, None]

class AssignNumberResponse(TypedDict):
    message: str
    data: AssignedNumber

class AssignRequest(TypedDict):
    """The new assignee. Omitted fields become null."""

    person_id: NotRequired[Union[int, None]]
    group_id: NotRequired[Union[int, None]]

class AssignedNumber(TypedDict):
    """The assistant that answers a number, and what the assignment replaced."""

    phone_number_id: int
    assistant_id: Union[int, None]
    previous_assistant_id: Union[int, None]
    previous_phone_number_id: Union[int, None]

class AssistantLanguage(TypedDict):
    """The language."""

    id: int
    name: str
    iso_2: str

class Assistant(TypedDict):
    """The full representation, as lists return it."""

    id: int
    uuid: str
    user_id: int
    instance_id: int
    phone_number_id: Union[int, None]
    engine_id: None
    synthesizer_id: None
    transcriber_id: None
    voice_id: int
    language_id: int
    language: AssistantLanguage
    secondary_language_ids: List[int]
    llm_model_id: Union[int, None]
    multimodal_model_id: Union[int, None]
    chat_llm_fallback_id: Union[int, None]
    transcriber_provider_id: Union[int, None]
    synthesizer_provider_id: Union[int, None]
    knowledgebase_id: Union[int, None]
    knowledgebase_mode: Union[Literal["function_call", "prompt", "hybrid"], None]
    flows_platform_id: None
    name: str
    type: AssistantType
    status: AssistantStatus
    mode: EngineMode
    timezone: str
    initial_message: str
    system_prompt: str
    variables: Dict[str, Any]
    tools: List[BuiltInTool]
    tool_ids: List[int]
    mcp_server_ids: List[int]
    mcp_tools: List[AllowedMcpTool]
    widget_settings: WidgetSettings
    is_public: bool
    share_customer_details: bool
    unclear_speech_action: UnclearSpeechAction
    is_webhook_active: bool
    webhook_url: Union[str, None]
    inbound_webhook_url: Union[str, None]
    send_webhook_only_on_completed: bool
    include_recording_in_webhook: bool
    post_call_evaluation: bool
    post_call_schema: List[PostCallField]
    tts_emotion_enabled: bool
    voice_stability: str
    voice_similarity: str
    speech_speed: str
    speech_normalization: bool
    pronunciations: List[Pronunciation]
    transcriber_keywords: List[str]
    llm_temperature: str
    turn_detection_threshold: Union[float, None]
    allow_interruptions: bool
    protect_first_message: FirstMessageProtection
    fillers: Union[Literal[0], Literal[1]]
    filler_config: FillerConfig
    record: bool
    mask_keypad_input: bool
    enable_noise_cancellation: bool
    wait_for_customer: bool
    max_duration: int
    max_silence_duration: int
    max_initial_silence_duration: Union[int, None]
    ringing_time: int
    reengagement_interval: int
    reengagement_prompt: Union[str, None]
    end_call_on_voicemail: Union[Literal[0], Literal[1]]
    voice_mail_message: Union[str, None]
    notice_message: Union[str, None]
    endpoint_type: EndpointType
    endpoint_sensitivity: float
    interrupt_sensitivity: float
    min_interrupt_words: Union[int, None]
    ambient_sound: AmbientSound
    ambient_sound_volume: str
    conversation_inactivity_timeout: Union[int, None]
    max_replies_per_customer_day: Union[int, None]
    conversation_ended_retrigger: bool
    conversation_ended_webhook_url: Union[str, None]
    deleted_at: Union[str, None]
    created_at: str
    updated_at: str

class AssistantIdRequest(TypedDict):
    assistant_id: int

class AssistantLatencyResponseDataPartsItem(TypedDict):
    name: Literal["wait", "transcript", "model", "speech"]
    milliseconds: Union[int, None]
    source: Literal["setting", "assistant", "account", "typical", "unknown"]
    answers: int

class AssistantLatencyResponseDataProviders(TypedDict):
    """Providers in use, as catalog codes; null if the mode has no such stage or the installation has no provider."""

    model: Union[str, None]
    transcriber: Union[str, None]
    synthesizer: Union[str, None]

class AssistantLatencyResponseData(TypedDict):
    """The result."""

    answers: int
    endpoint_ms: Union[int, None]
    transcript_ms: Union[int, None]
    model_ms: Union[int, None]
    speech_ms: Union[int, None]
    total_ms: Union[int, None]
    slow_total_ms: Union[int, None]
    parts: List[AssistantLatencyResponseDataPartsItem]
    mode: EngineMode
    providers: AssistantLatencyResponseDataProviders

class AssistantLatencyResponse(TypedDict):
    """Average latency in milliseconds of the assistant's last answers in calls, at most 50; null if nothing was measured. Counts only answers with the requested mode, end-of-turn detection, model, transcriber and synthesizer. The stages are those of `latency` in `GET /user/calls/{id}`."""

    data: AssistantLatencyResponseData

class AssistantNumber(TypedDict):
    """A number that can be assigned to an assistant."""

    id: int
    phone_number: str
    country_code: str
    type_label: str
    is_available: bool

AssistantStatus = Literal["inactive", "active"]

class AssistantSummary(TypedDict):
    id: int
    name: str
    status: AssistantStatus
    type: AssistantType
    mode: EngineMode

AssistantType = Literal["inbound", "outbound"]

class Attachment(TypedDict):
    id: int
    content_type: str
    file_name: Union[str, None]
    status: Literal["waiting", "stored", "failed"]
    byte_count: Union[int, None]
    error: Union[str, None]
    text: Union[str, None]
    text_error: Union[str, None]

AuditAction = Literal["created", "updated", "deleted", "exported", "signed_in", "sign_in_failed", "signed_out", "password_changed", "second_factor_on", "second_factor_off"]

AuditActor = Literal["person", "api_key", "visitor", "terminal", "system"]

class AuditChange(TypedDict):
    """One changed field."""

    field: str
    before: Any
    after: Any
    is_secret: bool

class AuditEntryActor(TypedDict):
    """Who did it."""

    kind: AuditActor
    id: Union[int, None]
    name: Union[str, None]

class AuditEntryObject(TypedDict):
    """What was changed."""

    type: AuditObject
    id: Union[str, None]
    name: Union[str, None]

class AuditEntry(TypedDict):
    """An entry of the audit log. Entries cannot be changed or deleted. The server removes them after its retention period."""

    id: int
    created_at: str
    actor: AuditEntryActor
    address: Union[str, None]
    action: AuditAction
    object: AuditEntryObject
    changes: List[AuditChange]

class AuditEntryResponse(TypedDict):
    data: AuditEntry

AuditObject = Literal["account", "alert_settings", "api_key", "assistant", "audit_log", "campaign", "canned_reply", "do_not_call_number", "document", "export", "inbox_group", "inbox_group_member", "invitation", "knowledgebase", "mcp_server", "member", "phone_number", "sender", "session", "sip_trunk", "template", "tool", "vendor", "webhook_endpoint", "webhook_secret", "widget"]

class BalanceResponseData(TypedDict):
    """The result."""

    balance: float
    balance_exact: str

class BalanceResponse(TypedDict):
    message: str
    data: BalanceResponseData

BlacklistSource = Literal["request", "call", "message"]

class BlacklistedNumber(TypedDict):
    """A number that the account must not call or send messages to."""

    id: int
    phone_number: str
    source: BlacklistSource
    reason: Union[str, None]
    call_id: Union[int, None]
    created_at: str

class BuiltInToolCallTransferSipHeadersItem(TypedDict):
    name: str
    value: str

class BuiltInToolCallTransfer(TypedDict):
    type: Literal["call_transfer"]
    phone_number: str
    description: NotRequired[Union[str, None]]
    custom: NotRequired[Union[bool, None]]
    timezone: NotRequired[Union[str, None]]
    warm_transfer: NotRequired[Union[bool, None]]
    warm_transfer_message: NotRequired[Union[str, None]]
    sip_headers: NotRequired[Union[List[BuiltInToolCallTransferSipHeadersItem], None]]

class BuiltInToolWarmCallTransferSipHeadersItem(TypedDict):
    name: str
    value: str

class BuiltInToolWarmCallTransfer(TypedDict):
    type: Literal["warm_call_transfer"]
    supervisor_phone: str
    outbound_phone_id: int
    description: str
    custom_sip: NotRequired[Union[bool, None]]
    caller_id_mode: NotRequired[Union[Literal["outbound_number", "customer_number", "custom"], None]]
    custom_caller_id: NotRequired[Union[str, None]]
    hold_music: NotRequired[Union[Literal["hold_music", "none"], None]]
    hold_music_volume: NotRequired[Union[int, None]]
    hold_message: NotRequired[Union[str, None]]
    summary_instructions: NotRequired[Union[str, None]]
    briefing_initial_message: NotRequired[Union[str, None]]
    connected_message: NotRequired[Union[str, None]]
    sip_headers: NotRequired[Union[List[BuiltInToolWarmCallTransferSipHeadersItem], None]]

class BuiltInToolCollectKeypad(TypedDict):
    type: Literal["collect_keypad"]
    timeout: NotRequired[Union[int, None]]
    stop_key: NotRequired[Union[str, None]]

class BuiltInToolEndCall(TypedDict):
    type: Literal["end_call"]
    description: NotRequired[Union[str, None]]

class BuiltInToolDtmfInput(TypedDict):
    type: Literal["dtmf_input"]
    description: NotRequired[Union[str, None]]

class BuiltInToolAssistantTransfer(TypedDict):
    type: Literal["assistant_transfer"]
    assistant_id: int
    description: NotRequired[Union[str, None]]
    message_before_transfer: NotRequired[Union[str, None]]
    speak_transfer_greeting: NotRequired[Union[bool, None]]

class BuiltInToolScheduleCallback(TypedDict):
    type: Literal["schedule_callback"]
    description: NotRequired[Union[str, None]]
    assistant_id: NotRequired[Union[int, None]]
    max_days_ahead: NotRequired[Union[int, None]]
    allowed_hours_start_time: NotRequired[Union[str, None]]
    allowed_hours_end_time: NotRequired[Union[str, None]]

class BuiltInToolHandoffToHuman(TypedDict):
    type: Literal["handoff_to_human"]
    description: NotRequired[Union[str, None]]
    group_id: NotRequired[Union[int, None]]
    message: NotRequired[Union[str, None]]
    closed_message: NotRequired[Union[str, None]]

BuiltInTool = Union["BuiltInToolCallTransfer", "BuiltInToolWarmCallTransfer", "BuiltInToolCollectKeypad", "BuiltInToolEndCall", "BuiltInToolDtmfInput", "BuiltInToolAssistantTransfer", "BuiltInToolScheduleCallback", "BuiltInToolHandoffToHuman"]

class BulkBlacklistRequest(TypedDict):
    """Each number is validated on its own, so that an invalid one affects no other."""

    phone_numbers: List[Any]
    reason: NotRequired[Union[str, None]]

class BulkBlacklistResponseDataResultsItem(TypedDict):
    index: int
    status: Literal["added", "listed", "invalid"]
    phone_number: Union[str, None]
    errors: List[str]

class BulkBlacklistResponseData(TypedDict):
    """The result."""

    added: int
    listed: int
    invalid: int
    results: List[BulkBlacklistResponseDataResultsItem]

class BulkBlacklistResponse(TypedDict):
    message: str
    data: BulkBlacklistResponseData

BulkConversationAction = Literal["assign", "snooze", "close", "reopen", "add_tags", "remove_tags"]

class BulkConversationsSkippedItem(TypedDict):
    id: str
    reason: SkipReason

class BulkConversations(TypedDict):
    """What happened to the conversations."""

    changed: int
    skipped: List[BulkConversationsSkippedItem]

class BulkConversationsRequest(TypedDict):
    """One change to several conversations."""

    ids: List[str]
    action: BulkConversationAction
    person_id: NotRequired[Union[int, None]]
    group_id: NotRequired[Union[int, None]]
    until: NotRequired[Union[str, None]]
    tags: NotRequired[Union[List[str], None]]

class BulkConversationsResponse(TypedDict):
    message: str
    data: BulkConversations

class BulkLeadsRequest(TypedDict):
    campaign_id: int
    allow_dupplicate: NotRequired[Union[bool, None]]
    leads: List[Any]

class BulkLeadsResponseDataResultsItem(TypedDict):
    index: int
    status: Literal["created", "updated", "duplicate", "invalid"]
    id: Union[int, None]
    external_id: Union[str, None]
    errors: Dict[str, List[str]]

class BulkLeadsResponseData(TypedDict):
    """The result."""

    created: int
    updated: int
    duplicates: int
    invalid: int
    results: List[BulkLeadsResponseDataResultsItem]

class BulkLeadsResponse(TypedDict):
    message: str
    data: BulkLeadsResponseData

class CallEndedPayloadAssistant(TypedDict):
    id: int
    uuid: str
    name: str

class CallEndedPayloadCampaign(TypedDict):
    id: int
    name: str

class CallEndedPayloadOverrides(TypedDict):
    system_prompt: NotRequired[str]
    initial_message: NotRequired[str]
    voice_id: NotRequired[int]
    language_id: NotRequired[int]
    llm_model_id: NotRequired[Union[int, None]]
    multimodal_model_id: NotRequired[Union[int, None]]
    max_duration: NotRequired[Union[int, None]]
    variables: NotRequired[Union[Dict[str, Any], None]]

class CallEndedPayloadTranscriptItem(TypedDict):
    text: str
    type: Literal["transcript"]
    sender: CallSpeaker
    speaker: NotRequired[Literal["supervisor"]]
    timestamp: str

class CallEndedPayloadLeadCampaign(TypedDict):
    """The campaign."""

    id: int
    name: str

class CallEndedPayloadLead(TypedDict):
    id: int
    external_id: Union[str, None]
    phone_number: str
    variables: Dict[str, Any]
    status: str
    call_tries: int
    goal_met: Union[bool, None]
    created_at: str
    updated_at: str
    campaign: CallEndedPayloadLeadCampaign

class CallEndedPayloadTransfersItem(TypedDict):
    kind: Literal["blind", "warm", "assistant"]
    target: str
    outcome: Literal["connected", "failed"]
    reason: Union[str, None]
    at_ms: int

class CallEndedPayload(TypedDict):
    """Sent to the assistant's `webhook_url`. Later versions may add fields."""

    event: Literal["call.ended"]
    type: Literal["call.ended"]
    id: int
    external_id: Union[str, None]
    assistant: Union[CallEndedPayloadAssistant, None]
    campaign: Union[CallEndedPayloadCampaign, None]
    customer_phone: Union[str, None]
    assistant_phone: Union[str, None]
    duration: int
    status: CallStatus
    end_reason: Union[str, None]
    extracted_variables: Dict[str, Union[str, float, bool, None]]
    evaluation_error: Union[str, None]
    input_variables: Dict[str, Any]
    overrides: Union[CallEndedPayloadOverrides, None]
    transcript: List[CallEndedPayloadTranscriptItem]
    formatted_transcript: str
    recording_url: NotRequired[Union[str, None]]
    answered_by: Union[AnsweredBy, None]
    total_cost: float
    carrier_cost: Union[float, None]
    created_at: str
    finished_at: str
    lead: Union[CallEndedPayloadLead, None]
    transfers: List[CallEndedPayloadTransfersItem]
    function_calls: List[FunctionCall]

class CallItemWebhookResponse(TypedDict):
    status_code: Union[int, None]
    body: str
    attempts: int

class CallItem(TypedDict):
    """A call in a list."""

    id: int
    external_id: Union[str, None]
    assistant_id: Union[int, None]
    assistant_name: Union[str, None]
    campaign_id: Union[int, None]
    campaign_name: Union[str, None]
    lead_id: Union[int, None]
    lead_external_id: Union[str, None]
    type: CallType
    duration: int
    assistant_phone_number: Union[str, None]
    client_phone_number: Union[str, None]
    status: CallStatus
    transcript: List[CallTranscriptItem]
    variables: Dict[str, Any]
    evaluation: Union[List[EvaluatedField], None]
    webhook_response: Union[CallItemWebhookResponse, None]
    carrier_cost: Union[float, None]
    total_cost: float
    answered_by: Union[AnsweredBy, None]
    voicemail_left: bool
    recording_url: Union[str, None]
    scheduled_at: Union[str, None]
    created_at: str
    updated_at: str

class CallMessageResponse(TypedDict):
    message: str

CallOrder = Literal["created_at", "duration", "total_cost"]

class CallOverrides(TypedDict):
    """Fields of the assistant that one call replaces, by the rules of an update: null restores the field's default. `variables` are added to the assistant's own."""

    system_prompt: NotRequired[str]
    initial_message: NotRequired[str]
    voice_id: NotRequired[int]
    language_id: NotRequired[int]
    llm_model_id: NotRequired[Union[int, None]]
    multimodal_model_id: NotRequired[Union[int, None]]
    max_duration: NotRequired[Union[int, None]]
    variables: NotRequired[Union[Dict[str, Any], None]]

CallSpeaker = Literal["bot", "human"]

CallStatus = Literal["scheduled", "initiated", "ringing", "in-progress", "completed", "ended_by_customer", "ended_by_assistant", "busy", "no-answer", "failed", "canceled"]

class CallTranscriptItem(TypedDict):
    text: str
    type: Literal["transcript"]
    sender: CallSpeaker
    speaker: NotRequired[Literal["supervisor"]]
    timestamp: str

CallType = Literal["inbound", "outbound", "web"]

class CallViewWebhookResponse(TypedDict):
    status_code: Union[int, None]
    body: str
    attempts: int

class CallViewOverrides(TypedDict):
    system_prompt: NotRequired[str]
    initial_message: NotRequired[str]
    voice_id: NotRequired[int]
    language_id: NotRequired[int]
    llm_model_id: NotRequired[Union[int, None]]
    multimodal_model_id: NotRequired[Union[int, None]]
    max_duration: NotRequired[Union[int, None]]
    variables: NotRequired[Union[Dict[str, Any], None]]

class CallViewTransfersItem(TypedDict):
    kind: Literal["blind", "warm", "assistant"]
    target: str
    outcome: Literal["connected", "failed"]
    reason: Union[str, None]
    at_ms: int

class CallViewLatencyItem(TypedDict):
    at_ms: int
    endpoint_ms: Union[int, None]
    transcript_ms: Union[int, None]
    model_ms: Union[int, None]
    speech_ms: Union[int, None]
    total_ms: int

CallViewFallbacksItem = TypedDict("CallViewFallbacksItem", {
    "part": "Literal[\"voice\", \"transcriber\", \"model\", \"realtime\"]",
    "from": "str",
    "to": "str",
    "reason": "str",
    "at": "str",
})

class CallViewEventsItem(TypedDict):
    type: str
    at_ms: int
    data: Dict[str, Any]

class CallViewModelsItem(TypedDict):
    model: str
    calls: int
    input_tokens: int
    output_tokens: int
    cost: Union[float, None]

class CallViewCostsItem(TypedDict):
    kind: str
    amount: float
    note: Union[str, None]
    created_at: str

class CallView(TypedDict):
    """All details of one call."""

    id: int
    external_id: Union[str, None]
    assistant_id: Union[int, None]
    assistant_name: Union[str, None]
    campaign_id: Union[int, None]
    campaign_name: Union[str, None]
    lead_id: Union[int, None]
    lead_external_id: Union[str, None]
    type: CallType
    duration: int
    assistant_phone_number: Union[str, None]
    client_phone_number: Union[str, None]
    status: CallStatus
    transcript: List[CallTranscriptItem]
    variables: Dict[str, Any]
    evaluation: Union[List[EvaluatedField], None]
    webhook_response: Union[CallViewWebhookResponse, None]
    carrier_cost: Union[float, None]
    total_cost: float
    answered_by: Union[AnsweredBy, None]
    voicemail_left: bool
    recording_url: Union[str, None]
    scheduled_at: Union[str, None]
    created_at: str
    updated_at: str
    ringing_at: Union[str, None]
    answered_at: Union[str, None]
    ended_at: Union[str, None]
    overrides: Union[CallViewOverrides, None]
    end_reason: Union[str, None]
    recording_state: Literal["kept", "running", "unanswered", "off", "empty"]
    recording_ringing_ms: Union[int, None]
    evaluation_error: Union[str, None]
    transfers: List[CallViewTransfersItem]
    function_calls: List[FunctionCall]
    latency: List[CallViewLatencyItem]
    fallbacks: List[CallViewFallbacksItem]
    events: List[CallViewEventsItem]
    models: List[CallViewModelsItem]
    costs: List[CallViewCostsItem]

class Campaign(TypedDict):
    id: int
    name: str
    status: CampaignStatus
    max_calls_in_parallel: int
    mark_complete_when_no_leads: bool
    allowed_hours_start_time: str
    allowed_hours_end_time: str
    allowed_days: List[Weekday]
    max_retries: int
    retry_interval: int
    contact_pause: int
    created_at: str
    updated_at: str
    assistant_id: int
    timezone: str
    retry_on_voicemail: bool
    retry_on_goal_incomplete: bool
    goal_completion_variable: Union[str, None]
    phone_number_ids: List[int]
    has_chosen_numbers: bool
    stop_reason: Union[str, None]
    starts_at: Union[str, None]
    ends_at: Union[str, None]
    started_at: Union[str, None]
    completed_at: Union[str, None]

class CampaignLimitsCallingHours(TypedDict):
    """Hours in which calls are allowed."""

    start_minute: int
    end_minute: int

class CampaignLimitsSandboxCallingHours(TypedDict):
    """Calling hours of campaigns that call only from sandbox numbers."""

    start_minute: int
    end_minute: int

class CampaignLimits(TypedDict):
    """Limits of the installation for an account, and the hours in which calls are allowed."""

    campaigns: int
    max_calls_in_parallel: int
    calling_hours: CampaignLimitsCallingHours
    sandbox_calling_hours: CampaignLimitsSandboxCallingHours

class CampaignLimitsResponse(TypedDict):
    data: CampaignLimits

class CampaignMonitorLiveItem(TypedDict):
    call_id: int
    lead_id: Union[int, None]
    phone_number: Union[str, None]
    status: Literal["initiated", "ringing", "in-progress"]
    since: str

class CampaignMonitorLeads(TypedDict):
    """Number of leads."""

    total: int
    finished: int

class CampaignMonitorToday(TypedDict):
    """Since midnight in the campaign's time zone."""

    calls: int
    running: int
    answered: int

class CampaignMonitor(TypedDict):
    """The current state of a campaign."""

    id: int
    status: CampaignStatus
    generated_at: str
    places: int
    hints: List[str]
    live: List[CampaignMonitorLiveItem]
    leads: CampaignMonitorLeads
    today: CampaignMonitorToday
    minutes: List[int]

class CampaignMonitorResponse(TypedDict):
    data: CampaignMonitor

class CampaignProgress(TypedDict):
    campaign_id: int
    leads: int
    finished: int
    ringing: int
    talking: int

class CampaignProgressResponse(TypedDict):
    data: List[CampaignProgress]

class CampaignReportFunnel(TypedDict):
    """Number of leads that reached each step."""

    leads: int
    called: int
    answered: int
    converted: int

CampaignReportLeads = TypedDict("CampaignReportLeads", {
    "created": "int",
    "scheduled": "int",
    "processing": "int",
    "rescheduled": "int",
    "completed": "int",
    "reached-max-retries": "int",
    "blacklisted": "int",
})

class CampaignReportAttempts(TypedDict):
    """Attempts so far."""

    total: int
    running: int
    answered: int
    machine: int
    no_answer: int
    busy: int
    failed: int
    answer_rate: Union[float, None]
    per_called_lead: Union[float, None]
    average_duration: Union[float, None]

class CampaignReportGoal(TypedDict):
    variable: str
    met: int
    missed: int
    rate: Union[float, None]

class CampaignReportCost(TypedDict):
    """Cost in US dollars; null if unknown."""

    total: float
    per_answered_lead: Union[float, None]
    per_goal: Union[float, None]

class CampaignReportHoursItem(TypedDict):
    total: int
    answered: int
    machine: int
    no_answer: int
    busy: int
    failed: int
    answer_rate: Union[float, None]
    hour: int

class CampaignReportWaitingItem(TypedDict):
    code: WaitingCode
    text: str
    until: Union[str, None]
    leads: int

class CampaignReportLeftOutItem(TypedDict):
    code: UndialableCode
    text: str
    numbers: int

class CampaignReport(TypedDict):
    id: int
    name: str
    status: CampaignStatus
    timezone: str
    generated_at: str
    funnel: CampaignReportFunnel
    leads: CampaignReportLeads
    attempts: CampaignReportAttempts
    goal: Union[CampaignReportGoal, None]
    cost: CampaignReportCost
    hours: List[CampaignReportHoursItem]
    waiting: List[CampaignReportWaitingItem]
    left_out: List[CampaignReportLeftOutItem]

class CampaignReportResponse(TypedDict):
    data: CampaignReport

class CampaignResponse(TypedDict):
    data: Campaign

CampaignStatus = Literal["draft", "in-progress", "stopped", "completed"]

class CannedRepliesResponse(TypedDict):
    data: List[CannedReply]

class CannedReply(TypedDict):
    """A text that teammates insert into their messages."""

    id: int
    shortcut: str
    content: str
    updated_at: str

class CannedReplyRequest(TypedDict):
    shortcut: str
    content: str

class CannedReplyResponse(TypedDict):
    message: str
    data: CannedReply

class ChannelMessage(TypedDict):
    """A message of a messaging conversation, as agents see it."""

    id: int
    role: MessageRole
    author: MessageAuthor
    author_name: Union[str, None]
    content: str
    created_at: str
    delivery: Union[Delivery, None]
    attachments: List[Attachment]
    unanswered_reason: Union[str, None]
    edited_at: Union[str, None]
    deleted_at: Union[str, None]
    reaction: Union[str, None]
    about: Union[MessageReference, None]

class ChannelMessagesResponse(TypedDict):
    data: List[ChannelMessage]
    session_status: SessionStatus

class Charge(TypedDict):
    """One row of the ledger. `amount` is positive when the account paid; `balance_effect` is its negation."""

    id: int
    kind: ChargeKind
    amount: float
    amount_exact: str
    balance_effect: str
    why: str
    conversation_id: Union[str, None]
    message_id: Union[int, None]
    reference: Union[str, None]
    created_at: str

ChargeKind = Literal["widget_message", "msgapp_message", "sms_message", "call_minute", "refund", "opening", "credit", "adjustment"]

class ConfirmSecondFactorRequest(TypedDict):
    code: str

ContentChannel = Literal["inbound", "outbound", "web", "test", "widget", "msgapp", "api"]

class ContentHitLine(TypedDict):
    author: MessageAuthor
    at: str
    offset_ms: Union[int, None]
    message_id: Union[int, None]
    note_id: Union[int, None]

class ContentHit(TypedDict):
    """A call, conversation, lead or SMS that contains all searched words."""

    kind: ContentKind
    id: str
    name: str
    channel: Union[ContentChannel, None]
    assistant_id: Union[int, None]
    assistant_name: Union[str, None]
    campaign_id: Union[int, None]
    campaign_name: Union[str, None]
    at: str
    line: Union[ContentHitLine, None]
    excerpt: List[ExcerptPart]

ContentKind = Literal["call", "conversation", "lead", "sms"]

class ContentSearchResponse(TypedDict):
    """Newest first."""

    data: List[ContentHit]
    next_cursor: Union[str, None]

class ConversationEndedPayloadAssistant(TypedDict):
    id: int
    uuid: str
    name: str

class ConversationEndedPayloadTranscriptItem(TypedDict):
    role: MessageRole
    content: str
    timestamp: str

class ConversationEndedPayloadSender(TypedDict):
    phone_number: str
    display_name: str

class ConversationEndedPayload(TypedDict):
    """Sent to the assistant's `conversation_ended_webhook_url`. Later versions may add fields."""

    event: Literal["conversation.ended"]
    conversation_id: str
    assistant_id: Union[str, None]
    assistant: Union[ConversationEndedPayloadAssistant, None]
    type: ConversationType
    message_count: int
    status: Literal["ended"]
    extracted_variables: Dict[str, Union[str, float, bool, None]]
    evaluation_error: Union[str, None]
    input_variables: Dict[str, Any]
    transcript: List[ConversationEndedPayloadTranscriptItem]
    formatted_transcript: str
    customer_phone: Union[str, None]
    customer_identifier: Union[str, None]
    customer_name: Union[str, None]
    sender: Union[ConversationEndedPayloadSender, None]
    total_cost: float
    created_at: str
    ended_at: str

class ConversationEvent(TypedDict):
    """What happened to a conversation in the inbox. Names are those of the time."""

    id: int
    kind: ConversationEventKind
    author: Union[str, None]
    person_id: Union[int, None]
    assignee: Union[str, None]
    snoozed_until: Union[str, None]
    created_at: str

ConversationEventKind = Literal["assigned", "snoozed", "closed", "reopened"]

class ConversationEventsResponse(TypedDict):
    data: List[ConversationEvent]

class ConversationItem(TypedDict):
    id: str
    assistant_id: Union[str, None]
    assistant_name: Union[str, None]
    type: ConversationType
    message_count: int
    total_cost: float
    ai_enabled: bool
    has_opted_out: bool
    created_at: str
    updated_at: str

class ConversationState(TypedDict):
    """Data of the `state` event, sent to subscribers of a conversation immediately and after every change. A subscriber with fewer messages than `message_count` reads the history again."""

    message_count: int
    ai_enabled: bool
    status: ConversationStatus

ConversationStatus = Literal["active", "ended"]

ConversationType = Literal["test", "widget", "msgapp", "api"]

class ConversationViewSilence(TypedDict):
    reason: SilenceReason
    since: str
    until: str

class ConversationViewSender(TypedDict):
    phone_number: str
    display_name: str

class ConversationViewTranscriptItem(TypedDict):
    role: MessageRole
    author: MessageAuthor
    author_name: Union[str, None]
    content: str
    attachments: List[Attachment]
    function_calls: List[FunctionCall]
    model_calls: List[ModelCall]
    created_at: str

class ConversationViewCostsItem(TypedDict):
    kind: str
    amount: float
    note: Union[str, None]
    created_at: str

class ConversationView(TypedDict):
    """All details of one conversation."""

    id: str
    assistant_id: Union[str, None]
    assistant_name: Union[str, None]
    type: ConversationType
    status: ConversationStatus
    message_count: int
    total_cost: float
    ai_enabled: bool
    silence: Union[ConversationViewSilence, None]
    summary: Union[str, None]
    variables: Dict[str, Any]
    customer_identifier: Union[str, None]
    customer_phone: Union[str, None]
    customer_name: Union[str, None]
    visitor: Union[Visitor, None]
    has_opted_out: bool
    inbox: InboxState
    sender: Union[ConversationViewSender, None]
    created_at: str
    updated_at: str
    ended_at: Union[str, None]
    evaluation: Union[List[EvaluatedField], None]
    evaluation_error: Union[str, None]
    transcript: List[ConversationViewTranscriptItem]
    costs: List[ConversationViewCostsItem]

class ConversationViewResponse(TypedDict):
    data: ConversationView

class CreateApiKeyRequest(TypedDict):
    name: str
    expires_at: NotRequired[Union[str, None]]
    role: NotRequired[Union[Role, None]]

class CreateApiKeyResponseApiKey(TypedDict):
    """The new key."""

    name: str
    token: str
    created_at: str

class CreateApiKeyResponse(TypedDict):
    message: str
    api_key: CreateApiKeyResponseApiKey

class CreateAssistantRequest(TypedDict):
    name: str
    voice_id: int
    language_id: int
    type: AssistantType
    mode: EngineMode
    timezone: str
    initial_message: str
    system_prompt: str
    llm_model_id: NotRequired[Union[int, None]]
    multimodal_model_id: NotRequired[Union[int, None]]
    chat_llm_fallback_id: NotRequired[Union[int, None]]
    turn_detection_threshold: NotRequired[Union[float, None]]
    knowledgebase_id: NotRequired[Union[int, None]]
    phone_number_id: NotRequired[Union[int, None]]
    synthesizer_provider_id: NotRequired[Union[int, None]]
    transcriber_provider_id: NotRequired[Union[int, None]]
    max_initial_silence_duration: NotRequired[Union[int, None]]
    reengagement_prompt: NotRequired[Union[str, None]]
    voice_mail_message: NotRequired[Union[str, None]]
    notice_message: NotRequired[Union[str, None]]
    min_interrupt_words: NotRequired[Union[int, None]]
    webhook_url: NotRequired[Union[str, None]]
    conversation_inactivity_timeout: NotRequired[Union[int, None]]
    max_replies_per_customer_day: NotRequired[Union[int, None]]
    conversation_ended_webhook_url: NotRequired[Union[str, None]]
    secondary_language_ids: NotRequired[Union[List[int], None]]
    knowledgebase_mode: NotRequired[Union[Literal["function_call", "prompt"], None]]
    tool_ids: NotRequired[Union[List[int], None]]
    mcp_server_ids: NotRequired[Union[List[int], None]]
    mcp_tools: NotRequired[Union[List[AllowedMcpTool], None]]
    tools: NotRequired[Union[List[BuiltInTool], None]]
    tts_emotion_enabled: NotRequired[Union[bool, None]]
    voice_stability: NotRequired[Union[float, None]]
    voice_similarity: NotRequired[Union[float, None]]
    speech_speed: NotRequired[Union[float, None]]
    speech_normalization: NotRequired[Union[bool, None]]
    pronunciations: NotRequired[Union[List[Pronunciation], None]]
    transcriber_keywords: NotRequired[Union[List[str], None]]
    llm_temperature: NotRequired[Union[float, None]]
    allow_interruptions: NotRequired[Union[bool, None]]
    protect_first_message: NotRequired[Union[FirstMessageProtection, None]]
    fillers: NotRequired[Union[bool, None]]
    filler_config: NotRequired[Union[FillerConfig, None]]
    record: NotRequired[Union[bool, None]]
    mask_keypad_input: NotRequired[Union[bool, None]]
    enable_noise_cancellation: NotRequired[Union[bool, None]]
    wait_for_customer: NotRequired[Union[bool, None]]
    max_duration: NotRequired[Union[int, None]]
    max_silence_duration: NotRequired[Union[int, None]]
    ringing_time: NotRequired[Union[int, None]]
    reengagement_interval: NotRequired[Union[int, None]]
    end_call_on_voicemail: NotRequired[Union[bool, None]]
    endpoint_type: NotRequired[Union[EndpointType, None]]
    endpoint_sensitivity: NotRequired[Union[float, None]]
    interrupt_sensitivity: NotRequired[Union[float, None]]
    ambient_sound: NotRequired[Union[AmbientSound, None]]
    ambient_sound_volume: NotRequired[Union[float, None]]
    is_webhook_active: NotRequired[Union[bool, None]]
    send_webhook_only_on_completed: NotRequired[Union[bool, None]]
    include_recording_in_webhook: NotRequired[Union[bool, None]]
    post_call_evaluation: NotRequired[Union[bool, None]]
    post_call_schema: NotRequired[Union[List[PostCallField], None]]
    variables: NotRequired[Union[Dict[str, Any], None]]
    conversation_ended_retrigger: NotRequired[Union[bool, None]]
    widget_settings: NotRequired[Union[WidgetSettingsChanges, None]]
    is_public: NotRequired[Union[bool, None]]
    share_customer_details: NotRequired[Union[bool, None]]
    unclear_speech_action: NotRequired[Union[UnclearSpeechAction, None]]

class CreateCampaignRequest(TypedDict):
    name: str
    assistant_id: int
    timezone: NotRequired[Union[str, None]]
    max_calls_in_parallel: NotRequired[Union[int, None]]
    allowed_hours_start_time: NotRequired[Union[str, None]]
    allowed_hours_end_time: NotRequired[Union[str, None]]
    allowed_days: NotRequired[Union[List[Weekday], None]]
    max_retries: NotRequired[Union[int, None]]
    retry_interval: NotRequired[Union[int, None]]
    contact_pause: NotRequired[Union[int, None]]
    retry_on_voicemail: NotRequired[Union[bool, None]]
    retry_on_goal_incomplete: NotRequired[Union[bool, None]]
    goal_completion_variable: NotRequired[Union[str, None]]
    mark_complete_when_no_leads: NotRequired[Union[bool, None]]
    phone_number_ids: NotRequired[Union[List[int], None]]
    starts_at: NotRequired[Union[str, None]]
    ends_at: NotRequired[Union[str, None]]

class CreateDocumentResponse(TypedDict):
    message: str
    data: CreatedDocument

class CreateEndpointRequest(TypedDict):
    """Null resets a field to its default: no description, no headers, active."""

    url: str
    events: List[Literal["call.started", "call.ended", "call.transferred", "conversation.started", "conversation.ended", "conversation.handed_off", "message.received", "message.sent", "message.status", "lead.updated", "campaign.started", "campaign.completed", "campaign.paused", "contact.opted_out", "document.active", "document.failed", "balance.low", "sender.changed", "alert.opened", "alert.resolved", "*"]]
    description: NotRequired[Union[str, None]]
    headers: NotRequired[Union[List[ToolHeader], None]]
    is_active: NotRequired[Union[bool, None]]

class CreateInvitationRequest(TypedDict):
    email: str
    role: Role

class CreateInvitationResponse(TypedDict):
    message: str
    data: Invitation
    url: str
    is_emailed: bool

class CreateKnowledgebaseRequest(TypedDict):
    name: str
    description: NotRequired[Union[str, None]]

class CreateLeadRequestSecondaryContactsItem(TypedDict):
    phone_number: str
    variables: NotRequired[Union[Dict[str, Any], None]]
    external_id: NotRequired[Union[str, None]]

class CreateLeadRequest(TypedDict):
    phone_number: str
    campaign_id: int
    variables: NotRequired[Union[Dict[str, Any], None]]
    external_id: NotRequired[Union[str, None]]
    allow_dupplicate: NotRequired[Union[bool, None]]
    secondary_contacts: NotRequired[Union[List[CreateLeadRequestSecondaryContactsItem], None]]

class CreateMcpServerRequest(TypedDict):
    name: str
    url: str
    headers: NotRequired[Union[List[ToolHeader], None]]
    timeout: NotRequired[Union[int, None]]

class CreateSenderRequest(TypedDict):
    provider: str
    phone_number: str
    display_name: NotRequired[Union[str, None]]
    assistant_id: NotRequired[Union[int, None]]
    credentials: NotRequired[Union[Dict[str, Any], None]]

class CreateToolRequest(TypedDict):
    name: str
    description: str
    endpoint: str
    method: ToolMethod
    timeout: NotRequired[Union[int, None]]
    headers: NotRequired[Union[List[ToolHeader], None]]
    schema: NotRequired[Union[List[ToolParameter], None]]

class CreateTrunkRequestSipHeadersItem(TypedDict):
    name: str
    value: str

class CreateTrunkRequest(TypedDict):
    sip_trunk_type: SipTrunkType
    phone_number: str
    sip_address: str
    nickname: NotRequired[Union[str, None]]
    sip_username: NotRequired[Union[str, None]]
    sip_password: NotRequired[Union[str, None]]
    sip_calling_format: NotRequired[Union[SipCallingFormat, None]]
    inbound_authorization_type: NotRequired[Union[InboundAuthorization, None]]
    allowed_inbound_ips: NotRequired[Union[List[str], None]]
    country_code: NotRequired[Union[str, None]]
    outbound_proxy: NotRequired[Union[str, None]]
    sip_headers: NotRequired[Union[List[CreateTrunkRequestSipHeadersItem], None]]

class CreatedDocument(TypedDict):
    """Response to creating a document."""

    id: int
    name: str
    description: str
    type: DocumentType
    type_label: str
    status: DocumentStatus
    status_label: str
    created_at: str

class Delivery(TypedDict):
    """Delivery state of a message to a customer; `error` explains the carrier's code in a sentence."""

    msgapp_message_id: int
    message_sid: Union[str, None]
    state: DeliveryState
    error_code: Union[str, None]
    error: Union[str, None]
    updated_at: str

class DeliveryAttempt(TypedDict):
    number: int
    started_at: str
    finished_at: str
    status_code: Union[int, None]
    reason: Union[str, None]
    response_body: str

DeliveryOrder = Literal["created_at", "finished_at"]

class DeliveryResponse(TypedDict):
    data: WebhookDeliveryDetail

DeliveryState = Literal["queued", "sent", "delivered", "read", "failed", "undelivered"]

DeliveryStatus = Literal["pending", "held", "delivered", "failed"]

class DocumentProgress(TypedDict):
    """Progress of the current stage, in pages, or in passages while embedding. `total` is null while unknown."""

    done: int
    total: Union[int, None]

class Document(TypedDict):
    id: int
    name: str
    description: str
    type: DocumentType
    type_label: str
    status: DocumentStatus
    status_label: str
    created_at: str
    updated_at: str
    error: Union[str, None]
    warning: Union[str, None]
    last_read_at: Union[str, None]
    pages: Union[int, None]
    stage: DocumentStage
    progress: DocumentProgress

class DocumentChunk(TypedDict):
    """A searchable passage of a document."""

    position: int
    heading: str
    text: str
    source: Union[str, None]
    is_embedded: bool

class DocumentListResponse(TypedDict):
    data: List[Document]

class DocumentResponse(TypedDict):
    data: Document

DocumentStage = Literal["waiting", "fetching", "extracting", "indexing", "embedding", "ready"]

DocumentStatus = Literal["processing", "active", "failed"]

DocumentType = Literal["website", "pdf", "txt", "docx"]

class EnableEndpointResponse(TypedDict):
    message: str
    data: WebhookEndpoint

class EnableWebhookRequest(TypedDict):
    assistant_id: int
    webhook_url: str

class EndpointListResponse(TypedDict):
    data: List[WebhookEndpoint]

EndpointType = Literal["vad", "ai"]

EngineMode = Literal["pipeline", "multimodal", "dualplex"]

class EvaluatedField(TypedDict):
    """Value of one `post_call_schema` field; null if the conversation does not contain it."""

    name: str
    type: ValueType
    value: Union[str, float, bool, None]
    description: str

class ExcerptPart(TypedDict):
    text: str
    is_match: bool

ExportFormat = Literal["csv", "jsonl"]

class FailedDocumentsResponseDataItemProgress(TypedDict):
    """Progress of the current stage, in pages, or in passages while embedding. `total` is null while unknown."""

    done: int
    total: Union[int, None]

class FailedDocumentsResponseDataItemKnowledgebase(TypedDict):
    """The knowledgebase of the document."""

    id: int
    name: str

class FailedDocumentsResponseDataItem(TypedDict):
    id: int
    name: str
    description: str
    type: DocumentType
    type_label: str
    status: DocumentStatus
    status_label: str
    created_at: str
    updated_at: str
    error: Union[str, None]
    warning: Union[str, None]
    last_read_at: Union[str, None]
    pages: Union[int, None]
    stage: DocumentStage
    progress: FailedDocumentsResponseDataItemProgress
    knowledgebase: FailedDocumentsResponseDataItemKnowledgebase

class FailedDocumentsResponse(TypedDict):
    """Documents of all knowledgebases, latest failure first."""

    data: List[FailedDocumentsResponseDataItem]

class FillerConfig(TypedDict):
    positive: NotRequired[List[str]]
    negative: NotRequired[List[str]]
    question: NotRequired[List[str]]
    neutral: NotRequired[List[str]]

FirstMessageProtection = Literal["off", "greeting", "always"]

class FoundThing(TypedDict):
    kind: SearchKind
    id: str
    name: str
    detail: str
    parent_id: Union[str, None]
    at: Union[str, None]

class FunctionCall(TypedDict):
    name: str
    arguments: Dict[str, Any]
    result: Dict[str, Any]

class GenerateReplyRequest(TypedDict):
    assistant_id: Union[int, str]
    customer_identifier: str
    message: str
    variables: NotRequired[Union[Dict[str, Any], None]]

class GenerateReplyResponse(TypedDict):
    success: Literal[True]
    conversation_id: str
    customer_identifier: str
    reply: Union[str, None]
    function_calls: List[FunctionCall]
    ai_disabled: bool

class Group(TypedDict):
    """Members who share conversations."""

    id: int
    name: str
    members: List[InboxPerson]
    hours: Union[WeekHours, None]
    timezone: Union[str, None]
    is_open: bool

class GroupName(TypedDict):
    """A group of members."""

    id: int
    name: str

class GroupRequest(TypedDict):
    name: str
    member_ids: List[int]
    hours: NotRequired[Union[WeekHours, None]]
    timezone: NotRequired[Union[str, None]]

class GroupResponse(TypedDict):
    message: str
    data: Group

class GroupsResponse(TypedDict):
    data: List[Group]

class HangUpRequest(TypedDict):
    """`message`: said to the customer before the call ends."""

    message: NotRequired[Union[str, None]]

class HistoryMessage(TypedDict):
    role: MessageRole
    content: str
    author_name: NotRequired[Union[str, None]]
    function_calls: NotRequired[List[FunctionCall]]
    files: NotRequired[List[VisitorFile]]

class HistoryResponse(TypedDict):
    status: Literal[True]
    history: List[HistoryMessage]

class HumanMessageRequest(TypedDict):
    message: str

class HumanMessageResponseData(TypedDict):
    """The result."""

    role: MessageRole
    content: str
    author_name: NotRequired[Union[str, None]]
    function_calls: NotRequired[List[FunctionCall]]
    files: NotRequired[List[VisitorFile]]
    message_id: int
    msgapp_message_id: NotRequired[int]

class HumanMessageResponse(TypedDict):
    message: str
    data: HumanMessageResponseData

class IdentifyVisitorRequest(TypedDict):
    token: NotRequired[Union[str, None]]
    visitor: NotRequired[Union[VisitorDetails, None]]
    conversation_id: NotRequired[Union[str, None]]
    request_key: NotRequired[Union[str, None]]

class IdentifyVisitorResponse(TypedDict):
    status: Literal[True]
    visitor: Visitor
    visitor_key: Union[str, None]
    conversation_id: Union[str, None]

class ImportLeadsResponse(TypedDict):
    message: str
    data: ImportReport

class ImportReportColumns(TypedDict):
    """How the file's columns were interpreted."""

    phone_number: str
    secondary: List[str]
    external_id: Union[str, None]
    variables: List[str]
    available: List[str]

class ImportReportSampleItem(TypedDict):
    phone_number: str
    secondary: List[str]
    variables: Dict[str, Any]

class ImportReportErrorsItem(TypedDict):
    row: int
    column: str
    message: str

class ImportReportMissingVariablesItem(TypedDict):
    """A variable that the assistant's texts use and that leads have no value for."""

    name: str
    leads: int
    value: Union[str, None]
    examples: List[str]

class ImportReport(TypedDict):
    dry_run: bool
    charset: str
    delimiter: str
    sheet: Union[str, None]
    header_row: int
    columns: ImportReportColumns
    sample: List[ImportReportSampleItem]
    guesses: List[str]
    rows: int
    created: int
    updated: int
    blacklisted: int
    duplicates: int
    repeated: int
    invalid: int
    errors: List[ImportReportErrorsItem]
    more_errors: int
    warnings: List[str]
    missing_variables: List[ImportReportMissingVariablesItem]

InboundAuthorization = Literal["auth", "ip"]

class InboxChoices(TypedDict):
    """Possible assignees, and tags in use."""

    you: Union[InboxPerson, None]
    people: List[InboxPerson]
    groups: List[GroupName]
    tags: List[str]

class InboxChoicesResponse(TypedDict):
    data: InboxChoices

class InboxCounts(TypedDict):
    """Number of conversations in each view of the inbox, without test conversations."""

    mine: int
    unassigned: int
    all: int
    snoozed: int
    closed: int
    unread: Union[UnreadCounts, None]

class InboxCountsResponse(TypedDict):
    data: InboxCounts

class InboxItemLastMessage(TypedDict):
    author: MessageAuthor
    author_name: Union[str, None]
    content: str
    created_at: str
    is_undelivered: bool

class InboxItem(TypedDict):
    """A conversation in a list."""

    id: str
    assistant_id: Union[str, None]
    assistant_name: Union[str, None]
    type: ConversationType
    message_count: int
    total_cost: float
    ai_enabled: bool
    has_opted_out: bool
    created_at: str
    updated_at: str
    status: ConversationStatus
    customer_identifier: Union[str, None]
    customer_phone: Union[str, None]
    customer_name: Union[str, None]
    last_message: Union[InboxItemLastMessage, None]
    inbox: InboxState
    unread_count: Union[int, None]

class InboxPerson(TypedDict):
    """A member of the account."""

    id: int
    name: str

class InboxState(TypedDict):
    """The state of a conversation in the inbox of the team."""

    status: Literal["open", "snoozed", "closed"]
    snoozed_until: Union[str, None]
    person: Union[InboxPerson, None]
    group: Union[GroupName, None]
    waiting_since: Union[str, None]
    tags: List[str]

class InboxStateResponse(TypedDict):
    message: str
    data: InboxState

InterfaceLanguage = Literal["en", "de", "es", "fr", "ro"]

class Invitation(TypedDict):
    """An invitation that has not been accepted yet."""

    id: int
    email: str
    role: Role
    invited_by: Union[str, None]
    created_at: str
    expires_at: str

class Knowledgebase(TypedDict):
    id: int
    name: str
    description: str
    status: KnowledgebaseStatus
    status_label: str
    documents_count: int
    assistants_count: int
    created_at: str
    updated_at: str

class KnowledgebaseListResponse(TypedDict):
    data: List[Knowledgebase]

class KnowledgebaseResponse(TypedDict):
    data: Knowledgebase

KnowledgebaseStatus = Literal["empty", "processing", "active", "failed"]

class Language(TypedDict):
    id: int
    name: str
    iso_2: str

class LanguageModel(TypedDict):
    id: int
    name: str
    code: NotRequired[str]
    takes_keywords: NotRequired[bool]

class LeadCampaign(TypedDict):
    """The campaign."""

    id: int
    name: str

class Lead(TypedDict):
    id: int
    external_id: Union[str, None]
    campaign_id: int
    phone_number: str
    variables: Dict[str, Any]
    status: LeadStatus
    created_at: str
    updated_at: str
    campaign: LeadCampaign
    secondary_contacts: List[LeadContact]
    call_tries: int
    retries: int
    last_outcome: Union[str, None]
    goal_met: Union[bool, None]
    due_at: Union[str, None]
    left_out: Union[LeftOut, None]
    waiting: Union[WaitingReason, None]

class LeadContact(TypedDict):
    id: int
    external_id: Union[str, None]
    phone_number: str
    variables: Dict[str, Any]
    status: LeadStatus
    created_at: str
    updated_at: str
    call_tries: int
    last_outcome: Union[str, None]
    left_out: Union[LeftOut, None]

LeadOrder = Literal["created_at", "updated_at", "status", "call_tries"]

class LeadResponse(TypedDict):
    data: Lead

LeadStatus = Literal["created", "scheduled", "processing", "rescheduled", "completed", "reached-max-retries", "blacklisted"]

class LeftOut(TypedDict):
    code: UndialableCode
    text: str

class ListApiKeysResponse(TypedDict):
    api_keys: List[ApiKey]

class ListedAssistantLanguage(TypedDict):
    """The language."""

    id: int
    name: str
    iso_2: str

class ListedAssistant(TypedDict):
    """The fields for lists and pickers, without long texts, so that thousands of assistants fit in one response."""

    id: int
    name: str
    type: AssistantType
    mode: EngineMode
    status: AssistantStatus
    language: ListedAssistantLanguage
    phone_number_id: Union[int, None]
    updated_at: str

class LiveCallEventCallStatusData(TypedDict):
    """The call has this status since `timestamp`."""

    status: CallStatus

class LiveCallEventCallStatus(TypedDict):
    type: Literal["call.status"]
    id: str
    timestamp: str
    data: LiveCallEventCallStatusData

class LiveCallEventCallEndedData(TypedDict):
    """The last event."""

    status: CallStatus
    end_reason: Union[str, None]
    duration: int

class LiveCallEventCallEnded(TypedDict):
    type: Literal["call.ended"]
    id: str
    timestamp: str
    data: LiveCallEventCallEndedData

class LiveCallEventTranscriptPartialData(TypedDict):
    """The result."""

    sender: CallSpeaker
    speaker: NotRequired[Literal["supervisor"]]
    text: str

class LiveCallEventTranscriptPartial(TypedDict):
    type: Literal["transcript.partial"]
    id: str
    timestamp: str
    data: LiveCallEventTranscriptPartialData

class LiveCallEventTranscriptFinalData(TypedDict):
    """The result."""

    sender: CallSpeaker
    speaker: NotRequired[Literal["supervisor"]]
    text: str

class LiveCallEventTranscriptFinal(TypedDict):
    type: Literal["transcript.final"]
    id: str
    timestamp: str
    data: LiveCallEventTranscriptFinalData

class LiveCallEventTurnAnsweredData(TypedDict):
    """The result."""

    endpoint_ms: Union[int, None]
    transcript_ms: Union[int, None]
    model_ms: Union[int, None]
    speech_ms: Union[int, None]
    total_ms: int

class LiveCallEventTurnAnswered(TypedDict):
    type: Literal["turn.answered"]
    id: str
    timestamp: str
    data: LiveCallEventTurnAnsweredData

class LiveCallEventToolCalledData(TypedDict):
    """The result."""

    name: str
    arguments: Dict[str, Any]
    result: Dict[str, Any]
    failed: bool
    duration_ms: int

class LiveCallEventToolCalled(TypedDict):
    type: Literal["tool.called"]
    id: str
    timestamp: str
    data: LiveCallEventToolCalledData

class LiveCallEventProviderFailedData(TypedDict):
    """`by`: code of the provider that took over; null if none did."""

    reason: str
    by: Union[str, None]

class LiveCallEventProviderFailed(TypedDict):
    type: Literal["provider.failed"]
    id: str
    timestamp: str
    data: LiveCallEventProviderFailedData

class LiveCallEventModelReplacedData(TypedDict):
    """The result."""

    model: str
    by: str

class LiveCallEventModelReplaced(TypedDict):
    type: Literal["model.replaced"]
    id: str
    timestamp: str
    data: LiveCallEventModelReplacedData

class LiveCallEventCallInterrupted(TypedDict):
    type: Literal["call.interrupted"]
    id: str
    timestamp: str
    data: Dict[str, Any]

class LiveCallEventCallAnsweredByData(TypedDict):
    """The result."""

    answered_by: AnsweredBy

class LiveCallEventCallAnsweredBy(TypedDict):
    type: Literal["call.answered_by"]
    id: str
    timestamp: str
    data: LiveCallEventCallAnsweredByData

class LiveCallEventCallTransferredData(TypedDict):
    """The result."""

    kind: Literal["blind", "warm", "assistant"]
    target: str
    outcome: Literal["connected", "failed"]
    reason: Union[str, None]

class LiveCallEventCallTransferred(TypedDict):
    type: Literal["call.transferred"]
    id: str
    timestamp: str
    data: LiveCallEventCallTransferredData

class LiveCallEventDigitPressedData(TypedDict):
    """The result."""

    digit: str

class LiveCallEventDigitPressed(TypedDict):
    type: Literal["digit.pressed"]
    id: str
    timestamp: str
    data: LiveCallEventDigitPressedData

class LiveCallEventSupervisorNoteData(TypedDict):
    """A whisper: an instruction to the assistant that the customer has not heard."""

    text: str

class LiveCallEventSupervisorNote(TypedDict):
    type: Literal["supervisor.note"]
    id: str
    timestamp: str
    data: LiveCallEventSupervisorNoteData

class LiveCallEventSupervisorJoined(TypedDict):
    type: Literal["supervisor.joined"]
    id: str
    timestamp: str
    data: Dict[str, Any]

class LiveCallEventSupervisorLeft(TypedDict):
    type: Literal["supervisor.left"]
    id: str
    timestamp: str
    data: Dict[str, Any]

LiveCallEvent = Union["LiveCallEventCallStatus", "LiveCallEventCallEnded", "LiveCallEventTranscriptPartial", "LiveCallEventTranscriptFinal", "LiveCallEventTurnAnswered", "LiveCallEventToolCalled", "LiveCallEventProviderFailed", "LiveCallEventModelReplaced", "LiveCallEventCallInterrupted", "LiveCallEventCallAnsweredBy", "LiveCallEventCallTransferred", "LiveCallEventDigitPressed", "LiveCallEventSupervisorNote", "LiveCallEventSupervisorJoined", "LiveCallEventSupervisorLeft"]

class LoginRequest(TypedDict):
    email: str
    password: str
    token_name: NotRequired[Union[str, None]]
    code: NotRequired[Union[str, None]]

class LoginResponse(TypedDict):
    message: str
    user: Account
    token: str
    token_name: str

class MakeCallRequestSipHeadersItem(TypedDict):
    name: str
    value: str

class MakeCallRequest(TypedDict):
    """`phone_number` is in international format, with or without separators. An invalid number is refused with 400."""

    phone_number: str
    assistant_id: int
    variables: NotRequired[Union[Dict[str, Any], None]]
    overrides: NotRequired[Union[CallOverrides, None]]
    external_id: NotRequired[Union[str, None]]
    allow_parallel: NotRequired[Union[bool, None]]
    sip_headers: NotRequired[Union[List[MakeCallRequestSipHeadersItem], None]]
    scheduled_at: NotRequired[Union[str, None]]
    ignore_hours: NotRequired[Union[bool, None]]

class MakeCallResponse(TypedDict):
    message: str
    call_id: int
    status: Literal["initiated", "scheduled"]
    data: Dict[str, Any]
    warnings: List[str]

class McpServerHeadersItem(TypedDict):
    name: str
    value: str

class McpServer(TypedDict):
    id: int
    name: str
    url: str
    headers: List[McpServerHeadersItem]
    timeout: int
    tools_count: int
    tools_listed_at: Union[str, None]
    error: Union[str, None]
    created_at: str
    updated_at: str

class McpTool(TypedDict):
    name: str
    title: Union[str, None]
    description: str
    parameters: Dict[str, Any]
    is_read_only: bool

class McpToolsResponseData(TypedDict):
    """The result."""

    tools: List[McpTool]
    tools_listed_at: Union[str, None]
    error: Union[str, None]

class McpToolsResponse(TypedDict):
    data: McpToolsResponseData

class MeResponse(TypedDict):
    name: str
    email: str
    total_balance: float

class Member(TypedDict):
    """A person who belongs to the account."""

    id: int
    name: str
    email: str
    role: Role
    is_you: bool
    created_at: str

class MemberResponse(TypedDict):
    message: str
    data: Member

MessageAuthor = Literal["customer", "ai", "human"]

class MessageDelivery(TypedDict):
    msgapp_message_id: int
    message_sid: Union[str, None]
    state: DeliveryState
    error_code: Union[str, None]
    error: Union[str, None]
    updated_at: str
    sender_id: Union[int, None]
    conversation_id: int
    conversation_uuid: str
    message_id: int
    recipient_phone: str
    message: str
    created_at: str

class MessageDeliveryResponse(TypedDict):
    data: MessageDelivery

class MessageReferenceQuoted(TypedDict):
    message_id: int
    content: str

class MessageReferenceChoice(TypedDict):
    title: str
    payload: Union[str, None]
    description: Union[str, None]

class MessageReferenceReferral(TypedDict):
    headline: Union[str, None]
    body: Union[str, None]
    url: Union[str, None]

class MessageReferenceProduct(TypedDict):
    id: str
    catalog_id: Union[str, None]

class MessageReference(TypedDict):
    """References of a message apart from its text."""

    quoted: Union[MessageReferenceQuoted, None]
    choice: Union[MessageReferenceChoice, None]
    referral: Union[MessageReferenceReferral, None]
    product: Union[MessageReferenceProduct, None]
    form: Union[Dict[str, str], None]

class MessageResponse(TypedDict):
    message: str

MessageRole = Literal["assistant", "user"]

class ModelCall(TypedDict):
    """One language model request, with the vendor's token counts."""

    model: str
    input_tokens: Union[int, None]
    output_tokens: Union[int, None]
    cost: Union[float, None]
    first_event_ms: Union[int, None]
    total_ms: int
    error_code: Union[str, None]

class Note(TypedDict):
    """An internal note. Customers and assistants never see it."""

    id: int
    content: str
    author: str
    person_id: Union[int, None]
    created_at: str

class NoteRequest(TypedDict):
    content: str

class NoteResponse(TypedDict):
    message: str
    data: Note

class NotesResponse(TypedDict):
    data: List[Note]

NumberType = Literal["normal", "sip", "caller_id"]

class OfferedNumberMonthlyPrice(TypedDict):
    amount: float
    currency: str

class OfferedNumber(TypedDict):
    phone_number: str
    country_code: str
    type: NumberType
    type_label: str
    sms_capable: bool
    region: str
    monthly_price: Union[OfferedNumberMonthlyPrice, None]

class OpenConversationRequest(TypedDict):
    assistant_id: str
    type: NotRequired[Union[Literal["widget", "test"], None]]
    variables: NotRequired[Union[Dict[str, Any], None]]
    visitor: NotRequired[Union[VisitorDetails, None]]
    visitor_key: NotRequired[Union[str, None]]

class OpenConversationResponse(TypedDict):
    status: Literal[True]
    conversation_id: str
    history: List[HistoryMessage]

class OpenInvitation(TypedDict):
    """What an invitation link shows before it is accepted."""

    account: str
    email: str
    role: Role
    has_login: bool
    expires_at: str

class OpenInvitationResponse(TypedDict):
    data: OpenInvitation

OpeningHours = TypedDict("OpeningHours", {
    "from": "str",
    "to": "str",
})

class OutboundAssistant(TypedDict):
    """The reduced representation of the outbound list."""

    id: int
    user_id: int
    name: str
    type: AssistantType
    mode: EngineMode
    status: AssistantStatus
    voice_id: int
    language_id: int
    timezone: str
    initial_message: str
    system_prompt: str
    variables: Dict[str, Any]
    webhook_url: Union[str, None]
    is_webhook_active: bool
    created_at: str
    updated_at: str

ParameterType = Literal["string", "number", "boolean"]

class PassageWhy(TypedDict):
    """Why the passage was found. `words`, 0 to 1: the share of the question's significant words in the passage, weighted by rarity; `missing`: the significant words not in it, in lower case. `meaning`, 0 to 1: semantic similarity to the question; null if the passage has no embedding yet."""

    words: float
    missing: List[str]
    meaning: Union[float, None]
    meaning_doubt: Union[Literal["few-passages", "unfit-embeddings"], None]

class Passage(TypedDict):
    document_id: int
    document_name: str
    text: str
    score: float
    source: Union[str, None]
    why: PassageWhy

class PasswordResetRequest(TypedDict):
    email: str

class PhoneNumber(TypedDict):
    id: int
    phone_number: str
    country_code: str
    type: NumberType
    type_label: str
    sms_capable: bool
    region: str
    has_active_subscription: bool
    created_at: str

class PhoneNumberListResponse(TypedDict):
    data: List[PhoneNumber]

class PostCallField(TypedDict):
    name: str
    type: ValueType
    description: str

class Presence(TypedDict):
    """A teammate who has the conversation open."""

    person: InboxPerson
    is_typing: bool

class PresenceRequest(TypedDict):
    is_typing: bool

class PresenceResponse(TypedDict):
    data: List[Presence]

PriceKnowledge = Literal["free", "known", "unknown"]

class PricesResponseDataPricesItem(TypedDict):
    name: str
    amount: float
    amount_exact: str
    unit: str

class PricesResponseDataModelsItem(TypedDict):
    model: str
    price: PriceKnowledge
    input_per_million_tokens: Union[float, None]
    output_per_million_tokens: Union[float, None]

class PricesResponseDataSpeechItem(TypedDict):
    kind: Literal["transcriber", "synthesizer"]
    provider: str
    price: PriceKnowledge
    amount: Union[float, None]

class PricesResponseData(TypedDict):
    """The result."""

    currency: Literal["USD"]
    prices: List[PricesResponseDataPricesItem]
    models: List[PricesResponseDataModelsItem]
    speech: List[PricesResponseDataSpeechItem]

class PricesResponse(TypedDict):
    data: PricesResponseData

class Profile(TypedDict):
    """The person who is logged in."""

    id: int
    name: str
    email: str
    language: InterfaceLanguage
    role: Role

class ProfileResponse(TypedDict):
    data: Profile

class Pronunciation(TypedDict):
    word: str
    pronunciation: str
    alphabet: PronunciationAlphabet

PronunciationAlphabet = Literal["spelling", "ipa"]

class PronunciationList(TypedDict):
    data: List[Pronunciation]

class PurchaseNumberRequest(TypedDict):
    phone_number: str

class PurchaseNumberResponse(TypedDict):
    message: str
    data: PhoneNumber

QualityRating = Literal["GREEN", "YELLOW", "RED"]

class ReadResponse(TypedDict):
    message: str

class RecoveryCodesResponseData(TypedDict):
    """The result."""

    recovery_codes: List[str]

class RecoveryCodesResponse(TypedDict):
    message: str
    data: RecoveryCodesResponseData

class RegisterRequest(TypedDict):
    name: str
    email: str
    password: str

ReplayRequest = TypedDict("ReplayRequest", {
    "from": "str",
    "to": "str",
    "status": "NotRequired[Union[Literal[\"delivered\", \"failed\"], None]]",
    "event": "NotRequired[Union[str, None]]",
})

class ReplayResponseData(TypedDict):
    """The result."""

    count: int

class ReplayResponse(TypedDict):
    message: str
    data: ReplayResponseData

class RequireSecondFactorRequest(TypedDict):
    required: bool

class ResendResponse(TypedDict):
    message: str
    data: WebhookDelivery

class RewindRequest(TypedDict):
    """Number of messages to keep, counted from the first."""

    keep_messages: int

class RewindResponseData(TypedDict):
    """The result."""

    id: str
    message_count: int

class RewindResponse(TypedDict):
    message: str
    data: RewindResponseData

Role = Literal["owner", "admin", "builder", "agent", "viewer"]

class RotateSecretResponseData(TypedDict):
    """The result."""

    secret: str

class RotateSecretResponse(TypedDict):
    data: RotateSecretResponseData
    message: str

SandboxCallRequest = TypedDict("SandboxCallRequest", {
    "from": "NotRequired[Union[str, None]]",
    "to": "str",
})

class SandboxCallResponseData(TypedDict):
    """The result."""

    media_url: str
    expires_at: str

class SandboxCallResponse(TypedDict):
    """`media_url` is a WebSocket URL. Opening it rings the number; audio flows once the call is answered."""

    data: SandboxCallResponseData

SandboxInboundRequest = TypedDict("SandboxInboundRequest", {
    "from": "str",
    "message": "str",
    "name": "NotRequired[Union[str, None]]",
})

class SandboxInboundResponseData(TypedDict):
    """The result."""

    conversation_id: int
    message_id: int
    conversation_uuid: str

class SandboxInboundResponse(TypedDict):
    data: SandboxInboundResponseData

class SandboxNumberRequest(TypedDict):
    """A number of the sandbox carrier; without `phone_number` the next free one."""

    phone_number: NotRequired[Union[str, None]]
    type: NumberType
    sms_capable: NotRequired[Union[bool, None]]
    has_active_subscription: NotRequired[Union[bool, None]]

class SandboxNumberResponse(TypedDict):
    data: PhoneNumber

class SandboxPhoneRequest(TypedDict):
    """A sandbox customer's number that a page answers."""

    number: str

class SandboxSenderRequest(TypedDict):
    phone_number: NotRequired[Union[str, None]]
    display_name: NotRequired[Union[str, None]]
    status: NotRequired[Union[SenderStatus, None]]
    assistant_id: NotRequired[Union[int, None]]

class SandboxSenderResponse(TypedDict):
    data: SenderDetail

SandboxSmsRequest = TypedDict("SandboxSmsRequest", {
    "to": "int",
    "from": "str",
    "body": "str",
})

class SandboxSmsResponse(TypedDict):
    data: Sms

class SandboxTemplateRequest(TypedDict):
    name: str
    language: str
    category: str
    status: TemplateStatus
    body_text: str
    variables: NotRequired[Union[List[str], None]]

class SandboxTemplateResponse(TypedDict):
    data: Template

class SaveAccountRequest(TypedDict):
    name: str

class SaveAccountResponse(TypedDict):
    message: str
    data: AccountOfPerson

class SaveAssistantResponse(TypedDict):
    message: str
    data: AssistantSummary

class SaveCampaignResponse(TypedDict):
    message: str
    data: Campaign

class SaveDocumentResponse(TypedDict):
    message: str
    data: Document

class SaveEndpointResponse(TypedDict):
    message: str
    data: SubscribedEndpoint

class SaveKnowledgebaseResponse(TypedDict):
    message: str
    data: Knowledgebase

class SaveLeadResponse(TypedDict):
    message: str
    data: Lead

class SaveMcpServerResponse(TypedDict):
    message: str
    data: McpServer

class SaveProfileResponse(TypedDict):
    message: str
    data: Profile

class SavePronunciationsRequest(TypedDict):
    data: List[Pronunciation]

class SaveSenderResponse(TypedDict):
    message: str
    data: SenderDetail

class SaveToolResponse(TypedDict):
    message: str
    data: Tool

class SaveTrunkResponse(TypedDict):
    message: str
    data: SipTrunk

class SaveVendorRequest(TypedDict):
    api_key: NotRequired[Union[str, None]]
    account_sid: NotRequired[Union[str, None]]
    auth_token: NotRequired[Union[str, None]]
    base_url: NotRequired[Union[str, None]]
    name: NotRequired[Union[str, None]]
    model: NotRequired[Union[str, None]]
    models: NotRequired[Union[List[str], None]]
    vision_models: NotRequired[Union[List[str], None]]
    realtime_models: NotRequired[Union[List[str], None]]
    speech_model: NotRequired[Union[str, None]]
    transcription_model: NotRequired[Union[str, None]]
    voices: NotRequired[Union[List[str], None]]
    dimensions: NotRequired[Union[int, None]]

class SaveVendorResponse(TypedDict):
    message: str
    data: Vendor

class SayRequest(TypedDict):
    """`interrupt`: stops the assistant and speaks at once. Otherwise the text is spoken in the next pause."""

    text: str
    interrupt: NotRequired[Union[bool, None]]

SearchKind = Literal["assistant", "campaign", "knowledgebase", "document", "tool", "number", "trunk", "sender", "template", "api_key", "webhook_target", "call", "conversation", "lead", "sms", "blacklisted_number", "webhook_delivery"]

class SearchKnowledgeRequest(TypedDict):
    query: str
    limit: NotRequired[Union[int, None]]

class SearchKnowledgeResponse(TypedDict):
    data: List[Passage]

class SearchNumbersResponse(TypedDict):
    data: List[OfferedNumber]

class SearchResponse(TypedDict):
    """At most five of each kind, best matches first."""

    data: List[FoundThing]

class SecondFactor(TypedDict):
    """The second factor of a person: codes of an authenticator app, and recovery codes."""

    is_on: bool
    recovery_codes_left: int
    is_required: bool

class SecondFactorResponse(TypedDict):
    data: SecondFactor

class SendFreeformRequest(TypedDict):
    sender_id: int
    recipient_phone: str
    message: str

class SendFreeformResponse(TypedDict):
    success: Literal[True]
    conversation_id: int
    conversation_uuid: str
    message_id: int
    msgapp_message_id: int
    message_sid: str
    session_status: SessionStatus

SendSmsRequest = TypedDict("SendSmsRequest", {
    "from": "NotRequired[Union[int, None]]",
    "phone_number_id": "NotRequired[Union[int, None]]",
    "to": "NotRequired[Union[str, None]]",
    "phone_number": "NotRequired[Union[str, None]]",
    "body": "NotRequired[Union[str, None]]",
    "message": "NotRequired[Union[str, None]]",
})

class SendSmsResponse(TypedDict):
    message: str
    data: Sms

class SendTemplateRequest(TypedDict):
    sender_id: int
    template_id: int
    recipient_phone: str
    recipient_name: NotRequired[Union[str, None]]
    variables: NotRequired[Union[Union[Dict[str, Union[Union[str, float], None]], List[Union[Union[str, float], None]]], None]]

class SendTemplateResponse(TypedDict):
    success: Literal[True]
    conversation_id: int
    conversation_uuid: str
    message_id: int
    msgapp_message_id: int
    message_sid: str
    status: DeliveryState

class Sender(TypedDict):
    """A sender in a list."""

    id: int
    phone_number: str
    display_name: str
    status: SenderStatus
    quality_rating: QualityRating
    messaging_limit: int
    messaging_limit_formatted: str

class SenderDetailUnattributedReports(TypedDict):
    """Carrier reports of the last 30 days that match no customer, message or known kind."""

    count: int
    last_at: Union[str, None]

class SenderDetail(TypedDict):
    """A sender with its settings. Credentials are write-only."""

    id: int
    phone_number: str
    display_name: str
    status: SenderStatus
    quality_rating: QualityRating
    messaging_limit: int
    messaging_limit_formatted: str
    provider: str
    assistant_id: Union[int, None]
    webhook_url: str
    templates_synced_at: Union[str, None]
    templates_error: Union[str, None]
    problem: Union[str, None]
    health_checked_at: Union[str, None]
    unattributed_reports: SenderDetailUnattributedReports
    created_at: str
    updated_at: str

class SenderListResponse(TypedDict):
    data: List[Sender]

class SenderResponse(TypedDict):
    data: SenderDetail

SenderStatus = Literal["online", "offline"]

class SessionStatus(TypedDict):
    """The customer's 24-hour messaging window."""

    is_open: bool
    can_send_freeform: bool
    requires_template: bool
    message: str
    minutes_remaining: NotRequired[int]
    expires_at: NotRequired[str]
    expired_at: NotRequired[str]

class SessionStatusResponse(TypedDict):
    success: Literal[True]
    has_conversation: bool
    conversation_id: NotRequired[int]
    conversation_uuid: NotRequired[str]
    customer_name: NotRequired[Union[str, None]]
    last_customer_message_at: NotRequired[str]
    session_status: SessionStatus

class SetBalanceRequest(TypedDict):
    amount: float
    note: NotRequired[Union[str, None]]

class SetPasswordRequest(TypedDict):
    password: str

class SetUpSecondFactorRequest(TypedDict):
    password: str

class SetUpSecondFactorResponseData(TypedDict):
    """The result."""

    secret: str
    url: str

class SetUpSecondFactorResponse(TypedDict):
    message: str
    data: SetUpSecondFactorResponseData

SilenceReason = Literal["AUTOMATIC_REPLIES", "DAILY_LIMIT"]

SipCallingFormat = Literal["+e164", "e164", "national"]

class SipTrunkSipHeadersItem(TypedDict):
    name: str
    value: str

class SipTrunk(TypedDict):
    """The id is that of the trunk's number. The password is write-only."""

    id: int
    sip_trunk_type: SipTrunkType
    phone_number: str
    nickname: Union[str, None]
    sip_username: Union[str, None]
    has_sip_password: bool
    sip_address: str
    sip_calling_format: SipCallingFormat
    inbound_authorization_type: InboundAuthorization
    allowed_inbound_ips: List[str]
    country_code: str
    outbound_proxy: Union[str, None]
    sip_headers: List[SipTrunkSipHeadersItem]
    created_at: str
    updated_at: str

SipTrunkType = Literal["extension", "number"]

SkipReason = Literal["not_found", "unchanged", "too_many_tags"]

Sms = TypedDict("Sms", {
    "id": "int",
    "direction": "SmsDirection",
    "phone_number_id": "Union[int, None]",
    "from": "str",
    "to": "str",
    "body": "str",
    "status": "SmsStatus",
    "message_sid": "Union[str, None]",
    "error_code": "Union[str, None]",
    "error": "Union[str, None]",
    "cost": "float",
    "segments": "Union[int, None]",
    "created_at": "str",
    "updated_at": "str",
})

SmsDirection = Literal["outbound", "inbound"]

class SmsResponse(TypedDict):
    data: Sms

SmsStatus = Literal["queued", "sent", "delivered", "failed", "undelivered", "received"]

class SnoozeRequest(TypedDict):
    until: str

SortDirection = Literal["desc", "asc"]

class SpeechProvider(TypedDict):
    """`fallback`: name of the TTS provider that takes over in the requested language, if any."""

    id: int
    name: str
    code: str
    fallback: NotRequired[Union[str, None]]
    takes_keywords: NotRequired[bool]
    takes_ipa: NotRequired[bool]

StatisticsResponseDataDaysItemCalls = TypedDict("StatisticsResponseDataDaysItemCalls", {
    "scheduled": "int",
    "initiated": "int",
    "ringing": "int",
    "in-progress": "int",
    "completed": "int",
    "ended_by_customer": "int",
    "ended_by_assistant": "int",
    "busy": "int",
    "no-answer": "int",
    "failed": "int",
    "canceled": "int",
})

class StatisticsResponseDataDaysItem(TypedDict):
    day: str
    calls: StatisticsResponseDataDaysItemCalls
    call_minutes: float
    conversations: int
    messages: int
    spend: float
    failed_calls: int
    failed_deliveries: int
    failed_documents: int
    latency_p50_ms: Union[int, None]
    latency_p95_ms: Union[int, None]

StatisticsResponseDataTotalCalls = TypedDict("StatisticsResponseDataTotalCalls", {
    "scheduled": "int",
    "initiated": "int",
    "ringing": "int",
    "in-progress": "int",
    "completed": "int",
    "ended_by_customer": "int",
    "ended_by_assistant": "int",
    "busy": "int",
    "no-answer": "int",
    "failed": "int",
    "canceled": "int",
})

class StatisticsResponseDataTotal(TypedDict):
    """Their number in all."""

    calls: StatisticsResponseDataTotalCalls
    call_minutes: float
    conversations: int
    messages: int
    spend: float
    failed_calls: int
    failed_deliveries: int
    failed_documents: int
    latency_p50_ms: Union[int, None]
    latency_p95_ms: Union[int, None]

StatisticsResponseData = TypedDict("StatisticsResponseData", {
    "timezone": "str",
    "from": "str",
    "to": "str",
    "days": "List[StatisticsResponseDataDaysItem]",
    "total": "StatisticsResponseDataTotal",
})

class StatisticsResponse(TypedDict):
    data: StatisticsResponseData

class SubscribedEndpointHeadersItem(TypedDict):
    name: str
    value: str

class SubscribedEndpoint(TypedDict):
    """An endpoint with its subscription."""

    id: int
    url: str
    status: Literal["enabled", "disabled"]
    disabled_reason: Union[Literal["gone", "failing"], None]
    disabled_at: Union[str, None]
    failure_count: int
    failing_since: Union[str, None]
    waiting_count: int
    created_at: str
    events: List[str]
    description: Union[str, None]
    headers: List[SubscribedEndpointHeadersItem]
    is_active: bool
    updated_at: str

class SubscribedEndpointList(TypedDict):
    data: List[SubscribedEndpoint]

class SummaryResponseDataInRange(TypedDict):
    """Sums of the range."""

    spent: float
    added: float

class SummaryResponseDataByKindItem(TypedDict):
    kind: ChargeKind
    count: int
    amount: float
    amount_exact: str

class SummaryResponseDataByDayItem(TypedDict):
    date: str
    count: int
    amount: float
    amount_exact: str
    spent: float
    added: float

class SummaryResponseDataProof(TypedDict):
    """How the balance follows from the ledger."""

    opening_balance: str
    effect_in_range: str
    effect_after_range: str
    sum: str
    balance: str
    is_explained: bool

class SummaryResponseData(TypedDict):
    """The result."""

    balance: float
    balance_exact: str
    in_range: SummaryResponseDataInRange
    by_kind: List[SummaryResponseDataByKindItem]
    by_day: List[SummaryResponseDataByDayItem]
    proof: SummaryResponseDataProof

class SummaryResponse(TypedDict):
    """`proof`: the balance before the range, the effects of rows in and after it, and the balance that they add up to."""

    data: SummaryResponseData

class TagsRequest(TypedDict):
    tags: List[str]

class TemplatePreviewHeader(TypedDict):
    format: str
    text: Union[str, None]

class TemplatePreviewButtonsItem(TypedDict):
    kind: Literal["quick_reply", "url", "phone", "code", "coupon", "flow", "catalog", "other"]
    text: str
    target: Union[str, None]

class TemplatePreviewCardsItemHeader(TypedDict):
    format: str
    text: Union[str, None]

class TemplatePreviewCardsItemButtonsItem(TypedDict):
    kind: Literal["quick_reply", "url", "phone", "code", "coupon", "flow", "catalog", "other"]
    text: str
    target: Union[str, None]

class TemplatePreviewCardsItem(TypedDict):
    header: Union[TemplatePreviewCardsItemHeader, None]
    body_text: str
    buttons: List[TemplatePreviewCardsItemButtonsItem]

class TemplatePreview(TypedDict):
    """The parts of the template around its text."""

    header: Union[TemplatePreviewHeader, None]
    offer: Union[str, None]
    footer: Union[str, None]
    buttons: List[TemplatePreviewButtonsItem]
    cards: List[TemplatePreviewCardsItem]

class Template(TypedDict):
    id: int
    name: str
    language: str
    category: str
    status: TemplateStatus
    body_text: str
    variables: List[str]
    variable_kinds: List[TemplateValueKind]
    has_variables: bool
    preview: TemplatePreview
    unsendable: Union[str, None]

class TemplateListResponse(TypedDict):
    data: List[Template]

TemplateStatus = Literal["approved", "pending", "rejected", "paused", "disabled"]

TemplateValueKind = Literal["text", "heading", "image", "video", "document", "latitude", "longitude", "time", "url_suffix", "code", "coupon"]

class TestToolRequest(TypedDict):
    """Values for one test run; missing values are replaced by dummies. `variables` fill `{{names}}`."""

    arguments: NotRequired[Union[Dict[str, Any], None]]
    variables: NotRequired[Union[Dict[str, Any], None]]

class TestToolResponseDataRequest(TypedDict):
    """The request that was sent."""

    method: ToolMethod
    url: str
    body: Union[Dict[str, Any], None]

class TestToolResponseData(TypedDict):
    """The result."""

    succeeded: bool
    request: TestToolResponseDataRequest
    result: Dict[str, Any]
    duration_ms: int

class TestToolResponse(TypedDict):
    message: str
    data: TestToolResponseData

TestVendorRequest = "SaveVendorRequest"

class ToolHeadersItem(TypedDict):
    name: str
    value: str

class Tool(TypedDict):
    id: int
    name: str
    description: str
    endpoint: str
    method: ToolMethod
    timeout: int
    headers: List[ToolHeadersItem]
    schema: List[ToolParameter]
    created_at: str
    updated_at: str

class ToolHeader(TypedDict):
    """A header sent with the request. The value is a secret of the account."""

    name: str
    value: str

ToolMethod = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]

class ToolParameter(TypedDict):
    """A value that the assistant collects for the request."""

    name: str
    type: ParameterType
    description: str

class TransferRequest(TypedDict):
    """`phone_number`: an international number, or a SIP address that the call's outbound route can reach. `message`: said to the customer before the transfer. `warm`: the server dials and briefs the person before it connects the customer; if a machine answers, the customer returns to the assistant."""

    phone_number: str
    message: NotRequired[Union[str, None]]
    warm: NotRequired[Union[bool, None]]
    briefing: NotRequired[Union[str, None]]

class TrunkListResponse(TypedDict):
    data: List[SipTrunk]

class TrunkResponse(TypedDict):
    data: SipTrunk

class TurnOffSecondFactorRequest(TypedDict):
    password: str
    code: str

class UnattributedReport(TypedDict):
    """A carrier's report that matches no customer, message or known kind."""

    id: int
    what: str
    content: str
    created_at: str

UnclearSpeechAction = Literal["transfer", "end_call", "continue"]

UndialableCode = Literal["unknown-zone", "invalid-number", "blacklisted"]

class UnreadCounts(TypedDict):
    """Conversations with unread messages from customers."""

    mine: int
    unassigned: int

class UpdateAssistantRequest(TypedDict):
    name: NotRequired[str]
    voice_id: NotRequired[int]
    language_id: NotRequired[int]
    type: NotRequired[AssistantType]
    mode: NotRequired[EngineMode]
    timezone: NotRequired[str]
    initial_message: NotRequired[str]
    system_prompt: NotRequired[str]
    llm_model_id: NotRequired[Union[int, None]]
    multimodal_model_id: NotRequired[Union[int, None]]
    chat_llm_fallback_id: NotRequired[Union[int, None]]
    turn_detection_threshold: NotRequired[Union[float, None]]
    knowledgebase_id: NotRequired[Union[int, None]]
    phone_number_id: NotRequired[Union[int, None]]
    synthesizer_provider_id: NotRequired[Union[int, None]]
    transcriber_provider_id: NotRequired[Union[int, None]]
    max_initial_silence_duration: NotRequired[Union[int, None]]
    reengagement_prompt: NotRequired[Union[str, None]]
    voice_mail_message: NotRequired[Union[str, None]]
    notice_message: NotRequired[Union[str, None]]
    min_interrupt_words: NotRequired[Union[int, None]]
    webhook_url: NotRequired[Union[str, None]]
    conversation_inactivity_timeout: NotRequired[Union[int, None]]
    max_replies_per_customer_day: NotRequired[Union[int, None]]
    conversation_ended_webhook_url: NotRequired[Union[str, None]]
    secondary_language_ids: NotRequired[Union[List[int], None]]
    knowledgebase_mode: NotRequired[Union[Literal["function_call", "prompt"], None]]
    tool_ids: NotRequired[Union[List[int], None]]
    mcp_server_ids: NotRequired[Union[List[int], None]]
    mcp_tools: NotRequired[Union[List[AllowedMcpTool], None]]
    tools: NotRequired[Union[List[BuiltInTool], None]]
    tts_emotion_enabled: NotRequired[Union[bool, None]]
    voice_stability: NotRequired[Union[float, None]]
    voice_similarity: NotRequired[Union[float, None]]
    speech_speed: NotRequired[Union[float, None]]
    speech_normalization: NotRequired[Union[bool, None]]
    pronunciations: NotRequired[Union[List[Pronunciation], None]]
    transcriber_keywords: NotRequired[Union[List[str], None]]
    llm_temperature: NotRequired[Union[float, None]]
    allow_interruptions: NotRequired[Union[bool, None]]
    protect_first_message: NotRequired[Union[FirstMessageProtection, None]]
    fillers: NotRequired[Union[bool, None]]
    filler_config: NotRequired[Union[FillerConfig, None]]
    record: NotRequired[Union[bool, None]]
    mask_keypad_input: NotRequired[Union[bool, None]]
    enable_noise_cancellation: NotRequired[Union[bool, None]]
    wait_for_customer: NotRequired[Union[bool, None]]
    max_duration: NotRequired[Union[int, None]]
    max_silence_duration: NotRequired[Union[int, None]]
    ringing_time: NotRequired[Union[int, None]]
    reengagement_interval: NotRequired[Union[int, None]]
    end_call_on_voicemail: NotRequired[Union[bool, None]]
    endpoint_type: NotRequired[Union[EndpointType, None]]
    endpoint_sensitivity: NotRequired[Union[float, None]]
    interrupt_sensitivity: NotRequired[Union[float, None]]
    ambient_sound: NotRequired[Union[AmbientSound, None]]
    ambient_sound_volume: NotRequired[Union[float, None]]
    is_webhook_active: NotRequired[Union[bool, None]]
    send_webhook_only_on_completed: NotRequired[Union[bool, None]]
    include_recording_in_webhook: NotRequired[Union[bool, None]]
    post_call_evaluation: NotRequired[Union[bool, None]]
    post_call_schema: NotRequired[Union[List[PostCallField], None]]
    variables: NotRequired[Union[Dict[str, Any], None]]
    conversation_ended_retrigger: NotRequired[Union[bool, None]]
    widget_settings: NotRequired[Union[WidgetSettingsChanges, None]]
    is_public: NotRequired[Union[bool, None]]
    share_customer_details: NotRequired[Union[bool, None]]
    unclear_speech_action: NotRequired[Union[UnclearSpeechAction, None]]

class UpdateCampaignRequest(TypedDict):
    name: NotRequired[str]
    assistant_id: NotRequired[int]
    timezone: NotRequired[Union[str, None]]
    max_calls_in_parallel: NotRequired[Union[int, None]]
    allowed_hours_start_time: NotRequired[Union[str, None]]
    allowed_hours_end_time: NotRequired[Union[str, None]]
    allowed_days: NotRequired[Union[List[Weekday], None]]
    max_retries: NotRequired[Union[int, None]]
    retry_interval: NotRequired[Union[int, None]]
    contact_pause: NotRequired[Union[int, None]]
    retry_on_voicemail: NotRequired[Union[bool, None]]
    retry_on_goal_incomplete: NotRequired[Union[bool, None]]
    goal_completion_variable: NotRequired[Union[str, None]]
    mark_complete_when_no_leads: NotRequired[Union[bool, None]]
    phone_number_ids: NotRequired[Union[List[int], None]]
    starts_at: NotRequired[Union[str, None]]
    ends_at: NotRequired[Union[str, None]]

class UpdateDocumentRequest(TypedDict):
    name: NotRequired[str]
    description: NotRequired[Union[str, None]]

class UpdateEndpointRequest(TypedDict):
    url: NotRequired[str]
    events: NotRequired[List[Literal["call.started", "call.ended", "call.transferred", "conversation.started", "conversation.ended", "conversation.handed_off", "message.received", "message.sent", "message.status", "lead.updated", "campaign.started", "campaign.completed", "campaign.paused", "contact.opted_out", "document.active", "document.failed", "balance.low", "sender.changed", "alert.opened", "alert.resolved", "*"]]]
    description: NotRequired[Union[str, None]]
    headers: NotRequired[Union[List[ToolHeader], None]]
    is_active: NotRequired[Union[bool, None]]

class UpdateKnowledgebaseRequest(TypedDict):
    name: NotRequired[str]
    description: NotRequired[Union[str, None]]

class UpdateLeadRequestSecondaryContactsItem(TypedDict):
    phone_number: str
    variables: NotRequired[Union[Dict[str, Any], None]]
    external_id: NotRequired[Union[str, None]]

class UpdateLeadRequest(TypedDict):
    """Fields that are not sent stay unchanged."""

    phone_number: NotRequired[str]
    campaign_id: NotRequired[int]
    variables: NotRequired[Union[Dict[str, Any], None]]
    external_id: NotRequired[Union[str, None]]
    status: NotRequired[Literal["created", "completed", "reached-max-retries"]]
    secondary_contacts: NotRequired[Union[List[UpdateLeadRequestSecondaryContactsItem], None]]

class UpdateMcpServerRequest(TypedDict):
    name: NotRequired[str]
    url: NotRequired[str]
    headers: NotRequired[Union[List[ToolHeader], None]]
    timeout: NotRequired[Union[int, None]]

class UpdateMemberRequest(TypedDict):
    role: Role

class UpdateProfileRequest(TypedDict):
    """Fields that are absent or null stay unchanged."""

    name: NotRequired[Union[str, None]]
    email: NotRequired[Union[str, None]]
    language: NotRequired[Union[InterfaceLanguage, None]]
    new_password: NotRequired[Union[str, None]]
    current_password: NotRequired[Union[str, None]]

class UpdateSandboxSenderRequest(TypedDict):
    status: NotRequired[Union[SenderStatus, None]]
    assistant_id: NotRequired[Union[int, None]]

class UpdateSenderRequest(TypedDict):
    """A null assistant turns automatic answers off. Credentials are replaced as a whole."""

    display_name: NotRequired[Union[str, None]]
    assistant_id: NotRequired[Union[int, None]]
    status: NotRequired[Union[SenderStatus, None]]
    credentials: NotRequired[Union[Dict[str, Any], None]]

class UpdateStatusRequest(TypedDict):
    """`action` is `start` or `stop`. Any other value is refused with 400 instead of a field error."""

    campaign_id: int
    action: NotRequired[Any]

class UpdateStatusResponseData(TypedDict):
    """The result."""

    campaign_id: int
    status: CampaignStatus
    warnings: List[str]

class UpdateStatusResponse(TypedDict):
    message: str
    success: Literal[True]
    data: UpdateStatusResponseData

class UpdateToolRequest(TypedDict):
    name: NotRequired[str]
    description: NotRequired[str]
    endpoint: NotRequired[str]
    method: NotRequired[ToolMethod]
    timeout: NotRequired[Union[int, None]]
    headers: NotRequired[Union[List[ToolHeader], None]]
    schema: NotRequired[Union[List[ToolParameter], None]]

class UpdateTrunkRequestSipHeadersItem(TypedDict):
    name: str
    value: str

class UpdateTrunkRequest(TypedDict):
    sip_trunk_type: NotRequired[SipTrunkType]
    phone_number: NotRequired[str]
    sip_address: NotRequired[str]
    nickname: NotRequired[Union[str, None]]
    sip_username: NotRequired[Union[str, None]]
    sip_password: NotRequired[Union[str, None]]
    sip_calling_format: NotRequired[Union[SipCallingFormat, None]]
    inbound_authorization_type: NotRequired[Union[InboundAuthorization, None]]
    allowed_inbound_ips: NotRequired[Union[List[str], None]]
    country_code: NotRequired[Union[str, None]]
    outbound_proxy: NotRequired[Union[str, None]]
    sip_headers: NotRequired[Union[List[UpdateTrunkRequestSipHeadersItem], None]]

class UsageResponseDataModelsItem(TypedDict):
    model: str
    calls: int
    failed_calls: int
    input_tokens: int
    output_tokens: int
    calls_without_tokens: int
    cost: Union[float, None]
    cost_exact: Union[str, None]
    known_cost: float
    known_cost_exact: str
    calls_without_cost: int

class UsageResponseDataTotal(TypedDict):
    """Their number in all."""

    calls: int
    failed_calls: int
    input_tokens: int
    output_tokens: int
    calls_without_tokens: int
    cost: Union[float, None]
    cost_exact: Union[str, None]
    known_cost: float
    known_cost_exact: str
    calls_without_cost: int

class UsageResponseData(TypedDict):
    """The result."""

    models: List[UsageResponseDataModelsItem]
    total: UsageResponseDataTotal

class UsageResponse(TypedDict):
    data: UsageResponseData

ValueType = Literal["string", "number", "bool"]

class Vendor(TypedDict):
    code: str
    name: str
    uses: List[Literal["language_models", "realtime_models", "text_to_speech", "speech_to_text", "phone_calls", "sms", "phone_numbers", "embeddings"]]
    state: Literal["not_connected", "connected", "environment", "unreadable"]
    variable: Union[str, None]
    key_hint: Union[str, None]
    settings: VendorSettings
    fields: List[VendorField]
    used_by: VendorUsage
    saved_at: Union[str, None]

class VendorField(TypedDict):
    name: Literal["api_key", "account_sid", "auth_token", "base_url", "name", "model", "models", "vision_models", "realtime_models", "speech_model", "transcription_model", "voices", "dimensions"]
    kind: Literal["secret", "text", "url", "list", "number"]
    is_required: bool
    default: Union[str, None]

class VendorSettings(TypedDict):
    """All settings except keys; null where the vendor has no such setting or its default applies."""

    account_sid: Union[str, None]
    base_url: Union[str, None]
    name: Union[str, None]
    model: Union[str, None]
    models: Union[List[str], None]
    vision_models: Union[List[str], None]
    realtime_models: Union[List[str], None]
    speech_model: Union[str, None]
    transcription_model: Union[str, None]
    voices: Union[List[str], None]
    dimensions: Union[int, None]

class VendorTest(TypedDict):
    works: bool
    reason: Literal["works", "wrong_key", "no_credit", "wrong_model", "rate_limited", "unreachable", "refused_address", "timeout", "refused", "bad_answer"]
    message: str
    elapsed_ms: int

class VendorTestResponse(TypedDict):
    data: VendorTest

class VendorUsage(TypedDict):
    """Objects that stop working, or use a fallback, if the vendor is removed."""

    assistants: int
    phone_numbers: int
    knowledgebases: int

class VendorsResponse(TypedDict):
    data: List[Vendor]

class Visitor(TypedDict):
    """The visitor of a widget."""

    user_id: Union[str, None]
    name: Union[str, None]
    email: Union[str, None]
    phone: Union[str, None]
    is_verified: bool

class VisitorCallRequest(TypedDict):
    variables: NotRequired[Union[Dict[str, Any], None]]

class VisitorCallResponse(TypedDict):
    status: Literal[True]
    media_url: str
    expires_at: str

class VisitorDetails(TypedDict):
    """Details of the visitor as sent by the page; they are not verified."""

    user_id: NotRequired[Union[str, None]]
    name: NotRequired[Union[str, None]]
    email: NotRequired[Union[str, None]]
    phone: NotRequired[Union[str, None]]

class VisitorFile(TypedDict):
    """A file of a conversation. Download it with `GET /conversations/{uuid}/files/{id}`."""

    id: str
    name: str
    content_type: str
    byte_count: int

class VisitorFileResponse(TypedDict):
    status: Literal[True]
    file: VisitorFile

class VisitorMessageRequest(TypedDict):
    message: NotRequired[Union[str, None]]
    files: NotRequired[Union[List[str], None]]
    variables: NotRequired[Union[Dict[str, Any], None]]

class VisitorMessageResponse(TypedDict):
    """The reply to a visitor's message. `message` is null while a person has taken over the conversation. With `Accept: text/event-stream` the reply is streamed as events."""

    status: Literal[True]
    message: Union[str, None]
    function_calls: List[FunctionCall]

class Voice(TypedDict):
    id: int
    name: str
    language_id: Union[int, None]
    gender: Union[str, None]
    preview_url: Union[str, None]
    accent: Union[str, None]
    age: Union[str, None]
    synthesizer_provider_id: Union[int, None]

WaitingCode = Literal["campaign-not-started", "campaign-stopped", "campaign-completed", "campaign-start-date", "campaign-end-date", "campaign-zone", "campaign-days", "campaign-hours", "unknown-zone", "called-party-hours", "retry-interval", "no-number", "no-dialer", "insufficient-balance", "max-calls-in-parallel", "number-in-call", "called-by-another-campaign", "next-in-line", "call-running", "goal-to-be-judged"]

class WaitingReason(TypedDict):
    """`until`: when the reason ends; null if unknown."""

    code: WaitingCode
    text: str
    until: Union[str, None]

class WebCallRequest(TypedDict):
    assistant_id: int
    variables: NotRequired[Union[Dict[str, Any], None]]

class WebCallResponseData(TypedDict):
    """The result."""

    call_id: int
    media_url: str
    expires_at: str

class WebCallResponse(TypedDict):
    """`media_url` is a WebSocket URL that can be opened once, until `expires_at`, and again to resume a broken connection."""

    message: str
    data: WebCallResponseData

class WebhookDelivery(TypedDict):
    id: str
    event: str
    status: DeliveryStatus
    subject_id: str
    assistant_id: Union[int, None]
    target_id: int
    url: str
    attempt_count: int
    next_attempt_at: Union[str, None]
    created_at: str
    finished_at: Union[str, None]

class WebhookDeliveryDetail(TypedDict):
    id: str
    event: str
    status: DeliveryStatus
    subject_id: str
    assistant_id: Union[int, None]
    target_id: int
    url: str
    attempt_count: int
    next_attempt_at: Union[str, None]
    created_at: str
    finished_at: Union[str, None]
    payload: str
    attempts: List[DeliveryAttempt]

class WebhookEndpoint(TypedDict):
    id: int
    url: str
    status: Literal["enabled", "disabled"]
    disabled_reason: Union[Literal["gone", "failing"], None]
    disabled_at: Union[str, None]
    failure_count: int
    failing_since: Union[str, None]
    waiting_count: int
    created_at: str

class WebhookSecretResponseData(TypedDict):
    """The result."""

    secret: str

class WebhookSecretResponse(TypedDict):
    """The secret that `POST …/rotate` returns, for signatures as in the Standard Webhooks specification."""

    data: WebhookSecretResponseData

class WebhookToggleResponse(TypedDict):
    message: str
    data: List[Any]

class WeekHours(TypedDict):
    """Opening hours by weekday; null for a closed day."""

    monday: Union[OpeningHours, None]
    tuesday: Union[OpeningHours, None]
    wednesday: Union[OpeningHours, None]
    thursday: Union[OpeningHours, None]
    friday: Union[OpeningHours, None]
    saturday: Union[OpeningHours, None]
    sunday: Union[OpeningHours, None]

Weekday = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

class WhisperRequest(TypedDict):
    text: str

class WidgetAppearance(TypedDict):
    """Content of a chat widget before the visitor opens a conversation."""

    theme: WidgetTheme
    color: str
    position: WidgetPosition
    title: Union[str, None]
    subtitle: Union[str, None]
    language: WidgetLanguage
    starters: List[str]
    greeting_bubble: Union[str, None]
    placeholder: Union[str, None]
    consent_text: Union[str, None]
    away_text: Union[str, None]
    away_contact: Union[str, None]
    calls_enabled: bool
    files_enabled: bool
    name: str
    greeting: str
    is_away: bool
    picture: Union[str, None]

class WidgetHours(TypedDict):
    day: Weekday
    opens: str
    closes: str

WidgetLanguage = Literal["auto", "en", "ro", "fr", "es", "de", "lt", "it", "ar", "pt", "da"]

class WidgetPictureResponseData(TypedDict):
    """The result."""

    picture: Union[str, None]

class WidgetPictureResponse(TypedDict):
    message: str
    data: WidgetPictureResponseData

WidgetPosition = Literal["bottom-right", "bottom-left"]

class WidgetResponse(TypedDict):
    status: Literal[True]
    widget: WidgetAppearance

class WidgetSecretResponseData(TypedDict):
    """The result."""

    secret: str
    created_at: str

class WidgetSecretResponse(TypedDict):
    message: str
    data: WidgetSecretResponseData

class WidgetSecretStateResponseData(TypedDict):
    """The result."""

    created_at: Union[str, None]

class WidgetSecretStateResponse(TypedDict):
    data: WidgetSecretStateResponseData

class WidgetSettings(TypedDict):
    """Appearance and texts of the chat widget, and the origins that may embed it (`https://shop.example`); an empty list allows every site."""

    theme: WidgetTheme
    color: str
    position: WidgetPosition
    allowed_origins: List[str]
    title: Union[str, None]
    subtitle: Union[str, None]
    language: WidgetLanguage
    starters: List[str]
    greeting_bubble: Union[str, None]
    placeholder: Union[str, None]
    consent_text: Union[str, None]
    working_hours: List[WidgetHours]
    away_text: Union[str, None]
    away_contact: Union[str, None]
    calls_enabled: bool
    hides_names: bool
    files_enabled: bool

class WidgetSettingsChanges(TypedDict):
    theme: NotRequired[Union[WidgetTheme, None]]
    color: NotRequired[Union[str, None]]
    position: NotRequired[Union[WidgetPosition, None]]
    allowed_origins: NotRequired[Union[List[str], None]]
    title: NotRequired[Union[Union[str, None], None]]
    subtitle: NotRequired[Union[Union[str, None], None]]
    language: NotRequired[Union[WidgetLanguage, None]]
    starters: NotRequired[Union[List[str], None]]
    greeting_bubble: NotRequired[Union[Union[str, None], None]]
    placeholder: NotRequired[Union[Union[str, None], None]]
    consent_text: NotRequired[Union[Union[str, None], None]]
    working_hours: NotRequired[Union[List[WidgetHours], None]]
    away_text: NotRequired[Union[Union[str, None], None]]
    away_contact: NotRequired[Union[Union[str, None], None]]
    calls_enabled: NotRequired[Union[bool, None]]
    hides_names: NotRequired[Union[bool, None]]
    files_enabled: NotRequired[Union[bool, None]]

WidgetTheme = Literal["light", "dark", "auto"]

class WebhookEventCallStartedDataAssistant(TypedDict):
    id: int
    uuid: str
    name: str

class WebhookEventCallStartedDataCampaign(TypedDict):
    id: int
    name: str

class WebhookEventCallStartedData(TypedDict):
    """The result."""

    id: int
    external_id: Union[str, None]
    type: CallType
    status: Literal["in-progress"]
    customer_phone: Union[str, None]
    assistant_phone: Union[str, None]
    assistant: Union[WebhookEventCallStartedDataAssistant, None]
    campaign: Union[WebhookEventCallStartedDataCampaign, None]
    lead_id: Union[int, None]
    created_at: str

class WebhookEventCallStarted(TypedDict):
    type: Literal["call.started"]
    id: str
    timestamp: str
    data: WebhookEventCallStartedData

class WebhookEventCallEnded(TypedDict):
    type: Literal["call.ended"]
    id: str
    timestamp: str
    data: CallEndedPayload

class WebhookEventCallTransferredDataCallAssistant(TypedDict):
    id: int
    uuid: str
    name: str

class WebhookEventCallTransferredDataCallCampaign(TypedDict):
    id: int
    name: str

class WebhookEventCallTransferredDataCall(TypedDict):
    """The call."""

    id: int
    external_id: Union[str, None]
    type: CallType
    status: CallStatus
    customer_phone: Union[str, None]
    assistant_phone: Union[str, None]
    assistant: Union[WebhookEventCallTransferredDataCallAssistant, None]
    campaign: Union[WebhookEventCallTransferredDataCallCampaign, None]
    lead_id: Union[int, None]
    created_at: str

class WebhookEventCallTransferredData(TypedDict):
    """The result."""

    call: WebhookEventCallTransferredDataCall
    kind: Literal["blind", "warm", "assistant"]
    target: str
    outcome: Literal["connected", "failed"]
    reason: Union[str, None]
    at_ms: int

class WebhookEventCallTransferred(TypedDict):
    type: Literal["call.transferred"]
    id: str
    timestamp: str
    data: WebhookEventCallTransferredData

class WebhookEventConversationStartedDataAssistant(TypedDict):
    id: int
    uuid: str
    name: str

class WebhookEventConversationStartedData(TypedDict):
    """The result."""

    conversation_id: str
    type: ConversationType
    assistant: Union[WebhookEventConversationStartedDataAssistant, None]
    customer_phone: Union[str, None]
    customer_identifier: Union[str, None]
    customer_name: Union[str, None]
    created_at: str

class WebhookEventConversationStarted(TypedDict):
    type: Literal["conversation.started"]
    id: str
    timestamp: str
    data: WebhookEventConversationStartedData

class WebhookEventConversationEnded(TypedDict):
    type: Literal["conversation.ended"]
    id: str
    timestamp: str
    data: ConversationEndedPayload

class WebhookEventConversationHandedOffDataAssistant(TypedDict):
    id: int
    uuid: str
    name: str

class WebhookEventConversationHandedOffData(TypedDict):
    """The result."""

    conversation_id: str
    type: ConversationType
    assistant: Union[WebhookEventConversationHandedOffDataAssistant, None]
    customer_phone: Union[str, None]
    customer_identifier: Union[str, None]
    customer_name: Union[str, None]
    created_at: str

class WebhookEventConversationHandedOff(TypedDict):
    type: Literal["conversation.handed_off"]
    id: str
    timestamp: str
    data: WebhookEventConversationHandedOffData

class WebhookEventMessageReceivedDataConversationAssistant(TypedDict):
    id: int
    uuid: str
    name: str

class WebhookEventMessageReceivedDataConversation(TypedDict):
    conversation_id: str
    type: ConversationType
    assistant: Union[WebhookEventMessageReceivedDataConversationAssistant, None]
    customer_phone: Union[str, None]
    customer_identifier: Union[str, None]
    customer_name: Union[str, None]
    created_at: str

WebhookEventMessageReceivedData = TypedDict("WebhookEventMessageReceivedData", {
    "message_id": "int",
    "channel": "Literal[\"widget\", \"msgapp\", \"api\", \"sms\"]",
    "conversation": "Union[WebhookEventMessageReceivedDataConversation, None]",
    "from": "Union[str, None]",
    "to": "Union[str, None]",
    "text": "str",
    "created_at": "str",
    "author": "Literal[\"customer\"]",
})

class WebhookEventMessageReceived(TypedDict):
    type: Literal["message.received"]
    id: str
    timestamp: str
    data: WebhookEventMessageReceivedData

class WebhookEventMessageSentDataConversationAssistant(TypedDict):
    id: int
    uuid: str
    name: str

class WebhookEventMessageSentDataConversation(TypedDict):
    conversation_id: str
    type: ConversationType
    assistant: Union[WebhookEventMessageSentDataConversationAssistant, None]
    customer_phone: Union[str, None]
    customer_identifier: Union[str, None]
    customer_name: Union[str, None]
    created_at: str

WebhookEventMessageSentData = TypedDict("WebhookEventMessageSentData", {
    "message_id": "int",
    "channel": "Literal[\"widget\", \"msgapp\", \"api\", \"sms\"]",
    "conversation": "Union[WebhookEventMessageSentDataConversation, None]",
    "from": "Union[str, None]",
    "to": "Union[str, None]",
    "text": "str",
    "created_at": "str",
    "author": "Literal[\"ai\", \"human\"]",
})

class WebhookEventMessageSent(TypedDict):
    type: Literal["message.sent"]
    id: str
    timestamp: str
    data: WebhookEventMessageSentData

class WebhookEventMessageStatusData(TypedDict):
    """The result."""

    message_id: int
    channel: Literal["widget", "msgapp", "api", "sms"]
    conversation_id: Union[str, None]
    status: DeliveryState
    error_code: Union[str, None]
    error: Union[str, None]

class WebhookEventMessageStatus(TypedDict):
    type: Literal["message.status"]
    id: str
    timestamp: str
    data: WebhookEventMessageStatusData

class WebhookEventLeadUpdatedDataCampaign(TypedDict):
    """The campaign."""

    id: int
    name: str

class WebhookEventLeadUpdatedData(TypedDict):
    """The result."""

    id: int
    external_id: Union[str, None]
    phone_number: str
    campaign: WebhookEventLeadUpdatedDataCampaign
    status: LeadStatus
    previous_status: LeadStatus
    variables: Dict[str, Any]
    call_tries: int
    last_outcome: Union[str, None]
    goal_met: Union[bool, None]
    created_at: str

class WebhookEventLeadUpdated(TypedDict):
    type: Literal["lead.updated"]
    id: str
    timestamp: str
    data: WebhookEventLeadUpdatedData

class WebhookEventCampaignStartedDataAssistant(TypedDict):
    id: int
    uuid: str
    name: str

class WebhookEventCampaignStartedData(TypedDict):
    """The result."""

    id: int
    name: str
    stop_reason: Union[str, None]
    assistant: Union[WebhookEventCampaignStartedDataAssistant, None]
    status: Literal["in-progress"]

class WebhookEventCampaignStarted(TypedDict):
    type: Literal["campaign.started"]
    id: str
    timestamp: str
    data: WebhookEventCampaignStartedData

class WebhookEventCampaignCompletedDataAssistant(TypedDict):
    id: int
    uuid: str
    name: str

class WebhookEventCampaignCompletedData(TypedDict):
    """The result."""

    id: int
    name: str
    stop_reason: Union[str, None]
    assistant: Union[WebhookEventCampaignCompletedDataAssistant, None]
    status: Literal["completed"]

class WebhookEventCampaignCompleted(TypedDict):
    type: Literal["campaign.completed"]
    id: str
    timestamp: str
    data: WebhookEventCampaignCompletedData

class WebhookEventCampaignPausedDataAssistant(TypedDict):
    id: int
    uuid: str
    name: str

class WebhookEventCampaignPausedData(TypedDict):
    """The result."""

    id: int
    name: str
    stop_reason: Union[str, None]
    assistant: Union[WebhookEventCampaignPausedDataAssistant, None]
    status: Literal["stopped"]

class WebhookEventCampaignPaused(TypedDict):
    type: Literal["campaign.paused"]
    id: str
    timestamp: str
    data: WebhookEventCampaignPausedData

class WebhookEventContactOptedOutData(TypedDict):
    """The result."""

    customer_phone: Union[str, None]
    customer_identifier: Union[str, None]
    source: Literal["customer", "carrier", "call"]
    call_id: Union[int, None]

class WebhookEventContactOptedOut(TypedDict):
    type: Literal["contact.opted_out"]
    id: str
    timestamp: str
    data: WebhookEventContactOptedOutData

class WebhookEventDocumentActiveData(TypedDict):
    """The result."""

    id: int
    knowledgebase_id: int
    name: str
    type: DocumentType
    warning: Union[str, None]
    status: Literal["active"]
    error: None

class WebhookEventDocumentActive(TypedDict):
    type: Literal["document.active"]
    id: str
    timestamp: str
    data: WebhookEventDocumentActiveData

class WebhookEventDocumentFailedData(TypedDict):
    """The result."""

    id: int
    knowledgebase_id: int
    name: str
    type: DocumentType
    warning: Union[str, None]
    status: Literal["failed"]
    error: str

class WebhookEventDocumentFailed(TypedDict):
    type: Literal["document.failed"]
    id: str
    timestamp: str
    data: WebhookEventDocumentFailedData

class WebhookEventBalanceLowData(TypedDict):
    """The result."""

    balance: float
    threshold: float

class WebhookEventBalanceLow(TypedDict):
    type: Literal["balance.low"]
    id: str
    timestamp: str
    data: WebhookEventBalanceLowData

class WebhookEventSenderChangedData(TypedDict):
    """The result."""

    id: int
    phone_number: str
    display_name: str
    status: SenderStatus
    quality_rating: QualityRating
    messaging_limit: int

class WebhookEventSenderChanged(TypedDict):
    type: Literal["sender.changed"]
    id: str
    timestamp: str
    data: WebhookEventSenderChangedData

class WebhookEventAlertOpenedData(TypedDict):
    """The result."""

    id: int
    kind: Literal["balance_low", "campaign_paused", "document_failed", "endpoint_disabled", "provider_failed", "sender_problem"]
    object_id: str
    object_name: str
    message: str
    count: int
    opened_at: str
    resolved_at: None

class WebhookEventAlertOpened(TypedDict):
    type: Literal["alert.opened"]
    id: str
    timestamp: str
    data: WebhookEventAlertOpenedData

class WebhookEventAlertResolvedData(TypedDict):
    """The result."""

    id: int
    kind: Literal["balance_low", "campaign_paused", "document_failed", "endpoint_disabled", "provider_failed", "sender_problem"]
    object_id: str
    object_name: str
    message: str
    count: int
    opened_at: str
    resolved_at: str

class WebhookEventAlertResolved(TypedDict):
    type: Literal["alert.resolved"]
    id: str
    timestamp: str
    data: WebhookEventAlertResolvedData

class WebhookEventTestPingData(TypedDict):
    """The result."""

    message: str

class WebhookEventTestPing(TypedDict):
    type: Literal["test.ping"]
    id: str
    timestamp: str
    data: WebhookEventTestPingData

WebhookEvent = Union["WebhookEventCallStarted", "WebhookEventCallEnded", "WebhookEventCallTransferred", "WebhookEventConversationStarted", "WebhookEventConversationEnded", "WebhookEventConversationHandedOff", "WebhookEventMessageReceived", "WebhookEventMessageSent", "WebhookEventMessageStatus", "WebhookEventLeadUpdated", "WebhookEventCampaignStarted", "WebhookEventCampaignCompleted", "WebhookEventCampaignPaused", "WebhookEventContactOptedOut", "WebhookEventDocumentActive", "WebhookEventDocumentFailed", "WebhookEventBalanceLow", "WebhookEventSenderChanged", "WebhookEventAlertOpened", "WebhookEventAlertResolved", "WebhookEventTestPing"]

AssistantWebhook = Union["CallEndedPayload", "ConversationEndedPayload"]

class InvitationsListParams(TypedDict):
    per_page: NotRequired[Union[int, None]]
    page: NotRequired[Union[int, None]]

class MembersListParams(TypedDict):
    query: NotRequired[Union[str, None]]
    per_page: NotRequired[Union[int, None]]
    page: NotRequired[Union[int, None]]

class AlertsListParams(TypedDict):
    status: NotRequired[Union[Literal["open", "dismissed", "resolved"], None]]
    kind: NotRequired[Union[Literal["balance_low", "campaign_paused", "document_failed", "endpoint_disabled", "provider_failed", "sender_problem"], None]]
    per_page: NotRequired[Union[int, None]]
    page: NotRequired[Union[int, None]]

class AlertsListItem(TypedDict):
    """A problem that needs attention. An object has at most one open alert of each kind."""

    id: int
    kind: Literal["balance_low", "campaign_paused", "document_failed", "endpoint_disabled", "provider_failed", "sender_problem"]
    status: Literal["open", "dismissed", "resolved"]
    object_id: str
    object_name: str
    parent_id: Union[str, None]
    message: str
    count: int
    opened_at: str
    last_at: str
    resolved_at: Union[str, None]

class AlertsDismissResponseData(TypedDict):
    """A problem that needs attention. An object has at most one open alert of each kind."""

    id: int
    kind: Literal["balance_low", "campaign_paused", "document_failed", "endpoint_disabled", "provider_failed", "sender_problem"]
    status: Literal["open", "dismissed", "resolved"]
    object_id: str
    object_name: str
    parent_id: Union[str, None]
    message: str
    count: int
    opened_at: str
    last_at: str
    resolved_at: Union[str, None]

class AlertsDismissResponse(TypedDict):
    message: str
    data: AlertsDismissResponseData

class AlertsDismissAllResponse(TypedDict):
    message: str
    dismissed: int

class AlertSettingsGetResponseDataChannelsBalanceLow(TypedDict):
    """Where alerts of this kind are shown and sent."""

    console: bool
    email: bool
    webhook: bool

class AlertSettingsGetResponseDataChannelsCampaignPaused(TypedDict):
    """Where alerts of this kind are shown and sent."""

    console: bool
    email: bool
    webhook: bool

class AlertSettingsGetResponseDataChannelsDocumentFailed(TypedDict):
    """Where alerts of this kind are shown and sent."""

    console: bool
    email: bool
    webhook: bool

class AlertSettingsGetResponseDataChannelsEndpointDisabled(TypedDict):
    """Where alerts of this kind are shown and sent."""

    console: bool
    email: bool
    webhook: bool

class AlertSettingsGetResponseDataChannelsProviderFailed(TypedDict):
    """Where alerts of this kind are shown and sent."""

    console: bool
    email: bool
    webhook: bool

class AlertSettingsGetResponseDataChannelsSenderProblem(TypedDict):
    """Where alerts of this kind are shown and sent."""

    console: bool
    email: bool
    webhook: bool

class AlertSettingsGetResponseDataChannels(TypedDict):
    """Channels of each kind."""

    balance_low: AlertSettingsGetResponseDataChannelsBalanceLow
    campaign_paused: AlertSettingsGetResponseDataChannelsCampaignPaused
    document_failed: AlertSettingsGetResponseDataChannelsDocumentFailed
    endpoint_disabled: AlertSettingsGetResponseDataChannelsEndpointDisabled
    provider_failed: AlertSettingsGetResponseDataChannelsProviderFailed
    sender_problem: AlertSettingsGetResponseDataChannelsSenderProblem

class AlertSettingsGetResponseData(TypedDict):
    """The result."""

    low_balance: float
    emails: List[str]
    email_roles: List[Role]
    channels: AlertSettingsGetResponseDataChannels
    is_email_configured: bool

class AlertSettingsGetResponse(TypedDict):
    data: AlertSettingsGetResponseData

class AlertSettingsUpdateParamsChannelsBalanceLow(TypedDict):
    """Missing channels stay as they are."""

    console: NotRequired[bool]
    email: NotRequired[bool]
    webhook: NotRequired[bool]

class AlertSettingsUpdateParamsChannelsCampaignPaused(TypedDict):
    """Missing channels stay as they are."""

    console: NotRequired[bool]
    email: NotRequired[bool]
    webhook: NotRequired[bool]

class AlertSettingsUpdateParamsChannelsDocumentFailed(TypedDict):
    """Missing channels stay as they are."""

    console: NotRequired[bool]
    email: NotRequired[bool]
    webhook: NotRequired[bool]

class AlertSettingsUpdateParamsChannelsEndpointDisabled(TypedDict):
    """Missing channels stay as they are."""

    console: NotRequired[bool]
    email: NotRequired[bool]
    webhook: NotRequired[bool]

class AlertSettingsUpdateParamsChannelsProviderFailed(TypedDict):
    """Missing channels stay as they are."""

    console: NotRequired[bool]
    email: NotRequired[bool]
    webhook: NotRequired[bool]

class AlertSettingsUpdateParamsChannelsSenderProblem(TypedDict):
    """Missing channels stay as they are."""

    console: NotRequired[bool]
    email: NotRequired[bool]
    webhook: NotRequired[bool]

class AlertSettingsUpdateParamsChannels(TypedDict):
    balance_low: NotRequired[AlertSettingsUpdateParamsChannelsBalanceLow]
    campaign_paused: NotRequired[AlertSettingsUpdateParamsChannelsCampaignPaused]
    document_failed: NotRequired[AlertSettingsUpdateParamsChannelsDocumentFailed]
    endpoint_disabled: NotRequired[AlertSettingsUpdateParamsChannelsEndpointDisabled]
    provider_failed: NotRequired[AlertSettingsUpdateParamsChannelsProviderFailed]
    sender_problem: NotRequired[AlertSettingsUpdateParamsChannelsSenderProblem]

class AlertSettingsUpdateParams(TypedDict):
    low_balance: NotRequired[Union[float, None]]
    emails: NotRequired[Union[List[str], None]]
    email_roles: NotRequired[Union[List[Role], None]]
    channels: NotRequired[Union[AlertSettingsUpdateParamsChannels, None]]

class AlertSettingsUpdateResponseDataChannelsBalanceLow(TypedDict):
    """Where alerts of this kind are shown and sent."""

    console: bool
    email: bool
    webhook: bool

class AlertSettingsUpdateResponseDataChannelsCampaignPaused(TypedDict):
    """Where alerts of this kind are shown and sent."""

    console: bool
    email: bool
    webhook: bool

class AlertSettingsUpdateResponseDataChannelsDocumentFailed(TypedDict):
    """Where alerts of this kind are shown and sent."""

    console: bool
    email: bool
    webhook: bool

class AlertSettingsUpdateResponseDataChannelsEndpointDisabled(TypedDict):
    """Where alerts of this kind are shown and sent."""

    console: bool
    email: bool
    webhook: bool

class AlertSettingsUpdateResponseDataChannelsProviderFailed(TypedDict):
    """Where alerts of this kind are shown and sent."""

    console: bool
    email: bool
    webhook: bool

class AlertSettingsUpdateResponseDataChannelsSenderProblem(TypedDict):
    """Where alerts of this kind are shown and sent."""

    console: bool
    email: bool
    webhook: bool

class AlertSettingsUpdateResponseDataChannels(TypedDict):
    """Channels of each kind."""

    balance_low: AlertSettingsUpdateResponseDataChannelsBalanceLow
    campaign_paused: AlertSettingsUpdateResponseDataChannelsCampaignPaused
    document_failed: AlertSettingsUpdateResponseDataChannelsDocumentFailed
    endpoint_disabled: AlertSettingsUpdateResponseDataChannelsEndpointDisabled
    provider_failed: AlertSettingsUpdateResponseDataChannelsProviderFailed
    sender_problem: AlertSettingsUpdateResponseDataChannelsSenderProblem

class AlertSettingsUpdateResponseData(TypedDict):
    """The result."""

    low_balance: float
    emails: List[str]
    email_roles: List[Role]
    channels: AlertSettingsUpdateResponseDataChannels
    is_email_configured: bool

class AlertSettingsUpdateResponse(TypedDict):
    message: str
    data: AlertSettingsUpdateResponseData

class AssistantsGetResponse(TypedDict):
    data: Assistant

class AssistantsListPageParams(TypedDict):
    per_page: NotRequired[Union[int, None]]
    page: NotRequired[Union[int, None]]

class AuditLogListParams(TypedDict):
    actor: NotRequired[Union[str, None]]
    action: NotRequired[Union[AuditAction, None]]
    object_type: NotRequired[Union[AuditObject, None]]
    object_id: NotRequired[Union[str, None]]
    date_from: NotRequired[Union[str, None]]
    date_to: NotRequired[Union[str, None]]
    per_page: NotRequired[Union[int, None]]
    page: NotRequired[Union[int, None]]

class AuditLogExportParams(TypedDict):
    actor: NotRequired[Union[str, None]]
    action: NotRequired[Union[AuditAction, None]]
    object_type: NotRequired[Union[AuditObject, None]]
    object_id: NotRequired[Union[str, None]]
    date_from: NotRequired[Union[str, None]]
    date_to: NotRequired[Union[str, None]]
    format: NotRequired[Union[ExportFormat, None]]
    bom: NotRequired[Union[bool, None]]
    ids: NotRequired[Union[str, None]]

class BillingChargesListParams(TypedDict):
    kind: NotRequired[Union[ChargeKind, None]]
    conversation: NotRequired[Union[str, None]]
    date_from: NotRequired[Union[str, None]]
    date_to: NotRequired[Union[str, None]]
    per_page: NotRequired[Union[int, None]]
    page: NotRequired[Union[int, None]]

class BillingChargesExportParams(TypedDict):
    kind: NotRequired[Union[ChargeKind, None]]
    conversation: NotRequired[Union[str, None]]
    date_from: NotRequired[Union[str, None]]
    date_to: NotRequired[Union[str, None]]
    format: NotRequired[Union[ExportFormat, None]]
    bom: NotRequired[Union[bool, None]]
    ids: NotRequired[Union[str, None]]

class BillingSummaryGetParams(TypedDict):
    date_from: NotRequired[Union[str, None]]
    date_to: NotRequired[Union[str, None]]

class BillingUsageGetParams(TypedDict):
    date_from: NotRequired[Union[str, None]]
    date_to: NotRequired[Union[str, None]]

class BlacklistListParams(TypedDict):
    phone_number: NotRequired[Union[str, None]]
    per_page: NotRequired[Union[int, None]]
    page: NotRequired[Union[int, None]]

class CallsListParams(TypedDict):
    status: NotRequired[Union[CallStatus, None]]
    type: NotRequired[Union[CallType, None]]
    phone_number: NotRequired[Union[str, None]]
    search: NotRequired[Union[str, None]]
    assistant_id: NotRequired[Union[int, None]]
    campaign_id: NotRequired[Union[int, None]]
    lead_id: NotRequired[Union[int, None]]
    external_id: NotRequired[Union[str, None]]
    date_from: NotRequired[Union[str, None]]
    date_to: NotRequired[Union[str, None]]
    updated_from: NotRequired[Union[str, None]]
    updated_to: NotRequired[Union[str, None]]
    order_by: NotRequired[Union[CallOrder, None]]
    direction: NotRequired[Union[SortDirection, None]]
    per_page: NotRequired[Union[int, None]]
    page: NotRequired[Union[int, None]]

class CallsExportParams(TypedDict):
    status: NotRequired[Union[CallStatus, None]]
    type: NotRequired[Union[CallType, None]]
    phone_number: NotRequired[Union[str, None]]
    search: NotRequired[Union[str, None]]
    assistant_id: NotRequired[Union[int, None]]
    campaign_id: NotRequired[Union[int, None]]
    lead_id: NotRequired[Union[int, None]]
    external_id: NotRequired[Union[str, None]]
    date_from: NotRequired[Union[str, None]]
    date_to: NotRequired[Union[str, None]]
    updated_from: NotRequired[Union[str, None]]
    updated_to: NotRequired[Union[str, None]]
    format: NotRequired[Union[ExportFormat, None]]
    bom: NotRequired[Union[bool, None]]
    ids: NotRequired[Union[str, None]]

class AssistantsLatencyGetParams(TypedDict):
    mode: NotRequired[EngineMode]
    endpoint_type: NotRequired[EndpointType]
    language_id: NotRequired[int]
    voice_id: NotRequired[int]
    llm_model_id: NotRequired[Union[int, None]]
    multimodal_model_id: NotRequired[Union[int, None]]
    transcriber_provider_id: NotRequired[Union[int, None]]
    synthesizer_provider_id: NotRequired[Union[int, None]]

class LeadsListParams(TypedDict):
    status: NotRequired[Union[LeadStatus, None]]
    campaign_id: NotRequired[Union[int, None]]
    phone_number: NotRequired[Union[str, None]]
    external_id: NotRequired[Union[str, None]]
    date_from: NotRequired[Union[str, None]]
    date_to: NotRequired[Union[str, None]]
    order_by: NotRequired[Union[LeadOrder, None]]
    direction: NotRequired[Union[SortDirection, None]]
    updated_from: NotRequired[Union[str, None]]
    updated_to: NotRequired[Union[str, None]]
    per_page: NotRequired[Union[int, None]]
    page: NotRequired[Union[int, None]]

class CampaignsLeadsImportParams(TypedDict):
    file: Upload
    dry_run: NotRequired[Union[bool, None]]
    allow_dupplicate: NotRequired[Union[bool, None]]
    max_errors: NotRequired[Union[int, None]]
    errors_after: NotRequired[Union[int, None]]
    phone_column: NotRequired[Union[str, None]]
    secondary_columns: NotRequired[Union[str, None]]
    external_id_column: NotRequired[Union[str, None]]
    country_code: NotRequired[Union[str, None]]
    assume_international: NotRequired[Union[bool, None]]
    sheet: NotRequired[Union[str, None]]
    delimiter: NotRequired[Union[Literal[",", ";", "|", "tab"], None]]
    charset: NotRequired[Union[str, None]]

class CampaignsStartCheckGetResponseDataLeads(TypedDict):
    """Number of leads."""

    total: int
    waiting: int
    callable: int
    callable_now: int
    do_not_call: int

class CampaignsStartCheckGetResponseDataNumbersItem(TypedDict):
    id: int
    phone_number: str
    provider: str

class CampaignsStartCheckGetResponseDataCost(TypedDict):
    """An estimate in US dollars, without retries."""

    per_minute: float
    minutes_per_call: float
    answered_percent: int
    based_on_calls: int
    total: float

class CampaignsStartCheckGetResponseDataMissingVariablesItem(TypedDict):
    """A variable that the assistant's texts use and that leads have no value for."""

    name: str
    leads: int
    value: Union[str, None]
    examples: List[str]

class CampaignsStartCheckGetResponseData(TypedDict):
    """Facts for the decision to start a campaign."""

    campaign_id: int
    can_start: bool
    problems: List[str]
    warnings: List[str]
    leads: CampaignsStartCheckGetResponseDataLeads
    numbers: List[CampaignsStartCheckGetResponseDataNumbersItem]
    first_call_at: Union[str, None]
    max_calls_in_parallel: int
    cost: CampaignsStartCheckGetResponseDataCost
    balance: float
    covered_calls: Union[int, None]
    missing_variables: List[CampaignsStartCheckGetResponseDataMissingVariablesItem]
    checked_leads: int

class CampaignsStartCheckGetResponse(TypedDict):
    data: CampaignsStartCheckGetResponseData

class ModelsListParams(TypedDict):
    type: NotRequired[Union[Literal["llm", "multimodal", "dualplex"], None]]

class VoicesListParams(TypedDict):
    mode: NotRequired[Union[EngineMode, None]]
    language_id: NotRequired[Union[int, None]]
    multimodal_model_id: NotRequired[Union[int, None]]

class SynthesizerProvidersListParams(TypedDict):
    language_id: NotRequired[Union[int, None]]

class TranscriberProvidersListParams(TypedDict):
    language_id: NotRequired[Union[int, None]]

StatisticsGetParams = TypedDict("StatisticsGetParams", {
    "from": "NotRequired[Union[str, None]]",
    "to": "NotRequired[Union[str, None]]",
})

class SearchRunParams(TypedDict):
    query: str

class PublicConversationsMessagesCreateEventDeltaData(TypedDict):
    """The result."""

    text: str

class PublicConversationsMessagesCreateEventDelta(TypedDict):
    event: Literal["delta"]
    data: PublicConversationsMessagesCreateEventDeltaData

class PublicConversationsMessagesCreateEventResetData(TypedDict):
    """The result."""

    text: str

class PublicConversationsMessagesCreateEventReset(TypedDict):
    event: Literal["reset"]
    data: PublicConversationsMessagesCreateEventResetData

class PublicConversationsMessagesCreateEventToolStartedData(TypedDict):
    """The result."""

    name: str
    arguments: Dict[str, Any]

class PublicConversationsMessagesCreateEventToolStarted(TypedDict):
    event: Literal["tool-started"]
    data: PublicConversationsMessagesCreateEventToolStartedData

class PublicConversationsMessagesCreateEventToolFinished(TypedDict):
    event: Literal["tool-finished"]
    data: FunctionCall

class PublicConversationsMessagesCreateEventDone(TypedDict):
    event: Literal["done"]
    data: VisitorMessageResponse

PublicConversationsMessagesCreateEvent = Union["PublicConversationsMessagesCreateEventDelta", "PublicConversationsMessagesCreateEventReset", "PublicConversationsMessagesCreateEventToolStarted", "PublicConversationsMessagesCreateEventToolFinished", "PublicConversationsMessagesCreateEventDone"]

class ConversationsListParams(TypedDict):
    type: NotRequired[Union[ConversationType, None]]
    assistant_id: NotRequired[Union[int, None]]
    has_opted_out: NotRequired[Union[bool, None]]
    date_from: NotRequired[Union[str, None]]
    date_to: NotRequired[Union[str, None]]
    updated_from: NotRequired[Union[str, None]]
    updated_to: NotRequired[Union[str, None]]
    per_page: NotRequired[Union[int, None]]
    page: NotRequired[Union[int, None]]

class InboxListParams(TypedDict):
    type: NotRequired[Union[ConversationType, None]]
    assistant_id: NotRequired[Union[int, None]]
    status: NotRequired[Union[ConversationStatus, None]]
    ai_enabled: NotRequired[Union[bool, None]]
    has_opted_out: NotRequired[Union[bool, None]]
    search: NotRequired[Union[str, None]]
    customer: NotRequired[Union[str, None]]
    view: NotRequired[Union[Literal["mine", "unassigned", "all", "snoozed", "closed"], None]]
    group_id: NotRequired[Union[int, None]]
    tag: NotRequired[Union[str, None]]
    date_from: NotRequired[Union[str, None]]
    date_to: NotRequired[Union[str, None]]
    cursor: NotRequired[Union[str, None]]
    per_page: NotRequired[Union[int, None]]
    page: NotRequired[Union[int, None]]

class ConversationsExportParams(TypedDict):
    type: NotRequired[Union[ConversationType, None]]
    assistant_id: NotRequired[Union[int, None]]
    status: NotRequired[Union[ConversationStatus, None]]
    ai_enabled: NotRequired[Union[bool, None]]
    has_opted_out: NotRequired[Union[bool, None]]
    search: NotRequired[Union[str, None]]
    customer: NotRequired[Union[str, None]]
    view: NotRequired[Union[Literal["mine", "unassigned", "all", "snoozed", "closed"], None]]
    group_id: NotRequired[Union[int, None]]
    tag: NotRequired[Union[str, None]]
    date_from: NotRequired[Union[str, None]]
    date_to: NotRequired[Union[str, None]]
    format: NotRequired[Union[ExportFormat, None]]
    bom: NotRequired[Union[bool, None]]
    ids: NotRequired[Union[str, None]]

class DocumentsCreateParamsLinksItem(TypedDict):
    link: str

class DocumentsCreateParams(TypedDict):
    """JSON for websites, multipart/form-data with a `file` part for files. An empty list of links is the same as a missing one. `relative_links_limit` is ignored for files."""

    name: str
    description: NotRequired[Union[str, None]]
    type: DocumentType
    url: NotRequired[Union[str, None]]
    links: NotRequired[Union[List[DocumentsCreateParamsLinksItem], None]]
    relative_links_limit: NotRequired[Union[int, None]]
    file: NotRequired[Upload]

class DocumentsListFailedParams(TypedDict):
    limit: NotRequired[Union[int, None]]

class DocumentsChunksListParams(TypedDict):
    per_page: NotRequired[Union[int, None]]
    page: NotRequired[Union[int, None]]

class McpServerToolsListParams(TypedDict):
    refresh: NotRequired[Union[bool, None]]

class MsgappSendersListParams(TypedDict):
    status: NotRequired[Union[Literal["online", "all"], None]]

class MsgappUnattributedReportsListParams(TypedDict):
    per_page: NotRequired[Union[int, None]]
    page: NotRequired[Union[int, None]]

class MsgappTemplatesListParams(TypedDict):
    status: NotRequired[Union[Literal["approved", "pending", "rejected", "paused", "disabled", "all"], None]]

class MsgappSessionStatusGetParams(TypedDict):
    sender_id: int
    recipient_phone: str

class ConversationsMessagesListParams(TypedDict):
    before: NotRequired[Union[int, None]]

class SmsListParams(TypedDict):
    direction: NotRequired[Union[SmsDirection, None]]
    status: NotRequired[Union[SmsStatus, None]]
    phone_number_id: NotRequired[Union[int, None]]
    customer: NotRequired[Union[str, None]]
    date_from: NotRequired[Union[str, None]]
    date_to: NotRequired[Union[str, None]]
    per_page: NotRequired[Union[int, None]]
    page: NotRequired[Union[int, None]]

class PhoneNumbersListAssignableParams(TypedDict):
    type: NotRequired[Union[AssistantType, None]]

class PhoneNumbersSearchParams(TypedDict):
    country_code: str
    contains: NotRequired[Union[str, None]]
    sms_capable: NotRequired[Union[bool, None]]
    limit: NotRequired[Union[int, None]]

class SearchContentParams(TypedDict):
    q: str
    kind: NotRequired[Union[ContentKind, None]]
    channel: NotRequired[Union[ContentChannel, None]]
    assistant_id: NotRequired[Union[int, None]]
    date_from: NotRequired[Union[str, None]]
    date_to: NotRequired[Union[str, None]]
    per_page: NotRequired[Union[int, None]]
    cursor: NotRequired[Union[str, None]]

class WebhookDeliveriesListParams(TypedDict):
    status: NotRequired[Union[DeliveryStatus, None]]
    event: NotRequired[Union[str, None]]
    assistant_id: NotRequired[Union[int, None]]
    call_id: NotRequired[Union[int, None]]
    conversation_id: NotRequired[Union[str, None]]
    target_id: NotRequired[Union[int, None]]
    date_from: NotRequired[Union[str, None]]
    date_to: NotRequired[Union[str, None]]
    order_by: NotRequired[Union[DeliveryOrder, None]]
    per_page: NotRequired[Union[int, None]]
    page: NotRequired[Union[int, None]]
