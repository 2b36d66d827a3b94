# Generated from the OpenAPI document by `npm run sdk`. Do not edit.

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Literal, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import NotRequired

# A file: its bytes, a Path, an open file, or a name with one of these.
Upload = Any

class WebhookEventCallStartedDataAssistant(TypedDict):
    id: int
    uuid: str
    name: str

class WebhookEventCallStartedDataCampaign(TypedDict):
    id: int
    name: str

class WebhookEventCallStartedData(TypedDict):
    id: int
    external_id: Union[str, None]
    type: Literal["inbound", "outbound", "web"]
    status: Literal["scheduled", "initiated", "ringing", "in-progress", "completed", "ended_by_customer", "ended_by_assistant", "busy", "no-answer", "failed", "canceled"]
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

class WebhookEventCallEndedDataAssistant(TypedDict):
    id: int
    uuid: str
    name: str

class WebhookEventCallEndedDataCampaign(TypedDict):
    id: int
    name: str

class WebhookEventCallEndedDataOverrides(TypedDict):
    system_prompt: NotRequired[str]
    initial_message: NotRequired[str]
    voice_id: NotRequired[int]
    language_id: NotRequired[int]
    llm_model_id: NotRequired[Union[int, None]]
    multimodal_model_id: NotRequired[Union[int, None]]
    max_duration: NotRequired[Union[int, None]]
    variables: NotRequired[Union[Dict[str, Any], None]]

class WebhookEventCallEndedDataTranscriptItem(TypedDict):
    text: str
    type: Literal["transcript"]
    sender: Literal["bot", "human"]
    speaker: NotRequired[Literal["supervisor"]]
    timestamp: str

class WebhookEventCallEndedDataLeadCampaign(TypedDict):
    id: int
    name: str

class WebhookEventCallEndedDataLead(TypedDict):
    id: int
    external_id: Union[str, None]
    phone_number: str
    variables: Dict[str, Any]
    status: str
    call_tries: int
    goal_met: Union[bool, None]
    created_at: str
    updated_at: str
    campaign: WebhookEventCallEndedDataLeadCampaign

class WebhookEventCallEndedDataTransfersItem(TypedDict):
    kind: Literal["blind", "warm", "assistant"]
    target: str
    outcome: Literal["connected", "failed"]
    reason: Union[str, None]
    at_ms: int

class WebhookEventCallEndedDataFunctionCallsItem(TypedDict):
    name: str
    arguments: Dict[str, Any]
    result: Dict[str, Any]

class WebhookEventCallEndedData(TypedDict):
    event: Literal["call.ended"]
    type: Literal["call.ended"]
    id: int
    external_id: Union[str, None]
    assistant: Union[WebhookEventCallEndedDataAssistant, None]
    campaign: Union[WebhookEventCallEndedDataCampaign, None]
    customer_phone: Union[str, None]
    assistant_phone: Union[str, None]
    duration: int
    status: Literal["scheduled", "initiated", "ringing", "in-progress", "completed", "ended_by_customer", "ended_by_assistant", "busy", "no-answer", "failed", "canceled"]
    end_reason: Union[str, None]
    extracted_variables: Dict[str, Union[str, float, bool, None]]
    evaluation_error: Union[str, None]
    input_variables: Dict[str, Any]
    overrides: Union[WebhookEventCallEndedDataOverrides, None]
    transcript: List[WebhookEventCallEndedDataTranscriptItem]
    formatted_transcript: str
    recording_url: NotRequired[Union[str, None]]
    answered_by: Union[Literal["human", "machine", "unknown"], None]
    total_cost: float
    carrier_cost: Union[float, None]
    created_at: str
    finished_at: str
    lead: Union[WebhookEventCallEndedDataLead, None]
    transfers: List[WebhookEventCallEndedDataTransfersItem]
    function_calls: List[WebhookEventCallEndedDataFunctionCallsItem]

class WebhookEventCallEnded(TypedDict):
    type: Literal["call.ended"]
    id: str
    timestamp: str
    data: WebhookEventCallEndedData

class WebhookEventCallTransferredDataCallAssistant(TypedDict):
    id: int
    uuid: str
    name: str

class WebhookEventCallTransferredDataCallCampaign(TypedDict):
    id: int
    name: str

class WebhookEventCallTransferredDataCall(TypedDict):
    id: int
    external_id: Union[str, None]
    type: Literal["inbound", "outbound", "web"]
    status: Literal["scheduled", "initiated", "ringing", "in-progress", "completed", "ended_by_customer", "ended_by_assistant", "busy", "no-answer", "failed", "canceled"]
    customer_phone: Union[str, None]
    assistant_phone: Union[str, None]
    assistant: Union[WebhookEventCallTransferredDataCallAssistant, None]
    campaign: Union[WebhookEventCallTransferredDataCallCampaign, None]
    lead_id: Union[int, None]
    created_at: str

class WebhookEventCallTransferredData(TypedDict):
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
    conversation_id: str
    type: Literal["test", "widget", "msgapp", "api"]
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

class WebhookEventConversationEndedDataAssistant(TypedDict):
    id: int
    uuid: str
    name: str

class WebhookEventConversationEndedDataTranscriptItem(TypedDict):
    role: Literal["assistant", "user"]
    content: str
    timestamp: str

class WebhookEventConversationEndedDataSender(TypedDict):
    phone_number: str
    display_name: str

class WebhookEventConversationEndedData(TypedDict):
    event: Literal["conversation.ended"]
    conversation_id: str
    assistant_id: Union[str, None]
    assistant: Union[WebhookEventConversationEndedDataAssistant, None]
    type: Literal["test", "widget", "msgapp", "api"]
    message_count: int
    status: Literal["ended"]
    extracted_variables: Dict[str, Union[str, float, bool, None]]
    evaluation_error: Union[str, None]
    input_variables: Dict[str, Any]
    transcript: List[WebhookEventConversationEndedDataTranscriptItem]
    formatted_transcript: str
    customer_phone: Union[str, None]
    customer_identifier: Union[str, None]
    customer_name: Union[str, None]
    sender: Union[WebhookEventConversationEndedDataSender, None]
    total_cost: float
    created_at: str
    ended_at: str

class WebhookEventConversationEnded(TypedDict):
    type: Literal["conversation.ended"]
    id: str
    timestamp: str
    data: WebhookEventConversationEndedData

class WebhookEventConversationHandedOffDataAssistant(TypedDict):
    id: int
    uuid: str
    name: str

class WebhookEventConversationHandedOffData(TypedDict):
    conversation_id: str
    type: Literal["test", "widget", "msgapp", "api"]
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
    type: Literal["test", "widget", "msgapp", "api"]
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
    "author": "Literal[\"customer\", \"ai\", \"human\"]",
    "text": "str",
    "created_at": "str",
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
    type: Literal["test", "widget", "msgapp", "api"]
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
    "author": "Literal[\"customer\", \"ai\", \"human\"]",
    "text": "str",
    "created_at": "str",
})

class WebhookEventMessageSent(TypedDict):
    type: Literal["message.sent"]
    id: str
    timestamp: str
    data: WebhookEventMessageSentData

class WebhookEventMessageStatusData(TypedDict):
    message_id: int
    channel: Literal["widget", "msgapp", "api", "sms"]
    conversation_id: Union[str, None]
    status: Literal["queued", "sent", "delivered", "read", "failed", "undelivered"]
    error_code: Union[str, None]
    error: Union[str, None]

class WebhookEventMessageStatus(TypedDict):
    type: Literal["message.status"]
    id: str
    timestamp: str
    data: WebhookEventMessageStatusData

class WebhookEventLeadUpdatedDataCampaign(TypedDict):
    id: int
    name: str

class WebhookEventLeadUpdatedData(TypedDict):
    id: int
    external_id: Union[str, None]
    phone_number: str
    campaign: WebhookEventLeadUpdatedDataCampaign
    status: str
    previous_status: str
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
    id: int
    name: str
    status: Literal["in-progress", "stopped", "completed"]
    stop_reason: Union[str, None]
    assistant: Union[WebhookEventCampaignStartedDataAssistant, None]

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
    id: int
    name: str
    status: Literal["in-progress", "stopped", "completed"]
    stop_reason: Union[str, None]
    assistant: Union[WebhookEventCampaignCompletedDataAssistant, None]

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
    id: int
    name: str
    status: Literal["in-progress", "stopped", "completed"]
    stop_reason: Union[str, None]
    assistant: Union[WebhookEventCampaignPausedDataAssistant, None]

class WebhookEventCampaignPaused(TypedDict):
    type: Literal["campaign.paused"]
    id: str
    timestamp: str
    data: WebhookEventCampaignPausedData

class WebhookEventContactOptedOutData(TypedDict):
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
    id: int
    knowledgebase_id: int
    name: str
    type: str
    status: Literal["active", "failed"]
    warning: Union[str, None]
    error: Union[str, None]

class WebhookEventDocumentActive(TypedDict):
    type: Literal["document.active"]
    id: str
    timestamp: str
    data: WebhookEventDocumentActiveData

class WebhookEventDocumentFailedData(TypedDict):
    id: int
    knowledgebase_id: int
    name: str
    type: str
    status: Literal["active", "failed"]
    warning: Union[str, None]
    error: Union[str, None]

class WebhookEventDocumentFailed(TypedDict):
    type: Literal["document.failed"]
    id: str
    timestamp: str
    data: WebhookEventDocumentFailedData

class WebhookEventBalanceLowData(TypedDict):
    balance: float
    threshold: float

class WebhookEventBalanceLow(TypedDict):
    type: Literal["balance.low"]
    id: str
    timestamp: str
    data: WebhookEventBalanceLowData

class WebhookEventSenderChangedData(TypedDict):
    id: int
    phone_number: str
    display_name: str
    status: str
    quality_rating: str
    messaging_limit: int

class WebhookEventSenderChanged(TypedDict):
    type: Literal["sender.changed"]
    id: str
    timestamp: str
    data: WebhookEventSenderChangedData

class WebhookEventTestPingData(TypedDict):
    message: str

class WebhookEventTestPing(TypedDict):
    type: Literal["test.ping"]
    id: str
    timestamp: str
    data: WebhookEventTestPingData

WebhookEvent = Union["WebhookEventCallStarted", "WebhookEventCallEnded", "WebhookEventCallTransferred", "WebhookEventConversationStarted", "WebhookEventConversationEnded", "WebhookEventConversationHandedOff", "WebhookEventMessageReceived", "WebhookEventMessageSent", "WebhookEventMessageStatus", "WebhookEventLeadUpdated", "WebhookEventCampaignStarted", "WebhookEventCampaignCompleted", "WebhookEventCampaignPaused", "WebhookEventContactOptedOut", "WebhookEventDocumentActive", "WebhookEventDocumentFailed", "WebhookEventBalanceLow", "WebhookEventSenderChanged", "WebhookEventTestPing"]

class AssistantWebhookCallEndedAssistant(TypedDict):
    id: int
    uuid: str
    name: str

class AssistantWebhookCallEndedCampaign(TypedDict):
    id: int
    name: str

class AssistantWebhookCallEndedOverrides(TypedDict):
    system_prompt: NotRequired[str]
    initial_message: NotRequired[str]
    voice_id: NotRequired[int]
    language_id: NotRequired[int]
    llm_model_id: NotRequired[Union[int, None]]
    multimodal_model_id: NotRequired[Union[int, None]]
    max_duration: NotRequired[Union[int, None]]
    variables: NotRequired[Union[Dict[str, Any], None]]

class AssistantWebhookCallEndedTranscriptItem(TypedDict):
    text: str
    type: Literal["transcript"]
    sender: Literal["bot", "human"]
    speaker: NotRequired[Literal["supervisor"]]
    timestamp: str

class AssistantWebhookCallEndedLeadCampaign(TypedDict):
    id: int
    name: str

class AssistantWebhookCallEndedLead(TypedDict):
    id: int
    external_id: Union[str, None]
    phone_number: str
    variables: Dict[str, Any]
    status: str
    call_tries: int
    goal_met: Union[bool, None]
    created_at: str
    updated_at: str
    campaign: AssistantWebhookCallEndedLeadCampaign

class AssistantWebhookCallEndedTransfersItem(TypedDict):
    kind: Literal["blind", "warm", "assistant"]
    target: str
    outcome: Literal["connected", "failed"]
    reason: Union[str, None]
    at_ms: int

class AssistantWebhookCallEndedFunctionCallsItem(TypedDict):
    name: str
    arguments: Dict[str, Any]
    result: Dict[str, Any]

class AssistantWebhookCallEnded(TypedDict):
    event: Literal["call.ended"]
    type: Literal["call.ended"]
    id: int
    external_id: Union[str, None]
    assistant: Union[AssistantWebhookCallEndedAssistant, None]
    campaign: Union[AssistantWebhookCallEndedCampaign, None]
    customer_phone: Union[str, None]
    assistant_phone: Union[str, None]
    duration: int
    status: Literal["scheduled", "initiated", "ringing", "in-progress", "completed", "ended_by_customer", "ended_by_assistant", "busy", "no-answer", "failed", "canceled"]
    end_reason: Union[str, None]
    extracted_variables: Dict[str, Union[str, float, bool, None]]
    evaluation_error: Union[str, None]
    input_variables: Dict[str, Any]
    overrides: Union[AssistantWebhookCallEndedOverrides, None]
    transcript: List[AssistantWebhookCallEndedTranscriptItem]
    formatted_transcript: str
    recording_url: NotRequired[Union[str, None]]
    answered_by: Union[Literal["human", "machine", "unknown"], None]
    total_cost: float
    carrier_cost: Union[float, None]
    created_at: str
    finished_at: str
    lead: Union[AssistantWebhookCallEndedLead, None]
    transfers: List[AssistantWebhookCallEndedTransfersItem]
    function_calls: List[AssistantWebhookCallEndedFunctionCallsItem]

class AssistantWebhookConversationEndedAssistant(TypedDict):
    id: int
    uuid: str
    name: str

class AssistantWebhookConversationEndedTranscriptItem(TypedDict):
    role: Literal["assistant", "user"]
    content: str
    timestamp: str

class AssistantWebhookConversationEndedSender(TypedDict):
    phone_number: str
    display_name: str

class AssistantWebhookConversationEnded(TypedDict):
    event: Literal["conversation.ended"]
    conversation_id: str
    assistant_id: Union[str, None]
    assistant: Union[AssistantWebhookConversationEndedAssistant, None]
    type: Literal["test", "widget", "msgapp", "api"]
    message_count: int
    status: Literal["ended"]
    extracted_variables: Dict[str, Union[str, float, bool, None]]
    evaluation_error: Union[str, None]
    input_variables: Dict[str, Any]
    transcript: List[AssistantWebhookConversationEndedTranscriptItem]
    formatted_transcript: str
    customer_phone: Union[str, None]
    customer_identifier: Union[str, None]
    customer_name: Union[str, None]
    sender: Union[AssistantWebhookConversationEndedSender, None]
    total_cost: float
    created_at: str
    ended_at: str

AssistantWebhook = Union["AssistantWebhookCallEnded", "AssistantWebhookConversationEnded"]

class AccountLoginParams(TypedDict):
    email: str
    password: str
    token_name: NotRequired[Union[str, None]]

class AccountLoginResponseUser(TypedDict):
    id: int
    name: str
    email: str

class AccountLoginResponse(TypedDict):
    message: str
    user: AccountLoginResponseUser
    token: str
    token_name: str

class AccountRegisterParams(TypedDict):
    name: str
    email: str
    password: str

class AccountRegisterResponse(TypedDict):
    message: str

class AccountLogoutResponse(TypedDict):
    message: str

class AccountGetResponse(TypedDict):
    name: str
    email: str
    total_balance: float

class PronunciationsGetResponseDataItem(TypedDict):
    word: str
    pronunciation: str
    alphabet: Literal["spelling", "ipa"]

class PronunciationsGetResponse(TypedDict):
    data: List[PronunciationsGetResponseDataItem]

class PronunciationsUpdateParamsDataItem(TypedDict):
    word: str
    pronunciation: str
    alphabet: Literal["spelling", "ipa"]

class PronunciationsUpdateParams(TypedDict):
    data: List[PronunciationsUpdateParamsDataItem]

class PronunciationsUpdateResponseDataItem(TypedDict):
    word: str
    pronunciation: str
    alphabet: Literal["spelling", "ipa"]

class PronunciationsUpdateResponse(TypedDict):
    data: List[PronunciationsUpdateResponseDataItem]

class ApiKeysCreateParams(TypedDict):
    name: str
    expires_at: NotRequired[Union[str, None]]

class ApiKeysCreateResponseApiKey(TypedDict):
    name: str
    token: str
    created_at: str

class ApiKeysCreateResponse(TypedDict):
    message: str
    api_key: ApiKeysCreateResponseApiKey

class ApiKeysListResponseApiKeysItem(TypedDict):
    id: int
    name: str
    last_used_at: Union[str, None]
    created_at: str

class ApiKeysListResponse(TypedDict):
    api_keys: List[ApiKeysListResponseApiKeysItem]

class ApiKeysDeleteResponse(TypedDict):
    message: str

class AssistantsCreateParamsToolsItemCallTransferSipHeadersItem(TypedDict):
    name: str
    value: str

class AssistantsCreateParamsToolsItemCallTransfer(TypedDict):
    type: Literal["call_transfer"]
    phone_number: str
    description: NotRequired[Union[str, None]]
    custom: NotRequired[Union[bool, None]]
    timezone: NotRequired[Union[str, None]]
    warm_transfer: NotRequired[Union[bool, None]]
    warm_transfer_message: NotRequired[Union[str, None]]
    sip_headers: NotRequired[Union[List[AssistantsCreateParamsToolsItemCallTransferSipHeadersItem], None]]

class AssistantsCreateParamsToolsItemWarmCallTransferSipHeadersItem(TypedDict):
    name: str
    value: str

class AssistantsCreateParamsToolsItemWarmCallTransfer(TypedDict):
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
    sip_headers: NotRequired[Union[List[AssistantsCreateParamsToolsItemWarmCallTransferSipHeadersItem], None]]

class AssistantsCreateParamsToolsItemCollectKeypad(TypedDict):
    type: Literal["collect_keypad"]
    timeout: NotRequired[Union[int, None]]
    stop_key: NotRequired[Union[str, None]]

class AssistantsCreateParamsToolsItemEndCall(TypedDict):
    type: Literal["end_call"]
    description: NotRequired[Union[str, None]]

class AssistantsCreateParamsToolsItemDtmfInput(TypedDict):
    type: Literal["dtmf_input"]
    description: NotRequired[Union[str, None]]

class AssistantsCreateParamsToolsItemAssistantTransfer(TypedDict):
    type: Literal["assistant_transfer"]
    assistant_id: int
    description: NotRequired[Union[str, None]]
    message_before_transfer: NotRequired[Union[str, None]]
    speak_transfer_greeting: NotRequired[Union[bool, None]]

class AssistantsCreateParamsToolsItemScheduleCallback(TypedDict):
    type: Literal["schedule_callback"]
    description: NotRequired[Union[str, None]]
    assistant_id: NotRequired[Union[int, None]]
    max_days_ahead: NotRequired[Union[int, None]]
    allowed_hours_start_time: NotRequired[Union[str, None]]
    allowed_hours_end_time: NotRequired[Union[str, None]]

class AssistantsCreateParamsPronunciationsItem(TypedDict):
    word: str
    pronunciation: str
    alphabet: Literal["spelling", "ipa"]

class AssistantsCreateParamsFillerConfig(TypedDict):
    positive: NotRequired[List[str]]
    negative: NotRequired[List[str]]
    question: NotRequired[List[str]]
    neutral: NotRequired[List[str]]

class AssistantsCreateParamsPostCallSchemaItem(TypedDict):
    name: str
    type: Literal["string", "number", "bool"]
    description: str

class AssistantsCreateParamsWidgetSettings(TypedDict):
    theme: NotRequired[Literal["light", "dark", "auto"]]
    color: NotRequired[str]
    position: NotRequired[Literal["bottom-right", "bottom-left"]]
    allowed_origins: NotRequired[List[str]]

class AssistantsCreateParams(TypedDict):
    name: str
    voice_id: int
    language_id: int
    type: Literal["inbound", "outbound"]
    mode: Literal["pipeline", "multimodal", "dualplex"]
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
    tools: NotRequired[Union[List[Union[AssistantsCreateParamsToolsItemCallTransfer, AssistantsCreateParamsToolsItemWarmCallTransfer, AssistantsCreateParamsToolsItemCollectKeypad, AssistantsCreateParamsToolsItemEndCall, AssistantsCreateParamsToolsItemDtmfInput, AssistantsCreateParamsToolsItemAssistantTransfer, AssistantsCreateParamsToolsItemScheduleCallback]], None]]
    tts_emotion_enabled: NotRequired[Union[bool, None]]
    voice_stability: NotRequired[Union[float, None]]
    voice_similarity: NotRequired[Union[float, None]]
    speech_speed: NotRequired[Union[float, None]]
    speech_normalization: NotRequired[Union[bool, None]]
    pronunciations: NotRequired[Union[List[AssistantsCreateParamsPronunciationsItem], None]]
    transcriber_keywords: NotRequired[Union[List[str], None]]
    llm_temperature: NotRequired[Union[float, None]]
    allow_interruptions: NotRequired[Union[bool, None]]
    protect_first_message: NotRequired[Union[Literal["off", "greeting", "always"], None]]
    fillers: NotRequired[Union[bool, None]]
    filler_config: NotRequired[Union[AssistantsCreateParamsFillerConfig, None]]
    record: NotRequired[Union[bool, None]]
    mask_keypad_input: NotRequired[Union[bool, None]]
    enable_noise_cancellation: NotRequired[Union[bool, None]]
    wait_for_customer: NotRequired[Union[bool, None]]
    max_duration: NotRequired[Union[int, None]]
    max_silence_duration: NotRequired[Union[int, None]]
    ringing_time: NotRequired[Union[int, None]]
    reengagement_interval: NotRequired[Union[int, None]]
    end_call_on_voicemail: NotRequired[Union[bool, None]]
    endpoint_type: NotRequired[Union[Literal["vad", "ai"], None]]
    endpoint_sensitivity: NotRequired[Union[float, None]]
    interrupt_sensitivity: NotRequired[Union[float, None]]
    ambient_sound: NotRequired[Union[Literal["off", "office", "city", "forest", "crowded_room", "cafe", "nature"], None]]
    ambient_sound_volume: NotRequired[Union[float, None]]
    is_webhook_active: NotRequired[Union[bool, None]]
    send_webhook_only_on_completed: NotRequired[Union[bool, None]]
    include_recording_in_webhook: NotRequired[Union[bool, None]]
    post_call_evaluation: NotRequired[Union[bool, None]]
    post_call_schema: NotRequired[Union[List[AssistantsCreateParamsPostCallSchemaItem], None]]
    variables: NotRequired[Union[Dict[str, Any], None]]
    conversation_ended_retrigger: NotRequired[Union[bool, None]]
    widget_settings: NotRequired[Union[AssistantsCreateParamsWidgetSettings, None]]
    is_public: NotRequired[Union[bool, None]]
    share_customer_details: NotRequired[Union[bool, None]]
    unclear_speech_action: NotRequired[Union[Literal["transfer", "end_call", "continue"], None]]

class AssistantsCreateResponseData(TypedDict):
    id: int
    name: str
    status: Literal["inactive", "active"]
    type: Literal["inbound", "outbound"]
    mode: Literal["pipeline", "multimodal", "dualplex"]

class AssistantsCreateResponse(TypedDict):
    message: str
    data: AssistantsCreateResponseData

class AssistantsUpdateParamsToolsItemCallTransferSipHeadersItem(TypedDict):
    name: str
    value: str

class AssistantsUpdateParamsToolsItemCallTransfer(TypedDict):
    type: Literal["call_transfer"]
    phone_number: str
    description: NotRequired[Union[str, None]]
    custom: NotRequired[Union[bool, None]]
    timezone: NotRequired[Union[str, None]]
    warm_transfer: NotRequired[Union[bool, None]]
    warm_transfer_message: NotRequired[Union[str, None]]
    sip_headers: NotRequired[Union[List[AssistantsUpdateParamsToolsItemCallTransferSipHeadersItem], None]]

class AssistantsUpdateParamsToolsItemWarmCallTransferSipHeadersItem(TypedDict):
    name: str
    value: str

class AssistantsUpdateParamsToolsItemWarmCallTransfer(TypedDict):
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
    sip_headers: NotRequired[Union[List[AssistantsUpdateParamsToolsItemWarmCallTransferSipHeadersItem], None]]

class AssistantsUpdateParamsToolsItemCollectKeypad(TypedDict):
    type: Literal["collect_keypad"]
    timeout: NotRequired[Union[int, None]]
    stop_key: NotRequired[Union[str, None]]

class AssistantsUpdateParamsToolsItemEndCall(TypedDict):
    type: Literal["end_call"]
    description: NotRequired[Union[str, None]]

class AssistantsUpdateParamsToolsItemDtmfInput(TypedDict):
    type: Literal["dtmf_input"]
    description: NotRequired[Union[str, None]]

class AssistantsUpdateParamsToolsItemAssistantTransfer(TypedDict):
    type: Literal["assistant_transfer"]
    assistant_id: int
    description: NotRequired[Union[str, None]]
    message_before_transfer: NotRequired[Union[str, None]]
    speak_transfer_greeting: NotRequired[Union[bool, None]]

class AssistantsUpdateParamsToolsItemScheduleCallback(TypedDict):
    type: Literal["schedule_callback"]
    description: NotRequired[Union[str, None]]
    assistant_id: NotRequired[Union[int, None]]
    max_days_ahead: NotRequired[Union[int, None]]
    allowed_hours_start_time: NotRequired[Union[str, None]]
    allowed_hours_end_time: NotRequired[Union[str, None]]

class AssistantsUpdateParamsPronunciationsItem(TypedDict):
    word: str
    pronunciation: str
    alphabet: Literal["spelling", "ipa"]

class AssistantsUpdateParamsFillerConfig(TypedDict):
    positive: NotRequired[List[str]]
    negative: NotRequired[List[str]]
    question: NotRequired[List[str]]
    neutral: NotRequired[List[str]]

class AssistantsUpdateParamsPostCallSchemaItem(TypedDict):
    name: str
    type: Literal["string", "number", "bool"]
    description: str

class AssistantsUpdateParamsWidgetSettings(TypedDict):
    theme: NotRequired[Literal["light", "dark", "auto"]]
    color: NotRequired[str]
    position: NotRequired[Literal["bottom-right", "bottom-left"]]
    allowed_origins: NotRequired[List[str]]

class AssistantsUpdateParams(TypedDict):
    name: NotRequired[str]
    voice_id: NotRequired[int]
    language_id: NotRequired[int]
    type: NotRequired[Literal["inbound", "outbound"]]
    mode: NotRequired[Literal["pipeline", "multimodal", "dualplex"]]
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
    tools: NotRequired[Union[List[Union[AssistantsUpdateParamsToolsItemCallTransfer, AssistantsUpdateParamsToolsItemWarmCallTransfer, AssistantsUpdateParamsToolsItemCollectKeypad, AssistantsUpdateParamsToolsItemEndCall, AssistantsUpdateParamsToolsItemDtmfInput, AssistantsUpdateParamsToolsItemAssistantTransfer, AssistantsUpdateParamsToolsItemScheduleCallback]], None]]
    tts_emotion_enabled: NotRequired[Union[bool, None]]
    voice_stability: NotRequired[Union[float, None]]
    voice_similarity: NotRequired[Union[float, None]]
    speech_speed: NotRequired[Union[float, None]]
    speech_normalization: NotRequired[Union[bool, None]]
    pronunciations: NotRequired[Union[List[AssistantsUpdateParamsPronunciationsItem], None]]
    transcriber_keywords: NotRequired[Union[List[str], None]]
    llm_temperature: NotRequired[Union[float, None]]
    allow_interruptions: NotRequired[Union[bool, None]]
    protect_first_message: NotRequired[Union[Literal["off", "greeting", "always"], None]]
    fillers: NotRequired[Union[bool, None]]
    filler_config: NotRequired[Union[AssistantsUpdateParamsFillerConfig, None]]
    record: NotRequired[Union[bool, None]]
    mask_keypad_input: NotRequired[Union[bool, None]]
    enable_noise_cancellation: NotRequired[Union[bool, None]]
    wait_for_customer: NotRequired[Union[bool, None]]
    max_duration: NotRequired[Union[int, None]]
    max_silence_duration: NotRequired[Union[int, None]]
    ringing_time: NotRequired[Union[int, None]]
    reengagement_interval: NotRequired[Union[int, None]]
    end_call_on_voicemail: NotRequired[Union[bool, None]]
    endpoint_type: NotRequired[Union[Literal["vad", "ai"], None]]
    endpoint_sensitivity: NotRequired[Union[float, None]]
    interrupt_sensitivity: NotRequired[Union[float, None]]
    ambient_sound: NotRequired[Union[Literal["off", "office", "city", "forest", "crowded_room", "cafe", "nature"], None]]
    ambient_sound_volume: NotRequired[Union[float, None]]
    is_webhook_active: NotRequired[Union[bool, None]]
    send_webhook_only_on_completed: NotRequired[Union[bool, None]]
    include_recording_in_webhook: NotRequired[Union[bool, None]]
    post_call_evaluation: NotRequired[Union[bool, None]]
    post_call_schema: NotRequired[Union[List[AssistantsUpdateParamsPostCallSchemaItem], None]]
    variables: NotRequired[Union[Dict[str, Any], None]]
    conversation_ended_retrigger: NotRequired[Union[bool, None]]
    widget_settings: NotRequired[Union[AssistantsUpdateParamsWidgetSettings, None]]
    is_public: NotRequired[Union[bool, None]]
    share_customer_details: NotRequired[Union[bool, None]]
    unclear_speech_action: NotRequired[Union[Literal["transfer", "end_call", "continue"], None]]

class AssistantsUpdateResponseData(TypedDict):
    id: int
    name: str
    status: Literal["inactive", "active"]
    type: Literal["inbound", "outbound"]
    mode: Literal["pipeline", "multimodal", "dualplex"]

class AssistantsUpdateResponse(TypedDict):
    message: str
    data: AssistantsUpdateResponseData

class AssistantsGetResponseDataLanguage(TypedDict):
    id: int
    name: str
    iso_2: str

class AssistantsGetResponseDataToolsItemCallTransferSipHeadersItem(TypedDict):
    name: str
    value: str

class AssistantsGetResponseDataToolsItemCallTransfer(TypedDict):
    type: Literal["call_transfer"]
    phone_number: str
    description: NotRequired[Union[str, None]]
    custom: NotRequired[Union[bool, None]]
    timezone: NotRequired[Union[str, None]]
    warm_transfer: NotRequired[Union[bool, None]]
    warm_transfer_message: NotRequired[Union[str, None]]
    sip_headers: NotRequired[Union[List[AssistantsGetResponseDataToolsItemCallTransferSipHeadersItem], None]]

class AssistantsGetResponseDataToolsItemWarmCallTransferSipHeadersItem(TypedDict):
    name: str
    value: str

class AssistantsGetResponseDataToolsItemWarmCallTransfer(TypedDict):
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
    sip_headers: NotRequired[Union[List[AssistantsGetResponseDataToolsItemWarmCallTransferSipHeadersItem], None]]

class AssistantsGetResponseDataToolsItemCollectKeypad(TypedDict):
    type: Literal["collect_keypad"]
    timeout: NotRequired[Union[int, None]]
    stop_key: NotRequired[Union[str, None]]

class AssistantsGetResponseDataToolsItemEndCall(TypedDict):
    type: Literal["end_call"]
    description: NotRequired[Union[str, None]]

class AssistantsGetResponseDataToolsItemDtmfInput(TypedDict):
    type: Literal["dtmf_input"]
    description: NotRequired[Union[str, None]]

class AssistantsGetResponseDataToolsItemAssistantTransfer(TypedDict):
    type: Literal["assistant_transfer"]
    assistant_id: int
    description: NotRequired[Union[str, None]]
    message_before_transfer: NotRequired[Union[str, None]]
    speak_transfer_greeting: NotRequired[Union[bool, None]]

class AssistantsGetResponseDataToolsItemScheduleCallback(TypedDict):
    type: Literal["schedule_callback"]
    description: NotRequired[Union[str, None]]
    assistant_id: NotRequired[Union[int, None]]
    max_days_ahead: NotRequired[Union[int, None]]
    allowed_hours_start_time: NotRequired[Union[str, None]]
    allowed_hours_end_time: NotRequired[Union[str, None]]

class AssistantsGetResponseDataWidgetSettings(TypedDict):
    theme: Literal["light", "dark", "auto"]
    color: str
    position: Literal["bottom-right", "bottom-left"]
    allowed_origins: List[str]

class AssistantsGetResponseDataPostCallSchemaItem(TypedDict):
    name: str
    type: Literal["string", "number", "bool"]
    description: str

class AssistantsGetResponseDataPronunciationsItem(TypedDict):
    word: str
    pronunciation: str
    alphabet: Literal["spelling", "ipa"]

class AssistantsGetResponseDataFillerConfig(TypedDict):
    positive: NotRequired[List[str]]
    negative: NotRequired[List[str]]
    question: NotRequired[List[str]]
    neutral: NotRequired[List[str]]

class AssistantsGetResponseData(TypedDict):
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
    language: AssistantsGetResponseDataLanguage
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
    type: Literal["inbound", "outbound"]
    status: Literal["inactive", "active"]
    mode: Literal["pipeline", "multimodal", "dualplex"]
    timezone: str
    initial_message: str
    system_prompt: str
    variables: Dict[str, Any]
    tools: List[Union[AssistantsGetResponseDataToolsItemCallTransfer, AssistantsGetResponseDataToolsItemWarmCallTransfer, AssistantsGetResponseDataToolsItemCollectKeypad, AssistantsGetResponseDataToolsItemEndCall, AssistantsGetResponseDataToolsItemDtmfInput, AssistantsGetResponseDataToolsItemAssistantTransfer, AssistantsGetResponseDataToolsItemScheduleCallback]]
    tool_ids: List[int]
    widget_settings: AssistantsGetResponseDataWidgetSettings
    is_public: bool
    share_customer_details: bool
    unclear_speech_action: Literal["transfer", "end_call", "continue"]
    is_webhook_active: bool
    webhook_url: Union[str, None]
    inbound_webhook_url: Union[str, None]
    send_webhook_only_on_completed: bool
    include_recording_in_webhook: bool
    post_call_evaluation: bool
    post_call_schema: List[AssistantsGetResponseDataPostCallSchemaItem]
    tts_emotion_enabled: bool
    voice_stability: str
    voice_similarity: str
    speech_speed: str
    speech_normalization: bool
    pronunciations: List[AssistantsGetResponseDataPronunciationsItem]
    transcriber_keywords: List[str]
    llm_temperature: str
    turn_detection_threshold: Union[float, None]
    allow_interruptions: bool
    protect_first_message: Literal["off", "greeting", "always"]
    fillers: Union[Literal[0], Literal[1]]
    filler_config: AssistantsGetResponseDataFillerConfig
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
    endpoint_type: Literal["vad", "ai"]
    endpoint_sensitivity: float
    interrupt_sensitivity: float
    min_interrupt_words: Union[int, None]
    ambient_sound: Literal["off", "office", "city", "forest", "crowded_room", "cafe", "nature"]
    ambient_sound_volume: str
    conversation_inactivity_timeout: Union[int, None]
    max_replies_per_customer_day: Union[int, None]
    conversation_ended_retrigger: bool
    conversation_ended_webhook_url: Union[str, None]
    deleted_at: Union[str, None]
    created_at: str
    updated_at: str

class AssistantsGetResponse(TypedDict):
    data: AssistantsGetResponseData

class AssistantsDeleteResponse(TypedDict):
    message: str

class AssistantsListPageParams(TypedDict):
    per_page: NotRequired[Union[int, None]]
    page: NotRequired[Union[int, None]]

class AssistantsListPageItemLanguage(TypedDict):
    id: int
    name: str
    iso_2: str

class AssistantsListPageItemToolsItemCallTransferSipHeadersItem(TypedDict):
    name: str
    value: str

class AssistantsListPageItemToolsItemCallTransfer(TypedDict):
    type: Literal["call_transfer"]
    phone_number: str
    description: NotRequired[Union[str, None]]
    custom: NotRequired[Union[bool, None]]
    timezone: NotRequired[Union[str, None]]
    warm_transfer: NotRequired[Union[bool, None]]
    warm_transfer_message: NotRequired[Union[str, None]]
    sip_headers: NotRequired[Union[List[AssistantsListPageItemToolsItemCallTransferSipHeadersItem], None]]

class AssistantsListPageItemToolsItemWarmCallTransferSipHeadersItem(TypedDict):
    name: str
    value: str

class AssistantsListPageItemToolsItemWarmCallTransfer(TypedDict):
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
    sip_headers: NotRequired[Union[List[AssistantsListPageItemToolsItemWarmCallTransferSipHeadersItem], None]]

class AssistantsListPageItemToolsItemCollectKeypad(TypedDict):
    type: Literal["collect_keypad"]
    timeout: NotRequired[Union[int, None]]
    stop_key: NotRequired[Union[str, None]]

class AssistantsListPageItemToolsItemEndCall(TypedDict):
    type: Literal["end_call"]
    description: NotRequired[Union[str, None]]

class AssistantsListPageItemToolsItemDtmfInput(TypedDict):
    type: Literal["dtmf_input"]
    description: NotRequired[Union[str, None]]

class AssistantsListPageItemToolsItemAssistantTransfer(TypedDict):
    type: Literal["assistant_transfer"]
    assistant_id: int
    description: NotRequired[Union[str, None]]
    message_before_transfer: NotRequired[Union[str, None]]
    speak_transfer_greeting: NotRequired[Union[bool, None]]

class AssistantsListPageItemToolsItemScheduleCallback(TypedDict):
    type: Literal["schedule_callback"]
    description: NotRequired[Union[str, None]]
    assistant_id: NotRequired[Union[int, None]]
    max_days_ahead: NotRequired[Union[int, None]]
    allowed_hours_start_time: NotRequired[Union[str, None]]
    allowed_hours_end_time: NotRequired[Union[str, None]]

class AssistantsListPageItemWidgetSettings(TypedDict):
    theme: Literal["light", "dark", "auto"]
    color: str
    position: Literal["bottom-right", "bottom-left"]
    allowed_origins: List[str]

class AssistantsListPageItemPostCallSchemaItem(TypedDict):
    name: str
    type: Literal["string", "number", "bool"]
    description: str

class AssistantsListPageItemPronunciationsItem(TypedDict):
    word: str
    pronunciation: str
    alphabet: Literal["spelling", "ipa"]

class AssistantsListPageItemFillerConfig(TypedDict):
    positive: NotRequired[List[str]]
    negative: NotRequired[List[str]]
    question: NotRequired[List[str]]
    neutral: NotRequired[List[str]]

class AssistantsListPageItem(TypedDict):
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
    language: AssistantsListPageItemLanguage
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
    type: Literal["inbound", "outbound"]
    status: Literal["inactive", "active"]
    mode: Literal["pipeline", "multimodal", "dualplex"]
    timezone: str
    initial_message: str
    system_prompt: str
    variables: Dict[str, Any]
    tools: List[Union[AssistantsListPageItemToolsItemCallTransfer, AssistantsListPageItemToolsItemWarmCallTransfer, AssistantsListPageItemToolsItemCollectKeypad, AssistantsListPageItemToolsItemEndCall, AssistantsListPageItemToolsItemDtmfInput, AssistantsListPageItemToolsItemAssistantTransfer, AssistantsListPageItemToolsItemScheduleCallback]]
    tool_ids: List[int]
    widget_settings: AssistantsListPageItemWidgetSettings
    is_public: bool
    share_customer_details: bool
    unclear_speech_action: Literal["transfer", "end_call", "continue"]
    is_webhook_active: bool
    webhook_url: Union[str, None]
    inbound_webhook_url: Union[str, None]
    send_webhook_only_on_completed: bool
    include_recording_in_webhook: bool
    post_call_evaluation: bool
    post_call_schema: List[AssistantsListPageItemPostCallSchemaItem]
    tts_emotion_enabled: bool
    voice_stability: str
    voice_similarity: str
    speech_speed: str
    speech_normalization: bool
    pronunciations: List[AssistantsListPageItemPronunciationsItem]
    transcriber_keywords: List[str]
    llm_temperature: str
    turn_detection_threshold: Union[float, None]
    allow_interruptions: bool
    protect_first_message: Literal["off", "greeting", "always"]
    fillers: Union[Literal[0], Literal[1]]
    filler_config: AssistantsListPageItemFillerConfig
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
    endpoint_type: Literal["vad", "ai"]
    endpoint_sensitivity: float
    interrupt_sensitivity: float
    min_interrupt_words: Union[int, None]
    ambient_sound: Literal["off", "office", "city", "forest", "crowded_room", "cafe", "nature"]
    ambient_sound_volume: str
    conversation_inactivity_timeout: Union[int, None]
    max_replies_per_customer_day: Union[int, None]
    conversation_ended_retrigger: bool
    conversation_ended_webhook_url: Union[str, None]
    deleted_at: Union[str, None]
    created_at: str
    updated_at: str

class AssistantsListResponseItemLanguage(TypedDict):
    id: int
    name: str
    iso_2: str

class AssistantsListResponseItemToolsItemCallTransferSipHeadersItem(TypedDict):
    name: str
    value: str

class AssistantsListResponseItemToolsItemCallTransfer(TypedDict):
    type: Literal["call_transfer"]
    phone_number: str
    description: NotRequired[Union[str, None]]
    custom: NotRequired[Union[bool, None]]
    timezone: NotRequired[Union[str, None]]
    warm_transfer: NotRequired[Union[bool, None]]
    warm_transfer_message: NotRequired[Union[str, None]]
    sip_headers: NotRequired[Union[List[AssistantsListResponseItemToolsItemCallTransferSipHeadersItem], None]]

class AssistantsListResponseItemToolsItemWarmCallTransferSipHeadersItem(TypedDict):
    name: str
    value: str

class AssistantsListResponseItemToolsItemWarmCallTransfer(TypedDict):
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
    sip_headers: NotRequired[Union[List[AssistantsListResponseItemToolsItemWarmCallTransferSipHeadersItem], None]]

class AssistantsListResponseItemToolsItemCollectKeypad(TypedDict):
    type: Literal["collect_keypad"]
    timeout: NotRequired[Union[int, None]]
    stop_key: NotRequired[Union[str, None]]

class AssistantsListResponseItemToolsItemEndCall(TypedDict):
    type: Literal["end_call"]
    description: NotRequired[Union[str, None]]

class AssistantsListResponseItemToolsItemDtmfInput(TypedDict):
    type: Literal["dtmf_input"]
    description: NotRequired[Union[str, None]]

class AssistantsListResponseItemToolsItemAssistantTransfer(TypedDict):
    type: Literal["assistant_transfer"]
    assistant_id: int
    description: NotRequired[Union[str, None]]
    message_before_transfer: NotRequired[Union[str, None]]
    speak_transfer_greeting: NotRequired[Union[bool, None]]

class AssistantsListResponseItemToolsItemScheduleCallback(TypedDict):
    type: Literal["schedule_callback"]
    description: NotRequired[Union[str, None]]
    assistant_id: NotRequired[Union[int, None]]
    max_days_ahead: NotRequired[Union[int, None]]
    allowed_hours_start_time: NotRequired[Union[str, None]]
    allowed_hours_end_time: NotRequired[Union[str, None]]

class AssistantsListResponseItemWidgetSettings(TypedDict):
    theme: Literal["light", "dark", "auto"]
    color: str
    position: Literal["bottom-right", "bottom-left"]
    allowed_origins: List[str]

class AssistantsListResponseItemPostCallSchemaItem(TypedDict):
    name: str
    type: Literal["string", "number", "bool"]
    description: str

class AssistantsListResponseItemPronunciationsItem(TypedDict):
    word: str
    pronunciation: str
    alphabet: Literal["spelling", "ipa"]

class AssistantsListResponseItemFillerConfig(TypedDict):
    positive: NotRequired[List[str]]
    negative: NotRequired[List[str]]
    question: NotRequired[List[str]]
    neutral: NotRequired[List[str]]

class AssistantsListResponseItem(TypedDict):
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
    language: AssistantsListResponseItemLanguage
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
    type: Literal["inbound", "outbound"]
    status: Literal["inactive", "active"]
    mode: Literal["pipeline", "multimodal", "dualplex"]
    timezone: str
    initial_message: str
    system_prompt: str
    variables: Dict[str, Any]
    tools: List[Union[AssistantsListResponseItemToolsItemCallTransfer, AssistantsListResponseItemToolsItemWarmCallTransfer, AssistantsListResponseItemToolsItemCollectKeypad, AssistantsListResponseItemToolsItemEndCall, AssistantsListResponseItemToolsItemDtmfInput, AssistantsListResponseItemToolsItemAssistantTransfer, AssistantsListResponseItemToolsItemScheduleCallback]]
    tool_ids: List[int]
    widget_settings: AssistantsListResponseItemWidgetSettings
    is_public: bool
    share_customer_details: bool
    unclear_speech_action: Literal["transfer", "end_call", "continue"]
    is_webhook_active: bool
    webhook_url: Union[str, None]
    inbound_webhook_url: Union[str, None]
    send_webhook_only_on_completed: bool
    include_recording_in_webhook: bool
    post_call_evaluation: bool
    post_call_schema: List[AssistantsListResponseItemPostCallSchemaItem]
    tts_emotion_enabled: bool
    voice_stability: str
    voice_similarity: str
    speech_speed: str
    speech_normalization: bool
    pronunciations: List[AssistantsListResponseItemPronunciationsItem]
    transcriber_keywords: List[str]
    llm_temperature: str
    turn_detection_threshold: Union[float, None]
    allow_interruptions: bool
    protect_first_message: Literal["off", "greeting", "always"]
    fillers: Union[Literal[0], Literal[1]]
    filler_config: AssistantsListResponseItemFillerConfig
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
    endpoint_type: Literal["vad", "ai"]
    endpoint_sensitivity: float
    interrupt_sensitivity: float
    min_interrupt_words: Union[int, None]
    ambient_sound: Literal["off", "office", "city", "forest", "crowded_room", "cafe", "nature"]
    ambient_sound_volume: str
    conversation_inactivity_timeout: Union[int, None]
    max_replies_per_customer_day: Union[int, None]
    conversation_ended_retrigger: bool
    conversation_ended_webhook_url: Union[str, None]
    deleted_at: Union[str, None]
    created_at: str
    updated_at: str

AssistantsListResponse = List["AssistantsListResponseItem"]

class AssistantsListSummariesResponseItemLanguage(TypedDict):
    id: int
    name: str
    iso_2: str

class AssistantsListSummariesResponseItem(TypedDict):
    id: int
    name: str
    type: Literal["inbound", "outbound"]
    mode: Literal["pipeline", "multimodal", "dualplex"]
    status: Literal["inactive", "active"]
    language: AssistantsListSummariesResponseItemLanguage
    phone_number_id: Union[int, None]
    updated_at: str

AssistantsListSummariesResponse = List["AssistantsListSummariesResponseItem"]

class AssistantsListOutboundResponseItem(TypedDict):
    id: int
    user_id: int
    name: str
    type: Literal["inbound", "outbound"]
    mode: Literal["pipeline", "multimodal", "dualplex"]
    status: Literal["inactive", "active"]
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

AssistantsListOutboundResponse = List["AssistantsListOutboundResponseItem"]

class AssistantsActivateResponseData(TypedDict):
    id: int
    name: str
    status: Literal["inactive", "active"]
    type: Literal["inbound", "outbound"]
    mode: Literal["pipeline", "multimodal", "dualplex"]

class AssistantsActivateResponse(TypedDict):
    message: str
    data: AssistantsActivateResponseData

class AssistantsDeactivateResponseData(TypedDict):
    id: int
    name: str
    status: Literal["inactive", "active"]
    type: Literal["inbound", "outbound"]
    mode: Literal["pipeline", "multimodal", "dualplex"]

class AssistantsDeactivateResponse(TypedDict):
    message: str
    data: AssistantsDeactivateResponseData

class AssistantsEnableWebhookParams(TypedDict):
    assistant_id: int
    webhook_url: str

class AssistantsEnableWebhookResponse(TypedDict):
    message: str
    data: List[Any]

class AssistantsDisableWebhookParams(TypedDict):
    assistant_id: int

class AssistantsDisableWebhookResponse(TypedDict):
    message: str
    data: List[Any]

class AssistantsEnableInboundWebhookParams(TypedDict):
    assistant_id: int
    webhook_url: str

class AssistantsEnableInboundWebhookResponse(TypedDict):
    message: str
    data: List[Any]

class AssistantsDisableInboundWebhookParams(TypedDict):
    assistant_id: int

class AssistantsDisableInboundWebhookResponse(TypedDict):
    message: str
    data: List[Any]

class AssistantsEnableConversationEndedWebhookParams(TypedDict):
    assistant_id: int
    webhook_url: str

class AssistantsEnableConversationEndedWebhookResponse(TypedDict):
    message: str
    data: List[Any]

class AssistantsDisableConversationEndedWebhookParams(TypedDict):
    assistant_id: int

class AssistantsDisableConversationEndedWebhookResponse(TypedDict):
    message: str
    data: List[Any]

class BillingChargesListParams(TypedDict):
    kind: NotRequired[Union[Literal["widget_message", "msgapp_message", "sms_message", "call_minute", "refund", "opening", "credit", "adjustment"], None]]
    conversation: NotRequired[Union[str, None]]
    date_from: NotRequired[Union[str, None]]
    date_to: NotRequired[Union[str, None]]
    per_page: NotRequired[Union[int, None]]
    page: NotRequired[Union[int, None]]

class BillingChargesListItem(TypedDict):
    id: int
    kind: Literal["widget_message", "msgapp_message", "sms_message", "call_minute", "refund", "opening", "credit", "adjustment"]
    amount: float
    amount_exact: str
    balance_effect: str
    why: str
    conversation_id: Union[str, None]
    message_id: Union[int, None]
    reference: Union[str, None]
    created_at: str

class BillingSummaryGetParams(TypedDict):
    date_from: NotRequired[Union[str, None]]
    date_to: NotRequired[Union[str, None]]

class BillingSummaryGetResponseDataInRange(TypedDict):
    spent: float
    added: float

class BillingSummaryGetResponseDataByKindItem(TypedDict):
    kind: Literal["widget_message", "msgapp_message", "sms_message", "call_minute", "refund", "opening", "credit", "adjustment"]
    count: int
    amount: float
    amount_exact: str

class BillingSummaryGetResponseDataByDayItem(TypedDict):
    date: str
    count: int
    amount: float
    amount_exact: str
    spent: float
    added: float

class BillingSummaryGetResponseDataProof(TypedDict):
    opening_balance: str
    effect_in_range: str
    effect_after_range: str
    sum: str
    balance: str
    is_explained: bool

class BillingSummaryGetResponseData(TypedDict):
    balance: float
    balance_exact: str
    in_range: BillingSummaryGetResponseDataInRange
    by_kind: List[BillingSummaryGetResponseDataByKindItem]
    by_day: List[BillingSummaryGetResponseDataByDayItem]
    proof: BillingSummaryGetResponseDataProof

class BillingSummaryGetResponse(TypedDict):
    data: BillingSummaryGetResponseData

class BillingPricesGetResponseDataPricesItem(TypedDict):
    name: str
    amount: float
    amount_exact: str
    unit: str

class BillingPricesGetResponseDataModelsItem(TypedDict):
    model: str
    price: Literal["free", "known", "unknown"]
    input_per_million_tokens: Union[float, None]
    output_per_million_tokens: Union[float, None]

class BillingPricesGetResponseDataSpeechItem(TypedDict):
    kind: Literal["transcriber", "synthesizer"]
    provider: str
    price: Literal["free", "known", "unknown"]
    amount: Union[float, None]

class BillingPricesGetResponseData(TypedDict):
    currency: Literal["USD"]
    prices: List[BillingPricesGetResponseDataPricesItem]
    models: List[BillingPricesGetResponseDataModelsItem]
    speech: List[BillingPricesGetResponseDataSpeechItem]

class BillingPricesGetResponse(TypedDict):
    data: BillingPricesGetResponseData

class BillingUsageGetParams(TypedDict):
    date_from: NotRequired[Union[str, None]]
    date_to: NotRequired[Union[str, None]]

class BillingUsageGetResponseDataModelsItem(TypedDict):
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

class BillingUsageGetResponseDataTotal(TypedDict):
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

class BillingUsageGetResponseData(TypedDict):
    models: List[BillingUsageGetResponseDataModelsItem]
    total: BillingUsageGetResponseDataTotal

class BillingUsageGetResponse(TypedDict):
    data: BillingUsageGetResponseData

class BlacklistListParams(TypedDict):
    phone_number: NotRequired[Union[str, None]]
    per_page: NotRequired[Union[int, None]]
    page: NotRequired[Union[int, None]]

class BlacklistListItem(TypedDict):
    id: int
    phone_number: str
    source: Literal["request", "call", "message"]
    reason: Union[str, None]
    call_id: Union[int, None]
    created_at: str

class BlacklistCreateParams(TypedDict):
    phone_number: str
    reason: NotRequired[Union[str, None]]

class BlacklistCreateResponseData(TypedDict):
    id: int
    phone_number: str
    source: Literal["request", "call", "message"]
    reason: Union[str, None]
    call_id: Union[int, None]
    created_at: str

class BlacklistCreateResponse(TypedDict):
    message: str
    data: BlacklistCreateResponseData

class BlacklistCreateManyParams(TypedDict):
    phone_numbers: List[Any]
    reason: NotRequired[Union[str, None]]

class BlacklistCreateManyResponseDataResultsItem(TypedDict):
    index: int
    status: Literal["added", "listed", "invalid"]
    phone_number: Union[str, None]
    errors: List[str]

class BlacklistCreateManyResponseData(TypedDict):
    added: int
    listed: int
    invalid: int
    results: List[BlacklistCreateManyResponseDataResultsItem]

class BlacklistCreateManyResponse(TypedDict):
    message: str
    data: BlacklistCreateManyResponseData

class BlacklistDeleteResponse(TypedDict):
    message: str

class CallsMakeParamsOverrides(TypedDict):
    system_prompt: NotRequired[str]
    initial_message: NotRequired[str]
    voice_id: NotRequired[int]
    language_id: NotRequired[int]
    llm_model_id: NotRequired[Union[int, None]]
    multimodal_model_id: NotRequired[Union[int, None]]
    max_duration: NotRequired[Union[int, None]]
    variables: NotRequired[Union[Dict[str, Any], None]]

class CallsMakeParamsSipHeadersItem(TypedDict):
    name: str
    value: str

class CallsMakeParams(TypedDict):
    phone_number: str
    assistant_id: int
    variables: NotRequired[Union[Dict[str, Any], None]]
    overrides: NotRequired[Union[CallsMakeParamsOverrides, None]]
    external_id: NotRequired[Union[str, None]]
    allow_parallel: NotRequired[Union[bool, None]]
    sip_headers: NotRequired[Union[List[CallsMakeParamsSipHeadersItem], None]]
    scheduled_at: NotRequired[Union[str, None]]
    ignore_hours: NotRequired[Union[bool, None]]

class CallsMakeResponse(TypedDict):
    message: str
    call_id: int
    status: Literal["initiated", "scheduled"]
    data: Dict[str, Any]
    warnings: List[str]

class CallsCreateWebParams(TypedDict):
    assistant_id: int
    variables: NotRequired[Union[Dict[str, Any], None]]

class CallsCreateWebResponseData(TypedDict):
    call_id: int
    media_url: str
    expires_at: str

class CallsCreateWebResponse(TypedDict):
    message: str
    data: CallsCreateWebResponseData

class CallsListParams(TypedDict):
    status: NotRequired[Union[Literal["scheduled", "initiated", "ringing", "in-progress", "completed", "ended_by_customer", "ended_by_assistant", "busy", "no-answer", "failed", "canceled"], None]]
    type: NotRequired[Union[Literal["inbound", "outbound", "web"], None]]
    phone_number: NotRequired[Union[str, None]]
    assistant_id: NotRequired[Union[int, None]]
    campaign_id: NotRequired[Union[int, None]]
    lead_id: NotRequired[Union[int, None]]
    external_id: NotRequired[Union[str, None]]
    date_from: NotRequired[Union[str, None]]
    date_to: NotRequired[Union[str, None]]
    updated_from: NotRequired[Union[str, None]]
    updated_to: NotRequired[Union[str, None]]
    per_page: NotRequired[Union[int, None]]
    page: NotRequired[Union[int, None]]

class CallsListItemTranscriptItem(TypedDict):
    text: str
    type: Literal["transcript"]
    sender: Literal["bot", "human"]
    speaker: NotRequired[Literal["supervisor"]]
    timestamp: str

class CallsListItemEvaluationItem(TypedDict):
    name: str
    type: Literal["string", "number", "bool"]
    value: Union[str, float, bool, None]
    description: str

class CallsListItemWebhookResponse(TypedDict):
    status_code: Union[int, None]
    body: str
    attempts: int

class CallsListItem(TypedDict):
    id: int
    external_id: Union[str, None]
    assistant_id: Union[int, None]
    assistant_name: Union[str, None]
    campaign_id: Union[int, None]
    campaign_name: Union[str, None]
    lead_id: Union[int, None]
    lead_external_id: Union[str, None]
    type: Literal["inbound", "outbound", "web"]
    duration: int
    assistant_phone_number: Union[str, None]
    client_phone_number: Union[str, None]
    status: Literal["scheduled", "initiated", "ringing", "in-progress", "completed", "ended_by_customer", "ended_by_assistant", "busy", "no-answer", "failed", "canceled"]
    transcript: List[CallsListItemTranscriptItem]
    variables: Dict[str, Any]
    evaluation: Union[List[CallsListItemEvaluationItem], None]
    webhook_response: Union[CallsListItemWebhookResponse, None]
    carrier_cost: Union[float, None]
    total_cost: float
    answered_by: Union[Literal["human", "machine", "unknown"], None]
    recording_url: Union[str, None]
    scheduled_at: Union[str, None]
    created_at: str
    updated_at: str

class CallsGetResponseTranscriptItem(TypedDict):
    text: str
    type: Literal["transcript"]
    sender: Literal["bot", "human"]
    speaker: NotRequired[Literal["supervisor"]]
    timestamp: str

class CallsGetResponseEvaluationItem(TypedDict):
    name: str
    type: Literal["string", "number", "bool"]
    value: Union[str, float, bool, None]
    description: str

class CallsGetResponseWebhookResponse(TypedDict):
    status_code: Union[int, None]
    body: str
    attempts: int

class CallsGetResponseOverrides(TypedDict):
    system_prompt: NotRequired[str]
    initial_message: NotRequired[str]
    voice_id: NotRequired[int]
    language_id: NotRequired[int]
    llm_model_id: NotRequired[Union[int, None]]
    multimodal_model_id: NotRequired[Union[int, None]]
    max_duration: NotRequired[Union[int, None]]
    variables: NotRequired[Union[Dict[str, Any], None]]

class CallsGetResponseTransfersItem(TypedDict):
    kind: Literal["blind", "warm", "assistant"]
    target: str
    outcome: Literal["connected", "failed"]
    reason: Union[str, None]
    at_ms: int

class CallsGetResponseFunctionCallsItem(TypedDict):
    name: str
    arguments: Dict[str, Any]
    result: Dict[str, Any]

class CallsGetResponseLatencyItem(TypedDict):
    at_ms: int
    endpoint_ms: Union[int, None]
    transcript_ms: Union[int, None]
    model_ms: Union[int, None]
    speech_ms: Union[int, None]
    total_ms: int

CallsGetResponseFallbacksItem = TypedDict("CallsGetResponseFallbacksItem", {
    "part": "Literal[\"voice\", \"transcriber\", \"model\", \"realtime\"]",
    "from": "str",
    "to": "str",
    "reason": "str",
    "at": "str",
})

class CallsGetResponseEventsItem(TypedDict):
    type: str
    at_ms: int
    data: Dict[str, Any]

class CallsGetResponseModelsItem(TypedDict):
    model: str
    calls: int
    input_tokens: int
    output_tokens: int
    cost: Union[float, None]

class CallsGetResponseCostsItem(TypedDict):
    kind: str
    amount: float
    note: Union[str, None]
    created_at: str

class CallsGetResponse(TypedDict):
    id: int
    external_id: Union[str, None]
    assistant_id: Union[int, None]
    assistant_name: Union[str, None]
    campaign_id: Union[int, None]
    campaign_name: Union[str, None]
    lead_id: Union[int, None]
    lead_external_id: Union[str, None]
    type: Literal["inbound", "outbound", "web"]
    duration: int
    assistant_phone_number: Union[str, None]
    client_phone_number: Union[str, None]
    status: Literal["scheduled", "initiated", "ringing", "in-progress", "completed", "ended_by_customer", "ended_by_assistant", "busy", "no-answer", "failed", "canceled"]
    transcript: List[CallsGetResponseTranscriptItem]
    variables: Dict[str, Any]
    evaluation: Union[List[CallsGetResponseEvaluationItem], None]
    webhook_response: Union[CallsGetResponseWebhookResponse, None]
    carrier_cost: Union[float, None]
    total_cost: float
    answered_by: Union[Literal["human", "machine", "unknown"], None]
    recording_url: Union[str, None]
    scheduled_at: Union[str, None]
    created_at: str
    updated_at: str
    ringing_at: Union[str, None]
    answered_at: Union[str, None]
    ended_at: Union[str, None]
    overrides: Union[CallsGetResponseOverrides, None]
    end_reason: Union[str, None]
    recording_state: Literal["kept", "running", "unanswered", "off", "empty"]
    recording_ringing_ms: Union[int, None]
    evaluation_error: Union[str, None]
    transfers: List[CallsGetResponseTransfersItem]
    function_calls: List[CallsGetResponseFunctionCallsItem]
    latency: List[CallsGetResponseLatencyItem]
    fallbacks: List[CallsGetResponseFallbacksItem]
    events: List[CallsGetResponseEventsItem]
    models: List[CallsGetResponseModelsItem]
    costs: List[CallsGetResponseCostsItem]

class CallsDeleteResponse(TypedDict):
    message: str

class CallsCancelResponse(TypedDict):
    message: str

class CallsHangUpParams(TypedDict):
    message: NotRequired[Union[str, None]]

class CallsHangUpResponse(TypedDict):
    message: str

class AssistantsLatencyGetParams(TypedDict):
    mode: NotRequired[Literal["pipeline", "multimodal", "dualplex"]]
    endpoint_type: NotRequired[Literal["vad", "ai"]]
    language_id: NotRequired[int]
    voice_id: NotRequired[int]
    llm_model_id: NotRequired[Union[int, None]]
    multimodal_model_id: NotRequired[Union[int, None]]
    transcriber_provider_id: NotRequired[Union[int, None]]
    synthesizer_provider_id: NotRequired[Union[int, None]]

class AssistantsLatencyGetResponseDataPartsItem(TypedDict):
    name: Literal["wait", "transcript", "model", "speech"]
    milliseconds: Union[int, None]
    source: Literal["setting", "assistant", "account", "typical", "unknown"]
    answers: int

class AssistantsLatencyGetResponseDataProviders(TypedDict):
    model: Union[str, None]
    transcriber: Union[str, None]
    synthesizer: Union[str, None]

class AssistantsLatencyGetResponseData(TypedDict):
    answers: int
    endpoint_ms: Union[int, None]
    transcript_ms: Union[int, None]
    model_ms: Union[int, None]
    speech_ms: Union[int, None]
    total_ms: Union[int, None]
    slow_total_ms: Union[int, None]
    parts: List[AssistantsLatencyGetResponseDataPartsItem]
    mode: Literal["pipeline", "multimodal", "dualplex"]
    providers: AssistantsLatencyGetResponseDataProviders

class AssistantsLatencyGetResponse(TypedDict):
    data: AssistantsLatencyGetResponseData

class CallsEventsStreamEventCallStatusData(TypedDict):
    status: Literal["scheduled", "initiated", "ringing", "in-progress", "completed", "ended_by_customer", "ended_by_assistant", "busy", "no-answer", "failed", "canceled"]

class CallsEventsStreamEventCallStatus(TypedDict):
    type: Literal["call.status"]
    id: str
    timestamp: str
    data: CallsEventsStreamEventCallStatusData

class CallsEventsStreamEventCallEndedData(TypedDict):
    status: Literal["scheduled", "initiated", "ringing", "in-progress", "completed", "ended_by_customer", "ended_by_assistant", "busy", "no-answer", "failed", "canceled"]
    end_reason: Union[str, None]
    duration: int

class CallsEventsStreamEventCallEnded(TypedDict):
    type: Literal["call.ended"]
    id: str
    timestamp: str
    data: CallsEventsStreamEventCallEndedData

class CallsEventsStreamEventTranscriptPartialData(TypedDict):
    sender: Literal["bot", "human"]
    speaker: NotRequired[Literal["supervisor"]]
    text: str

class CallsEventsStreamEventTranscriptPartial(TypedDict):
    type: Literal["transcript.partial"]
    id: str
    timestamp: str
    data: CallsEventsStreamEventTranscriptPartialData

class CallsEventsStreamEventTranscriptFinalData(TypedDict):
    sender: Literal["bot", "human"]
    speaker: NotRequired[Literal["supervisor"]]
    text: str

class CallsEventsStreamEventTranscriptFinal(TypedDict):
    type: Literal["transcript.final"]
    id: str
    timestamp: str
    data: CallsEventsStreamEventTranscriptFinalData

class CallsEventsStreamEventTurnAnsweredData(TypedDict):
    endpoint_ms: Union[int, None]
    transcript_ms: Union[int, None]
    model_ms: Union[int, None]
    speech_ms: Union[int, None]
    total_ms: int

class CallsEventsStreamEventTurnAnswered(TypedDict):
    type: Literal["turn.answered"]
    id: str
    timestamp: str
    data: CallsEventsStreamEventTurnAnsweredData

class CallsEventsStreamEventToolCalledData(TypedDict):
    name: str
    arguments: Dict[str, Any]
    result: Dict[str, Any]
    failed: bool
    duration_ms: int

class CallsEventsStreamEventToolCalled(TypedDict):
    type: Literal["tool.called"]
    id: str
    timestamp: str
    data: CallsEventsStreamEventToolCalledData

class CallsEventsStreamEventProviderFailedData(TypedDict):
    reason: str
    by: Union[str, None]

class CallsEventsStreamEventProviderFailed(TypedDict):
    type: Literal["provider.failed"]
    id: str
    timestamp: str
    data: CallsEventsStreamEventProviderFailedData

class CallsEventsStreamEventModelReplacedData(TypedDict):
    model: str
    by: str

class CallsEventsStreamEventModelReplaced(TypedDict):
    type: Literal["model.replaced"]
    id: str
    timestamp: str
    data: CallsEventsStreamEventModelReplacedData

class CallsEventsStreamEventCallInterrupted(TypedDict):
    type: Literal["call.interrupted"]
    id: str
    timestamp: str
    data: Dict[str, Any]

class CallsEventsStreamEventCallAnsweredByData(TypedDict):
    answered_by: Literal["human", "machine", "unknown"]

class CallsEventsStreamEventCallAnsweredBy(TypedDict):
    type: Literal["call.answered_by"]
    id: str
    timestamp: str
    data: CallsEventsStreamEventCallAnsweredByData

class CallsEventsStreamEventCallTransferredData(TypedDict):
    kind: Literal["blind", "warm", "assistant"]
    target: str
    outcome: Literal["connected", "failed"]
    reason: Union[str, None]

class CallsEventsStreamEventCallTransferred(TypedDict):
    type: Literal["call.transferred"]
    id: str
    timestamp: str
    data: CallsEventsStreamEventCallTransferredData

class CallsEventsStreamEventDigitPressedData(TypedDict):
    digit: str

class CallsEventsStreamEventDigitPressed(TypedDict):
    type: Literal["digit.pressed"]
    id: str
    timestamp: str
    data: CallsEventsStreamEventDigitPressedData

class CallsEventsStreamEventSupervisorNoteData(TypedDict):
    text: str

class CallsEventsStreamEventSupervisorNote(TypedDict):
    type: Literal["supervisor.note"]
    id: str
    timestamp: str
    data: CallsEventsStreamEventSupervisorNoteData

class CallsEventsStreamEventSupervisorJoined(TypedDict):
    type: Literal["supervisor.joined"]
    id: str
    timestamp: str
    data: Dict[str, Any]

class CallsEventsStreamEventSupervisorLeft(TypedDict):
    type: Literal["supervisor.left"]
    id: str
    timestamp: str
    data: Dict[str, Any]

CallsEventsStreamEvent = Union["CallsEventsStreamEventCallStatus", "CallsEventsStreamEventCallEnded", "CallsEventsStreamEventTranscriptPartial", "CallsEventsStreamEventTranscriptFinal", "CallsEventsStreamEventTurnAnswered", "CallsEventsStreamEventToolCalled", "CallsEventsStreamEventProviderFailed", "CallsEventsStreamEventModelReplaced", "CallsEventsStreamEventCallInterrupted", "CallsEventsStreamEventCallAnsweredBy", "CallsEventsStreamEventCallTransferred", "CallsEventsStreamEventDigitPressed", "CallsEventsStreamEventSupervisorNote", "CallsEventsStreamEventSupervisorJoined", "CallsEventsStreamEventSupervisorLeft"]

class CallsSayParams(TypedDict):
    text: str
    interrupt: NotRequired[Union[bool, None]]

class CallsSayResponse(TypedDict):
    message: str

class CallsWhisperParams(TypedDict):
    text: str

class CallsWhisperResponse(TypedDict):
    message: str

class CallsTransferParams(TypedDict):
    phone_number: str
    message: NotRequired[Union[str, None]]
    warm: NotRequired[Union[bool, None]]
    briefing: NotRequired[Union[str, None]]

class CallsTransferResponse(TypedDict):
    message: str

class CampaignsCreateParams(TypedDict):
    name: str
    assistant_id: int
    timezone: NotRequired[Union[str, None]]
    max_calls_in_parallel: NotRequired[Union[int, None]]
    allowed_hours_start_time: NotRequired[Union[str, None]]
    allowed_hours_end_time: NotRequired[Union[str, None]]
    allowed_days: NotRequired[Union[List[Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]], None]]
    max_retries: NotRequired[Union[int, None]]
    retry_interval: NotRequired[Union[int, None]]
    contact_pause: NotRequired[Union[int, None]]
    retry_on_voicemail: NotRequired[Union[bool, None]]
    retry_on_goal_incomplete: NotRequired[Union[bool, None]]
    goal_completion_variable: NotRequired[Union[str, None]]
    mark_complete_when_no_leads: NotRequired[Union[bool, None]]
    phone_number_ids: NotRequired[Union[List[int], None]]

class CampaignsCreateResponseData(TypedDict):
    id: int
    name: str
    status: Literal["draft", "in-progress", "stopped", "completed"]
    max_calls_in_parallel: int
    mark_complete_when_no_leads: bool
    allowed_hours_start_time: str
    allowed_hours_end_time: str
    allowed_days: List[Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]]
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
    started_at: Union[str, None]
    completed_at: Union[str, None]

class CampaignsCreateResponse(TypedDict):
    message: str
    data: CampaignsCreateResponseData

class CampaignsListResponseItem(TypedDict):
    id: int
    name: str
    status: Literal["draft", "in-progress", "stopped", "completed"]
    max_calls_in_parallel: int
    mark_complete_when_no_leads: bool
    allowed_hours_start_time: str
    allowed_hours_end_time: str
    allowed_days: List[Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]]
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
    started_at: Union[str, None]
    completed_at: Union[str, None]

CampaignsListResponse = List["CampaignsListResponseItem"]

class CampaignsGetResponseData(TypedDict):
    id: int
    name: str
    status: Literal["draft", "in-progress", "stopped", "completed"]
    max_calls_in_parallel: int
    mark_complete_when_no_leads: bool
    allowed_hours_start_time: str
    allowed_hours_end_time: str
    allowed_days: List[Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]]
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
    started_at: Union[str, None]
    completed_at: Union[str, None]

class CampaignsGetResponse(TypedDict):
    data: CampaignsGetResponseData

class CampaignsUpdateParams(TypedDict):
    name: NotRequired[str]
    assistant_id: NotRequired[int]
    timezone: NotRequired[Union[str, None]]
    max_calls_in_parallel: NotRequired[Union[int, None]]
    allowed_hours_start_time: NotRequired[Union[str, None]]
    allowed_hours_end_time: NotRequired[Union[str, None]]
    allowed_days: NotRequired[Union[List[Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]], None]]
    max_retries: NotRequired[Union[int, None]]
    retry_interval: NotRequired[Union[int, None]]
    contact_pause: NotRequired[Union[int, None]]
    retry_on_voicemail: NotRequired[Union[bool, None]]
    retry_on_goal_incomplete: NotRequired[Union[bool, None]]
    goal_completion_variable: NotRequired[Union[str, None]]
    mark_complete_when_no_leads: NotRequired[Union[bool, None]]
    phone_number_ids: NotRequired[Union[List[int], None]]

class CampaignsUpdateResponseData(TypedDict):
    id: int
    name: str
    status: Literal["draft", "in-progress", "stopped", "completed"]
    max_calls_in_parallel: int
    mark_complete_when_no_leads: bool
    allowed_hours_start_time: str
    allowed_hours_end_time: str
    allowed_days: List[Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]]
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
    started_at: Union[str, None]
    completed_at: Union[str, None]

class CampaignsUpdateResponse(TypedDict):
    message: str
    data: CampaignsUpdateResponseData

class CampaignsDeleteResponse(TypedDict):
    message: str

class CampaignsUpdateStatusParams(TypedDict):
    campaign_id: int
    action: NotRequired[Any]

class CampaignsUpdateStatusResponseData(TypedDict):
    campaign_id: int
    status: Literal["draft", "in-progress", "stopped", "completed"]
    warnings: List[str]

class CampaignsUpdateStatusResponse(TypedDict):
    message: str
    success: Literal[True]
    data: CampaignsUpdateStatusResponseData

class LeadsCreateParamsSecondaryContactsItem(TypedDict):
    phone_number: str
    variables: NotRequired[Union[Dict[str, Any], None]]
    external_id: NotRequired[Union[str, None]]

class LeadsCreateParams(TypedDict):
    phone_number: str
    campaign_id: int
    variables: NotRequired[Union[Dict[str, Any], None]]
    external_id: NotRequired[Union[str, None]]
    allow_dupplicate: NotRequired[Union[bool, None]]
    secondary_contacts: NotRequired[Union[List[LeadsCreateParamsSecondaryContactsItem], None]]

class LeadsCreateResponseDataCampaign(TypedDict):
    id: int
    name: str

class LeadsCreateResponseDataSecondaryContactsItemLeftOut(TypedDict):
    code: Literal["unknown-zone", "invalid-number", "blacklisted"]
    text: str

class LeadsCreateResponseDataSecondaryContactsItem(TypedDict):
    id: int
    external_id: Union[str, None]
    phone_number: str
    variables: Dict[str, Any]
    status: Literal["created", "scheduled", "processing", "rescheduled", "completed", "reached-max-retries", "blacklisted"]
    created_at: str
    updated_at: str
    call_tries: int
    last_outcome: Union[str, None]
    left_out: Union[LeadsCreateResponseDataSecondaryContactsItemLeftOut, None]

class LeadsCreateResponseDataLeftOut(TypedDict):
    code: Literal["unknown-zone", "invalid-number", "blacklisted"]
    text: str

class LeadsCreateResponseDataWaiting(TypedDict):
    code: Literal["campaign-not-started", "campaign-stopped", "campaign-completed", "campaign-zone", "campaign-days", "campaign-hours", "unknown-zone", "called-party-hours", "retry-interval", "no-number", "no-dialer", "insufficient-balance", "max-calls-in-parallel", "number-in-call", "called-by-another-campaign", "next-in-line", "call-running", "goal-to-be-judged"]
    text: str
    until: Union[str, None]

class LeadsCreateResponseData(TypedDict):
    id: int
    external_id: Union[str, None]
    campaign_id: int
    phone_number: str
    variables: Dict[str, Any]
    status: Literal["created", "scheduled", "processing", "rescheduled", "completed", "reached-max-retries", "blacklisted"]
    created_at: str
    updated_at: str
    campaign: LeadsCreateResponseDataCampaign
    secondary_contacts: List[LeadsCreateResponseDataSecondaryContactsItem]
    call_tries: int
    retries: int
    last_outcome: Union[str, None]
    goal_met: Union[bool, None]
    due_at: Union[str, None]
    left_out: Union[LeadsCreateResponseDataLeftOut, None]
    waiting: Union[LeadsCreateResponseDataWaiting, None]

class LeadsCreateResponse(TypedDict):
    message: str
    data: LeadsCreateResponseData

class LeadsListParams(TypedDict):
    status: NotRequired[Union[Literal["created", "scheduled", "processing", "rescheduled", "completed", "reached-max-retries", "blacklisted"], None]]
    campaign_id: NotRequired[Union[int, None]]
    phone_number: NotRequired[Union[str, None]]
    external_id: NotRequired[Union[str, None]]
    date_from: NotRequired[Union[str, None]]
    date_to: NotRequired[Union[str, None]]
    updated_from: NotRequired[Union[str, None]]
    updated_to: NotRequired[Union[str, None]]
    per_page: NotRequired[Union[int, None]]
    page: NotRequired[Union[int, None]]

class LeadsListItemCampaign(TypedDict):
    id: int
    name: str

class LeadsListItemSecondaryContactsItemLeftOut(TypedDict):
    code: Literal["unknown-zone", "invalid-number", "blacklisted"]
    text: str

class LeadsListItemSecondaryContactsItem(TypedDict):
    id: int
    external_id: Union[str, None]
    phone_number: str
    variables: Dict[str, Any]
    status: Literal["created", "scheduled", "processing", "rescheduled", "completed", "reached-max-retries", "blacklisted"]
    created_at: str
    updated_at: str
    call_tries: int
    last_outcome: Union[str, None]
    left_out: Union[LeadsListItemSecondaryContactsItemLeftOut, None]

class LeadsListItemLeftOut(TypedDict):
    code: Literal["unknown-zone", "invalid-number", "blacklisted"]
    text: str

class LeadsListItemWaiting(TypedDict):
    code: Literal["campaign-not-started", "campaign-stopped", "campaign-completed", "campaign-zone", "campaign-days", "campaign-hours", "unknown-zone", "called-party-hours", "retry-interval", "no-number", "no-dialer", "insufficient-balance", "max-calls-in-parallel", "number-in-call", "called-by-another-campaign", "next-in-line", "call-running", "goal-to-be-judged"]
    text: str
    until: Union[str, None]

class LeadsListItem(TypedDict):
    id: int
    external_id: Union[str, None]
    campaign_id: int
    phone_number: str
    variables: Dict[str, Any]
    status: Literal["created", "scheduled", "processing", "rescheduled", "completed", "reached-max-retries", "blacklisted"]
    created_at: str
    updated_at: str
    campaign: LeadsListItemCampaign
    secondary_contacts: List[LeadsListItemSecondaryContactsItem]
    call_tries: int
    retries: int
    last_outcome: Union[str, None]
    goal_met: Union[bool, None]
    due_at: Union[str, None]
    left_out: Union[LeadsListItemLeftOut, None]
    waiting: Union[LeadsListItemWaiting, None]

class LeadsGetResponseDataCampaign(TypedDict):
    id: int
    name: str

class LeadsGetResponseDataSecondaryContactsItemLeftOut(TypedDict):
    code: Literal["unknown-zone", "invalid-number", "blacklisted"]
    text: str

class LeadsGetResponseDataSecondaryContactsItem(TypedDict):
    id: int
    external_id: Union[str, None]
    phone_number: str
    variables: Dict[str, Any]
    status: Literal["created", "scheduled", "processing", "rescheduled", "completed", "reached-max-retries", "blacklisted"]
    created_at: str
    updated_at: str
    call_tries: int
    last_outcome: Union[str, None]
    left_out: Union[LeadsGetResponseDataSecondaryContactsItemLeftOut, None]

class LeadsGetResponseDataLeftOut(TypedDict):
    code: Literal["unknown-zone", "invalid-number", "blacklisted"]
    text: str

class LeadsGetResponseDataWaiting(TypedDict):
    code: Literal["campaign-not-started", "campaign-stopped", "campaign-completed", "campaign-zone", "campaign-days", "campaign-hours", "unknown-zone", "called-party-hours", "retry-interval", "no-number", "no-dialer", "insufficient-balance", "max-calls-in-parallel", "number-in-call", "called-by-another-campaign", "next-in-line", "call-running", "goal-to-be-judged"]
    text: str
    until: Union[str, None]

class LeadsGetResponseData(TypedDict):
    id: int
    external_id: Union[str, None]
    campaign_id: int
    phone_number: str
    variables: Dict[str, Any]
    status: Literal["created", "scheduled", "processing", "rescheduled", "completed", "reached-max-retries", "blacklisted"]
    created_at: str
    updated_at: str
    campaign: LeadsGetResponseDataCampaign
    secondary_contacts: List[LeadsGetResponseDataSecondaryContactsItem]
    call_tries: int
    retries: int
    last_outcome: Union[str, None]
    goal_met: Union[bool, None]
    due_at: Union[str, None]
    left_out: Union[LeadsGetResponseDataLeftOut, None]
    waiting: Union[LeadsGetResponseDataWaiting, None]

class LeadsGetResponse(TypedDict):
    data: LeadsGetResponseData

class LeadsUpdateParamsSecondaryContactsItem(TypedDict):
    phone_number: str
    variables: NotRequired[Union[Dict[str, Any], None]]
    external_id: NotRequired[Union[str, None]]

class LeadsUpdateParams(TypedDict):
    phone_number: NotRequired[str]
    campaign_id: NotRequired[int]
    variables: NotRequired[Union[Dict[str, Any], None]]
    external_id: NotRequired[Union[str, None]]
    status: NotRequired[Literal["created", "completed", "reached-max-retries"]]
    secondary_contacts: NotRequired[Union[List[LeadsUpdateParamsSecondaryContactsItem], None]]

class LeadsUpdateResponseDataCampaign(TypedDict):
    id: int
    name: str

class LeadsUpdateResponseDataSecondaryContactsItemLeftOut(TypedDict):
    code: Literal["unknown-zone", "invalid-number", "blacklisted"]
    text: str

class LeadsUpdateResponseDataSecondaryContactsItem(TypedDict):
    id: int
    external_id: Union[str, None]
    phone_number: str
    variables: Dict[str, Any]
    status: Literal["created", "scheduled", "processing", "rescheduled", "completed", "reached-max-retries", "blacklisted"]
    created_at: str
    updated_at: str
    call_tries: int
    last_outcome: Union[str, None]
    left_out: Union[LeadsUpdateResponseDataSecondaryContactsItemLeftOut, None]

class LeadsUpdateResponseDataLeftOut(TypedDict):
    code: Literal["unknown-zone", "invalid-number", "blacklisted"]
    text: str

class LeadsUpdateResponseDataWaiting(TypedDict):
    code: Literal["campaign-not-started", "campaign-stopped", "campaign-completed", "campaign-zone", "campaign-days", "campaign-hours", "unknown-zone", "called-party-hours", "retry-interval", "no-number", "no-dialer", "insufficient-balance", "max-calls-in-parallel", "number-in-call", "called-by-another-campaign", "next-in-line", "call-running", "goal-to-be-judged"]
    text: str
    until: Union[str, None]

class LeadsUpdateResponseData(TypedDict):
    id: int
    external_id: Union[str, None]
    campaign_id: int
    phone_number: str
    variables: Dict[str, Any]
    status: Literal["created", "scheduled", "processing", "rescheduled", "completed", "reached-max-retries", "blacklisted"]
    created_at: str
    updated_at: str
    campaign: LeadsUpdateResponseDataCampaign
    secondary_contacts: List[LeadsUpdateResponseDataSecondaryContactsItem]
    call_tries: int
    retries: int
    last_outcome: Union[str, None]
    goal_met: Union[bool, None]
    due_at: Union[str, None]
    left_out: Union[LeadsUpdateResponseDataLeftOut, None]
    waiting: Union[LeadsUpdateResponseDataWaiting, None]

class LeadsUpdateResponse(TypedDict):
    message: str
    data: LeadsUpdateResponseData

class LeadsDeleteResponse(TypedDict):
    message: str

class LeadsCreateManyParams(TypedDict):
    campaign_id: int
    allow_dupplicate: NotRequired[Union[bool, None]]
    leads: List[Any]

class LeadsCreateManyResponseDataResultsItem(TypedDict):
    index: int
    status: Literal["created", "updated", "duplicate", "invalid"]
    id: Union[int, None]
    external_id: Union[str, None]
    errors: Dict[str, List[str]]

class LeadsCreateManyResponseData(TypedDict):
    created: int
    updated: int
    duplicates: int
    invalid: int
    results: List[LeadsCreateManyResponseDataResultsItem]

class LeadsCreateManyResponse(TypedDict):
    message: str
    data: LeadsCreateManyResponseData

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

class CampaignsLeadsImportResponseDataColumns(TypedDict):
    phone_number: str
    secondary: List[str]
    external_id: Union[str, None]
    variables: List[str]
    available: List[str]

class CampaignsLeadsImportResponseDataSampleItem(TypedDict):
    phone_number: str
    secondary: List[str]
    variables: Dict[str, Any]

class CampaignsLeadsImportResponseDataErrorsItem(TypedDict):
    row: int
    column: str
    message: str

class CampaignsLeadsImportResponseData(TypedDict):
    dry_run: bool
    charset: str
    delimiter: str
    sheet: Union[str, None]
    header_row: int
    columns: CampaignsLeadsImportResponseDataColumns
    sample: List[CampaignsLeadsImportResponseDataSampleItem]
    guesses: List[str]
    rows: int
    created: int
    updated: int
    blacklisted: int
    duplicates: int
    repeated: int
    invalid: int
    errors: List[CampaignsLeadsImportResponseDataErrorsItem]
    more_errors: int
    warnings: List[str]

class CampaignsLeadsImportResponse(TypedDict):
    message: str
    data: CampaignsLeadsImportResponseData

class CampaignsReportGetResponseDataFunnel(TypedDict):
    leads: int
    called: int
    answered: int
    converted: int

CampaignsReportGetResponseDataLeads = TypedDict("CampaignsReportGetResponseDataLeads", {
    "created": "int",
    "scheduled": "int",
    "processing": "int",
    "rescheduled": "int",
    "completed": "int",
    "reached-max-retries": "int",
    "blacklisted": "int",
})

class CampaignsReportGetResponseDataAttempts(TypedDict):
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

class CampaignsReportGetResponseDataGoal(TypedDict):
    variable: str
    met: int
    missed: int
    rate: Union[float, None]

class CampaignsReportGetResponseDataCost(TypedDict):
    total: float
    per_answered_lead: Union[float, None]
    per_goal: Union[float, None]

class CampaignsReportGetResponseDataHoursItem(TypedDict):
    total: int
    answered: int
    machine: int
    no_answer: int
    busy: int
    failed: int
    answer_rate: Union[float, None]
    hour: int

class CampaignsReportGetResponseDataWaitingItem(TypedDict):
    code: Literal["campaign-not-started", "campaign-stopped", "campaign-completed", "campaign-zone", "campaign-days", "campaign-hours", "unknown-zone", "called-party-hours", "retry-interval", "no-number", "no-dialer", "insufficient-balance", "max-calls-in-parallel", "number-in-call", "called-by-another-campaign", "next-in-line", "call-running", "goal-to-be-judged"]
    text: str
    until: Union[str, None]
    leads: int

class CampaignsReportGetResponseDataLeftOutItem(TypedDict):
    code: Literal["unknown-zone", "invalid-number", "blacklisted"]
    text: str
    numbers: int

class CampaignsReportGetResponseData(TypedDict):
    id: int
    name: str
    status: Literal["draft", "in-progress", "stopped", "completed"]
    timezone: str
    generated_at: str
    funnel: CampaignsReportGetResponseDataFunnel
    leads: CampaignsReportGetResponseDataLeads
    attempts: CampaignsReportGetResponseDataAttempts
    goal: Union[CampaignsReportGetResponseDataGoal, None]
    cost: CampaignsReportGetResponseDataCost
    hours: List[CampaignsReportGetResponseDataHoursItem]
    waiting: List[CampaignsReportGetResponseDataWaitingItem]
    left_out: List[CampaignsReportGetResponseDataLeftOutItem]

class CampaignsReportGetResponse(TypedDict):
    data: CampaignsReportGetResponseData

class CampaignsLimitsGetResponseDataCallingHours(TypedDict):
    start_minute: int
    end_minute: int

class CampaignsLimitsGetResponseDataSandboxCallingHours(TypedDict):
    start_minute: int
    end_minute: int

class CampaignsLimitsGetResponseData(TypedDict):
    campaigns: int
    max_calls_in_parallel: int
    calling_hours: CampaignsLimitsGetResponseDataCallingHours
    sandbox_calling_hours: CampaignsLimitsGetResponseDataSandboxCallingHours

class CampaignsLimitsGetResponse(TypedDict):
    data: CampaignsLimitsGetResponseData

class CampaignsProgressListResponseDataItem(TypedDict):
    campaign_id: int
    leads: int
    finished: int
    ringing: int
    talking: int

class CampaignsProgressListResponse(TypedDict):
    data: List[CampaignsProgressListResponseDataItem]

class CampaignsMonitorGetResponseDataLiveItem(TypedDict):
    call_id: int
    lead_id: Union[int, None]
    phone_number: Union[str, None]
    status: Literal["initiated", "ringing", "in-progress"]
    since: str

class CampaignsMonitorGetResponseDataLeads(TypedDict):
    total: int
    finished: int

class CampaignsMonitorGetResponseDataToday(TypedDict):
    calls: int
    running: int
    answered: int

class CampaignsMonitorGetResponseData(TypedDict):
    id: int
    status: Literal["draft", "in-progress", "stopped", "completed"]
    generated_at: str
    places: int
    hints: List[str]
    live: List[CampaignsMonitorGetResponseDataLiveItem]
    leads: CampaignsMonitorGetResponseDataLeads
    today: CampaignsMonitorGetResponseDataToday
    minutes: List[int]

class CampaignsMonitorGetResponse(TypedDict):
    data: CampaignsMonitorGetResponseData

class ModelsListParams(TypedDict):
    type: NotRequired[Union[Literal["llm", "multimodal", "dualplex"], None]]

class ModelsListResponseItem(TypedDict):
    id: int
    name: str
    code: NotRequired[str]
    takes_keywords: NotRequired[bool]

ModelsListResponse = List["ModelsListResponseItem"]

class VoicesListParams(TypedDict):
    mode: NotRequired[Union[Literal["pipeline", "multimodal", "dualplex"], None]]
    language_id: NotRequired[Union[int, None]]
    multimodal_model_id: NotRequired[Union[int, None]]

class VoicesListResponseItem(TypedDict):
    id: int
    name: str
    language_id: Union[int, None]
    gender: Union[str, None]
    preview_url: Union[str, None]
    accent: Union[str, None]
    age: Union[str, None]
    synthesizer_provider_id: Union[int, None]

VoicesListResponse = List["VoicesListResponseItem"]

class LanguagesListResponseItem(TypedDict):
    id: int
    name: str
    iso_2: str

LanguagesListResponse = List["LanguagesListResponseItem"]

class SynthesizerProvidersListParams(TypedDict):
    language_id: NotRequired[Union[int, None]]

class SynthesizerProvidersListResponseItem(TypedDict):
    id: int
    name: str
    code: str
    fallback: NotRequired[Union[str, None]]
    takes_keywords: NotRequired[bool]
    takes_ipa: NotRequired[bool]

SynthesizerProvidersListResponse = List["SynthesizerProvidersListResponseItem"]

class TranscriberProvidersListParams(TypedDict):
    language_id: NotRequired[Union[int, None]]

class TranscriberProvidersListResponseItem(TypedDict):
    id: int
    name: str
    code: str
    fallback: NotRequired[Union[str, None]]
    takes_keywords: NotRequired[bool]
    takes_ipa: NotRequired[bool]

TranscriberProvidersListResponse = List["TranscriberProvidersListResponseItem"]

StatisticsGetParams = TypedDict("StatisticsGetParams", {
    "from": "NotRequired[Union[str, None]]",
    "to": "NotRequired[Union[str, None]]",
})

StatisticsGetResponseDataDaysItemCalls = TypedDict("StatisticsGetResponseDataDaysItemCalls", {
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

class StatisticsGetResponseDataDaysItem(TypedDict):
    day: str
    calls: StatisticsGetResponseDataDaysItemCalls
    call_minutes: float
    conversations: int
    messages: int
    spend: float
    failed_calls: int
    failed_deliveries: int
    failed_documents: int
    latency_p50_ms: Union[int, None]
    latency_p95_ms: Union[int, None]

StatisticsGetResponseDataTotalCalls = TypedDict("StatisticsGetResponseDataTotalCalls", {
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

class StatisticsGetResponseDataTotal(TypedDict):
    calls: StatisticsGetResponseDataTotalCalls
    call_minutes: float
    conversations: int
    messages: int
    spend: float
    failed_calls: int
    failed_deliveries: int
    failed_documents: int
    latency_p50_ms: Union[int, None]
    latency_p95_ms: Union[int, None]

StatisticsGetResponseData = TypedDict("StatisticsGetResponseData", {
    "timezone": "str",
    "from": "str",
    "to": "str",
    "days": "List[StatisticsGetResponseDataDaysItem]",
    "total": "StatisticsGetResponseDataTotal",
})

class StatisticsGetResponse(TypedDict):
    data: StatisticsGetResponseData

class SearchRunParams(TypedDict):
    query: str

class SearchRunResponseDataItem(TypedDict):
    kind: Literal["assistant", "campaign", "knowledgebase", "document", "tool", "number", "trunk", "sender", "template", "api_key", "webhook_target", "call", "conversation", "lead", "sms", "blacklisted_number", "webhook_delivery"]
    id: str
    name: str
    detail: str
    parent_id: Union[str, None]
    at: Union[str, None]

class SearchRunResponse(TypedDict):
    data: List[SearchRunResponseDataItem]

class PublicConversationsCreateParams(TypedDict):
    assistant_id: str
    type: NotRequired[Union[Literal["widget", "test"], None]]
    variables: NotRequired[Union[Dict[str, Any], None]]

class PublicConversationsCreateResponseHistoryItemFunctionCallsItem(TypedDict):
    name: str
    arguments: Dict[str, Any]
    result: Dict[str, Any]

class PublicConversationsCreateResponseHistoryItem(TypedDict):
    role: Literal["assistant", "user"]
    content: str
    function_calls: NotRequired[List[PublicConversationsCreateResponseHistoryItemFunctionCallsItem]]

class PublicConversationsCreateResponse(TypedDict):
    status: Literal[True]
    conversation_id: str
    history: List[PublicConversationsCreateResponseHistoryItem]

class PublicConversationsGetResponseHistoryItemFunctionCallsItem(TypedDict):
    name: str
    arguments: Dict[str, Any]
    result: Dict[str, Any]

class PublicConversationsGetResponseHistoryItem(TypedDict):
    role: Literal["assistant", "user"]
    content: str
    function_calls: NotRequired[List[PublicConversationsGetResponseHistoryItemFunctionCallsItem]]

class PublicConversationsGetResponse(TypedDict):
    status: Literal[True]
    history: List[PublicConversationsGetResponseHistoryItem]

class PublicConversationsMessagesCreateParams(TypedDict):
    message: str

class PublicConversationsMessagesCreateResponseFunctionCallsItem(TypedDict):
    name: str
    arguments: Dict[str, Any]
    result: Dict[str, Any]

class PublicConversationsMessagesCreateResponse(TypedDict):
    status: Literal[True]
    message: Union[str, None]
    function_calls: List[PublicConversationsMessagesCreateResponseFunctionCallsItem]

class PublicConversationsMessagesCreateEventDeltaData(TypedDict):
    text: str

class PublicConversationsMessagesCreateEventDelta(TypedDict):
    event: Literal["delta"]
    data: PublicConversationsMessagesCreateEventDeltaData

class PublicConversationsMessagesCreateEventResetData(TypedDict):
    text: str

class PublicConversationsMessagesCreateEventReset(TypedDict):
    event: Literal["reset"]
    data: PublicConversationsMessagesCreateEventResetData

class PublicConversationsMessagesCreateEventToolStartedData(TypedDict):
    name: str
    arguments: Dict[str, Any]

class PublicConversationsMessagesCreateEventToolStarted(TypedDict):
    event: Literal["tool-started"]
    data: PublicConversationsMessagesCreateEventToolStartedData

class PublicConversationsMessagesCreateEventToolFinishedData(TypedDict):
    name: str
    arguments: Dict[str, Any]
    result: Dict[str, Any]

class PublicConversationsMessagesCreateEventToolFinished(TypedDict):
    event: Literal["tool-finished"]
    data: PublicConversationsMessagesCreateEventToolFinishedData

class PublicConversationsMessagesCreateEventDoneDataFunctionCallsItem(TypedDict):
    name: str
    arguments: Dict[str, Any]
    result: Dict[str, Any]

class PublicConversationsMessagesCreateEventDoneData(TypedDict):
    status: Literal[True]
    message: Union[str, None]
    function_calls: List[PublicConversationsMessagesCreateEventDoneDataFunctionCallsItem]

class PublicConversationsMessagesCreateEventDone(TypedDict):
    event: Literal["done"]
    data: PublicConversationsMessagesCreateEventDoneData

PublicConversationsMessagesCreateEvent = Union["PublicConversationsMessagesCreateEventDelta", "PublicConversationsMessagesCreateEventReset", "PublicConversationsMessagesCreateEventToolStarted", "PublicConversationsMessagesCreateEventToolFinished", "PublicConversationsMessagesCreateEventDone"]

class WidgetsGetResponseWidget(TypedDict):
    theme: Literal["light", "dark", "auto"]
    color: str
    position: Literal["bottom-right", "bottom-left"]
    name: str
    greeting: str

class WidgetsGetResponse(TypedDict):
    status: Literal[True]
    widget: WidgetsGetResponseWidget

class PublicConversationsEventsStreamEvent(TypedDict):
    message_count: int
    ai_enabled: bool
    status: Literal["active", "ended"]

class AiGenerateReplyParams(TypedDict):
    assistant_id: Union[int, str]
    customer_identifier: str
    message: str
    variables: NotRequired[Union[Dict[str, Any], None]]

class AiGenerateReplyResponseFunctionCallsItem(TypedDict):
    name: str
    arguments: Dict[str, Any]
    result: Dict[str, Any]

class AiGenerateReplyResponse(TypedDict):
    success: Literal[True]
    conversation_id: str
    customer_identifier: str
    reply: Union[str, None]
    function_calls: List[AiGenerateReplyResponseFunctionCallsItem]
    ai_disabled: bool

class ConversationsListParams(TypedDict):
    type: NotRequired[Union[Literal["test", "widget", "msgapp", "api"], None]]
    assistant_id: NotRequired[Union[int, None]]
    has_opted_out: NotRequired[Union[bool, None]]
    date_from: NotRequired[Union[str, None]]
    date_to: NotRequired[Union[str, None]]
    updated_from: NotRequired[Union[str, None]]
    updated_to: NotRequired[Union[str, None]]
    per_page: NotRequired[Union[int, None]]
    page: NotRequired[Union[int, None]]

class ConversationsListItem(TypedDict):
    id: str
    assistant_id: Union[str, None]
    assistant_name: Union[str, None]
    type: Literal["test", "widget", "msgapp", "api"]
    message_count: int
    total_cost: float
    ai_enabled: bool
    has_opted_out: bool
    created_at: str
    updated_at: str

class InboxListParams(TypedDict):
    type: NotRequired[Union[Literal["test", "widget", "msgapp", "api"], None]]
    assistant_id: NotRequired[Union[int, None]]
    status: NotRequired[Union[Literal["active", "ended"], None]]
    ai_enabled: NotRequired[Union[bool, None]]
    has_opted_out: NotRequired[Union[bool, None]]
    customer: NotRequired[Union[str, None]]
    date_from: NotRequired[Union[str, None]]
    date_to: NotRequired[Union[str, None]]
    per_page: NotRequired[Union[int, None]]
    page: NotRequired[Union[int, None]]

class InboxListItemLastMessage(TypedDict):
    author: Literal["customer", "ai", "human"]
    content: str
    created_at: str
    is_undelivered: bool

class InboxListItem(TypedDict):
    id: str
    assistant_id: Union[str, None]
    assistant_name: Union[str, None]
    type: Literal["test", "widget", "msgapp", "api"]
    message_count: int
    total_cost: float
    ai_enabled: bool
    has_opted_out: bool
    created_at: str
    updated_at: str
    status: Literal["active", "ended"]
    customer_identifier: Union[str, None]
    customer_phone: Union[str, None]
    customer_name: Union[str, None]
    last_message: Union[InboxListItemLastMessage, None]

class ConversationsGetResponseDataSilence(TypedDict):
    reason: Literal["AUTOMATIC_REPLIES", "DAILY_LIMIT"]
    since: str
    until: str

class ConversationsGetResponseDataSender(TypedDict):
    phone_number: str
    display_name: str

class ConversationsGetResponseDataEvaluationItem(TypedDict):
    name: str
    type: Literal["string", "number", "bool"]
    value: Union[str, float, bool, None]
    description: str

class ConversationsGetResponseDataTranscriptItemFunctionCallsItem(TypedDict):
    name: str
    arguments: Dict[str, Any]
    result: Dict[str, Any]

class ConversationsGetResponseDataTranscriptItemModelCallsItem(TypedDict):
    model: str
    input_tokens: Union[int, None]
    output_tokens: Union[int, None]
    cost: Union[float, None]
    first_event_ms: Union[int, None]
    total_ms: int
    error_code: Union[str, None]

class ConversationsGetResponseDataTranscriptItem(TypedDict):
    role: Literal["assistant", "user"]
    author: Literal["customer", "ai", "human"]
    content: str
    function_calls: List[ConversationsGetResponseDataTranscriptItemFunctionCallsItem]
    model_calls: List[ConversationsGetResponseDataTranscriptItemModelCallsItem]
    created_at: str

class ConversationsGetResponseDataCostsItem(TypedDict):
    kind: str
    amount: float
    note: Union[str, None]
    created_at: str

class ConversationsGetResponseData(TypedDict):
    id: str
    assistant_id: Union[str, None]
    assistant_name: Union[str, None]
    type: Literal["test", "widget", "msgapp", "api"]
    status: Literal["active", "ended"]
    message_count: int
    total_cost: float
    ai_enabled: bool
    silence: Union[ConversationsGetResponseDataSilence, None]
    summary: Union[str, None]
    variables: Dict[str, Any]
    customer_identifier: Union[str, None]
    customer_phone: Union[str, None]
    customer_name: Union[str, None]
    has_opted_out: bool
    sender: Union[ConversationsGetResponseDataSender, None]
    created_at: str
    updated_at: str
    ended_at: Union[str, None]
    evaluation: Union[List[ConversationsGetResponseDataEvaluationItem], None]
    evaluation_error: Union[str, None]
    transcript: List[ConversationsGetResponseDataTranscriptItem]
    costs: List[ConversationsGetResponseDataCostsItem]

class ConversationsGetResponse(TypedDict):
    data: ConversationsGetResponseData

class ConversationsEnableAiResponseData(TypedDict):
    id: str
    ai_enabled: bool

class ConversationsEnableAiResponse(TypedDict):
    message: str
    data: ConversationsEnableAiResponseData

class ConversationsDisableAiResponseData(TypedDict):
    id: str
    ai_enabled: bool

class ConversationsDisableAiResponse(TypedDict):
    message: str
    data: ConversationsDisableAiResponseData

class ConversationsRewindParams(TypedDict):
    keep_messages: int

class ConversationsRewindResponseData(TypedDict):
    id: str
    message_count: int

class ConversationsRewindResponse(TypedDict):
    message: str
    data: ConversationsRewindResponseData

class KnowledgebasesListResponseDataItem(TypedDict):
    id: int
    name: str
    description: str
    status: Literal["empty", "processing", "active", "failed"]
    status_label: str
    documents_count: int
    assistants_count: int
    created_at: str
    updated_at: str

class KnowledgebasesListResponse(TypedDict):
    data: List[KnowledgebasesListResponseDataItem]

class KnowledgebasesCreateParams(TypedDict):
    name: str
    description: NotRequired[Union[str, None]]

class KnowledgebasesCreateResponseData(TypedDict):
    id: int
    name: str
    description: str
    status: Literal["empty", "processing", "active", "failed"]
    status_label: str
    documents_count: int
    assistants_count: int
    created_at: str
    updated_at: str

class KnowledgebasesCreateResponse(TypedDict):
    message: str
    data: KnowledgebasesCreateResponseData

class KnowledgebasesGetResponseData(TypedDict):
    id: int
    name: str
    description: str
    status: Literal["empty", "processing", "active", "failed"]
    status_label: str
    documents_count: int
    assistants_count: int
    created_at: str
    updated_at: str

class KnowledgebasesGetResponse(TypedDict):
    data: KnowledgebasesGetResponseData

class KnowledgebasesUpdateParams(TypedDict):
    name: NotRequired[str]
    description: NotRequired[Union[str, None]]

class KnowledgebasesUpdateResponseData(TypedDict):
    id: int
    name: str
    description: str
    status: Literal["empty", "processing", "active", "failed"]
    status_label: str
    documents_count: int
    assistants_count: int
    created_at: str
    updated_at: str

class KnowledgebasesUpdateResponse(TypedDict):
    message: str
    data: KnowledgebasesUpdateResponseData

class KnowledgebasesDeleteResponse(TypedDict):
    message: str

class KnowledgebasesSearchParams(TypedDict):
    query: str
    limit: NotRequired[Union[int, None]]

class KnowledgebasesSearchResponseDataItemWhy(TypedDict):
    words: float
    missing: List[str]
    meaning: Union[float, None]
    meaning_doubt: Union[Literal["few-passages", "unfit-embeddings"], None]

class KnowledgebasesSearchResponseDataItem(TypedDict):
    document_id: int
    document_name: str
    text: str
    score: float
    source: Union[str, None]
    why: KnowledgebasesSearchResponseDataItemWhy

class KnowledgebasesSearchResponse(TypedDict):
    data: List[KnowledgebasesSearchResponseDataItem]

class DocumentsCreateParamsLinksItem(TypedDict):
    link: str

class DocumentsCreateParams(TypedDict):
    name: str
    description: NotRequired[Union[str, None]]
    type: Literal["website", "pdf", "txt", "docx"]
    url: NotRequired[Union[str, None]]
    links: NotRequired[Union[List[DocumentsCreateParamsLinksItem], None]]
    relative_links_limit: NotRequired[Union[int, None]]
    file: NotRequired[Upload]

class DocumentsCreateResponseData(TypedDict):
    id: int
    name: str
    description: str
    type: Literal["website", "pdf", "txt", "docx"]
    type_label: str
    status: Literal["processing", "active", "failed"]
    status_label: str
    created_at: str

class DocumentsCreateResponse(TypedDict):
    message: str
    data: DocumentsCreateResponseData

class DocumentsListResponseDataItemProgress(TypedDict):
    done: int
    total: Union[int, None]

class DocumentsListResponseDataItem(TypedDict):
    id: int
    name: str
    description: str
    type: Literal["website", "pdf", "txt", "docx"]
    type_label: str
    status: Literal["processing", "active", "failed"]
    status_label: str
    created_at: str
    updated_at: str
    error: Union[str, None]
    warning: Union[str, None]
    last_read_at: Union[str, None]
    stage: Literal["waiting", "fetching", "extracting", "indexing", "embedding", "ready"]
    progress: DocumentsListResponseDataItemProgress

class DocumentsListResponse(TypedDict):
    data: List[DocumentsListResponseDataItem]

class DocumentsListFailedParams(TypedDict):
    limit: NotRequired[Union[int, None]]

class DocumentsListFailedResponseDataItemProgress(TypedDict):
    done: int
    total: Union[int, None]

class DocumentsListFailedResponseDataItemKnowledgebase(TypedDict):
    id: int
    name: str

class DocumentsListFailedResponseDataItem(TypedDict):
    id: int
    name: str
    description: str
    type: Literal["website", "pdf", "txt", "docx"]
    type_label: str
    status: Literal["processing", "active", "failed"]
    status_label: str
    created_at: str
    updated_at: str
    error: Union[str, None]
    warning: Union[str, None]
    last_read_at: Union[str, None]
    stage: Literal["waiting", "fetching", "extracting", "indexing", "embedding", "ready"]
    progress: DocumentsListFailedResponseDataItemProgress
    knowledgebase: DocumentsListFailedResponseDataItemKnowledgebase

class DocumentsListFailedResponse(TypedDict):
    data: List[DocumentsListFailedResponseDataItem]

class DocumentsChunksListParams(TypedDict):
    per_page: NotRequired[Union[int, None]]
    page: NotRequired[Union[int, None]]

class DocumentsChunksListItem(TypedDict):
    position: int
    heading: str
    text: str
    source: Union[str, None]
    is_embedded: bool

class DocumentsGetResponseDataProgress(TypedDict):
    done: int
    total: Union[int, None]

class DocumentsGetResponseData(TypedDict):
    id: int
    name: str
    description: str
    type: Literal["website", "pdf", "txt", "docx"]
    type_label: str
    status: Literal["processing", "active", "failed"]
    status_label: str
    created_at: str
    updated_at: str
    error: Union[str, None]
    warning: Union[str, None]
    last_read_at: Union[str, None]
    stage: Literal["waiting", "fetching", "extracting", "indexing", "embedding", "ready"]
    progress: DocumentsGetResponseDataProgress

class DocumentsGetResponse(TypedDict):
    data: DocumentsGetResponseData

class DocumentsUpdateParams(TypedDict):
    name: NotRequired[str]
    description: NotRequired[Union[str, None]]

class DocumentsUpdateResponseDataProgress(TypedDict):
    done: int
    total: Union[int, None]

class DocumentsUpdateResponseData(TypedDict):
    id: int
    name: str
    description: str
    type: Literal["website", "pdf", "txt", "docx"]
    type_label: str
    status: Literal["processing", "active", "failed"]
    status_label: str
    created_at: str
    updated_at: str
    error: Union[str, None]
    warning: Union[str, None]
    last_read_at: Union[str, None]
    stage: Literal["waiting", "fetching", "extracting", "indexing", "embedding", "ready"]
    progress: DocumentsUpdateResponseDataProgress

class DocumentsUpdateResponse(TypedDict):
    message: str
    data: DocumentsUpdateResponseData

class DocumentsDeleteResponse(TypedDict):
    message: str

class DocumentsRetryResponseDataProgress(TypedDict):
    done: int
    total: Union[int, None]

class DocumentsRetryResponseData(TypedDict):
    id: int
    name: str
    description: str
    type: Literal["website", "pdf", "txt", "docx"]
    type_label: str
    status: Literal["processing", "active", "failed"]
    status_label: str
    created_at: str
    updated_at: str
    error: Union[str, None]
    warning: Union[str, None]
    last_read_at: Union[str, None]
    stage: Literal["waiting", "fetching", "extracting", "indexing", "embedding", "ready"]
    progress: DocumentsRetryResponseDataProgress

class DocumentsRetryResponse(TypedDict):
    message: str
    data: DocumentsRetryResponseData

class DocumentsRefreshResponseDataProgress(TypedDict):
    done: int
    total: Union[int, None]

class DocumentsRefreshResponseData(TypedDict):
    id: int
    name: str
    description: str
    type: Literal["website", "pdf", "txt", "docx"]
    type_label: str
    status: Literal["processing", "active", "failed"]
    status_label: str
    created_at: str
    updated_at: str
    error: Union[str, None]
    warning: Union[str, None]
    last_read_at: Union[str, None]
    stage: Literal["waiting", "fetching", "extracting", "indexing", "embedding", "ready"]
    progress: DocumentsRefreshResponseDataProgress

class DocumentsRefreshResponse(TypedDict):
    message: str
    data: DocumentsRefreshResponseData

class MsgappSendersListParams(TypedDict):
    status: NotRequired[Union[Literal["online", "all"], None]]

class MsgappSendersListResponseDataItem(TypedDict):
    id: int
    phone_number: str
    display_name: str
    status: Literal["online", "offline"]
    quality_rating: Literal["GREEN", "YELLOW", "RED"]
    messaging_limit: int
    messaging_limit_formatted: str

class MsgappSendersListResponse(TypedDict):
    data: List[MsgappSendersListResponseDataItem]

class MsgappSendersCreateParams(TypedDict):
    provider: str
    phone_number: str
    display_name: NotRequired[Union[str, None]]
    assistant_id: NotRequired[Union[int, None]]
    credentials: NotRequired[Union[Dict[str, Any], None]]

class MsgappSendersCreateResponseDataUnattributedReports(TypedDict):
    count: int
    last_at: Union[str, None]

class MsgappSendersCreateResponseData(TypedDict):
    id: int
    phone_number: str
    display_name: str
    status: Literal["online", "offline"]
    quality_rating: Literal["GREEN", "YELLOW", "RED"]
    messaging_limit: int
    messaging_limit_formatted: str
    provider: str
    assistant_id: Union[int, None]
    webhook_url: str
    templates_synced_at: Union[str, None]
    templates_error: Union[str, None]
    problem: Union[str, None]
    health_checked_at: Union[str, None]
    unattributed_reports: MsgappSendersCreateResponseDataUnattributedReports
    created_at: str
    updated_at: str

class MsgappSendersCreateResponse(TypedDict):
    message: str
    data: MsgappSendersCreateResponseData

class MsgappSendersGetResponseDataUnattributedReports(TypedDict):
    count: int
    last_at: Union[str, None]

class MsgappSendersGetResponseData(TypedDict):
    id: int
    phone_number: str
    display_name: str
    status: Literal["online", "offline"]
    quality_rating: Literal["GREEN", "YELLOW", "RED"]
    messaging_limit: int
    messaging_limit_formatted: str
    provider: str
    assistant_id: Union[int, None]
    webhook_url: str
    templates_synced_at: Union[str, None]
    templates_error: Union[str, None]
    problem: Union[str, None]
    health_checked_at: Union[str, None]
    unattributed_reports: MsgappSendersGetResponseDataUnattributedReports
    created_at: str
    updated_at: str

class MsgappSendersGetResponse(TypedDict):
    data: MsgappSendersGetResponseData

class MsgappSendersUpdateParams(TypedDict):
    display_name: NotRequired[Union[str, None]]
    assistant_id: NotRequired[Union[int, None]]
    status: NotRequired[Union[Literal["online", "offline"], None]]
    credentials: NotRequired[Union[Dict[str, Any], None]]

class MsgappSendersUpdateResponseDataUnattributedReports(TypedDict):
    count: int
    last_at: Union[str, None]

class MsgappSendersUpdateResponseData(TypedDict):
    id: int
    phone_number: str
    display_name: str
    status: Literal["online", "offline"]
    quality_rating: Literal["GREEN", "YELLOW", "RED"]
    messaging_limit: int
    messaging_limit_formatted: str
    provider: str
    assistant_id: Union[int, None]
    webhook_url: str
    templates_synced_at: Union[str, None]
    templates_error: Union[str, None]
    problem: Union[str, None]
    health_checked_at: Union[str, None]
    unattributed_reports: MsgappSendersUpdateResponseDataUnattributedReports
    created_at: str
    updated_at: str

class MsgappSendersUpdateResponse(TypedDict):
    message: str
    data: MsgappSendersUpdateResponseData

class MsgappSendersDeleteResponse(TypedDict):
    message: str

class MsgappUnattributedReportsListParams(TypedDict):
    per_page: NotRequired[Union[int, None]]
    page: NotRequired[Union[int, None]]

class MsgappUnattributedReportsListItem(TypedDict):
    id: int
    what: str
    content: str
    created_at: str

class MsgappTemplatesListParams(TypedDict):
    status: NotRequired[Union[Literal["approved", "pending", "rejected", "paused", "disabled", "all"], None]]

class MsgappTemplatesListResponseDataItemPreviewHeader(TypedDict):
    format: str
    text: Union[str, None]

class MsgappTemplatesListResponseDataItemPreviewButtonsItem(TypedDict):
    kind: Literal["quick_reply", "url", "phone", "code", "coupon", "flow", "catalog", "other"]
    text: str
    target: Union[str, None]

class MsgappTemplatesListResponseDataItemPreviewCardsItemHeader(TypedDict):
    format: str
    text: Union[str, None]

class MsgappTemplatesListResponseDataItemPreviewCardsItemButtonsItem(TypedDict):
    kind: Literal["quick_reply", "url", "phone", "code", "coupon", "flow", "catalog", "other"]
    text: str
    target: Union[str, None]

class MsgappTemplatesListResponseDataItemPreviewCardsItem(TypedDict):
    header: Union[MsgappTemplatesListResponseDataItemPreviewCardsItemHeader, None]
    body_text: str
    buttons: List[MsgappTemplatesListResponseDataItemPreviewCardsItemButtonsItem]

class MsgappTemplatesListResponseDataItemPreview(TypedDict):
    header: Union[MsgappTemplatesListResponseDataItemPreviewHeader, None]
    offer: Union[str, None]
    footer: Union[str, None]
    buttons: List[MsgappTemplatesListResponseDataItemPreviewButtonsItem]
    cards: List[MsgappTemplatesListResponseDataItemPreviewCardsItem]

class MsgappTemplatesListResponseDataItem(TypedDict):
    id: int
    name: str
    language: str
    category: str
    status: Literal["approved", "pending", "rejected", "paused", "disabled"]
    body_text: str
    variables: List[str]
    variable_kinds: List[Literal["text", "heading", "image", "video", "document", "latitude", "longitude", "time", "url_suffix", "code", "coupon"]]
    has_variables: bool
    preview: MsgappTemplatesListResponseDataItemPreview
    unsendable: Union[str, None]

class MsgappTemplatesListResponse(TypedDict):
    data: List[MsgappTemplatesListResponseDataItem]

class MsgappTemplatesSyncResponseDataItemPreviewHeader(TypedDict):
    format: str
    text: Union[str, None]

class MsgappTemplatesSyncResponseDataItemPreviewButtonsItem(TypedDict):
    kind: Literal["quick_reply", "url", "phone", "code", "coupon", "flow", "catalog", "other"]
    text: str
    target: Union[str, None]

class MsgappTemplatesSyncResponseDataItemPreviewCardsItemHeader(TypedDict):
    format: str
    text: Union[str, None]

class MsgappTemplatesSyncResponseDataItemPreviewCardsItemButtonsItem(TypedDict):
    kind: Literal["quick_reply", "url", "phone", "code", "coupon", "flow", "catalog", "other"]
    text: str
    target: Union[str, None]

class MsgappTemplatesSyncResponseDataItemPreviewCardsItem(TypedDict):
    header: Union[MsgappTemplatesSyncResponseDataItemPreviewCardsItemHeader, None]
    body_text: str
    buttons: List[MsgappTemplatesSyncResponseDataItemPreviewCardsItemButtonsItem]

class MsgappTemplatesSyncResponseDataItemPreview(TypedDict):
    header: Union[MsgappTemplatesSyncResponseDataItemPreviewHeader, None]
    offer: Union[str, None]
    footer: Union[str, None]
    buttons: List[MsgappTemplatesSyncResponseDataItemPreviewButtonsItem]
    cards: List[MsgappTemplatesSyncResponseDataItemPreviewCardsItem]

class MsgappTemplatesSyncResponseDataItem(TypedDict):
    id: int
    name: str
    language: str
    category: str
    status: Literal["approved", "pending", "rejected", "paused", "disabled"]
    body_text: str
    variables: List[str]
    variable_kinds: List[Literal["text", "heading", "image", "video", "document", "latitude", "longitude", "time", "url_suffix", "code", "coupon"]]
    has_variables: bool
    preview: MsgappTemplatesSyncResponseDataItemPreview
    unsendable: Union[str, None]

class MsgappTemplatesSyncResponse(TypedDict):
    data: List[MsgappTemplatesSyncResponseDataItem]

class ConversationsMessagesCreateParams(TypedDict):
    message: str

class ConversationsMessagesCreateResponseDataFunctionCallsItem(TypedDict):
    name: str
    arguments: Dict[str, Any]
    result: Dict[str, Any]

class ConversationsMessagesCreateResponseData(TypedDict):
    role: Literal["assistant", "user"]
    content: str
    function_calls: NotRequired[List[ConversationsMessagesCreateResponseDataFunctionCallsItem]]
    message_id: int
    msgapp_message_id: NotRequired[int]

class ConversationsMessagesCreateResponse(TypedDict):
    message: str
    data: ConversationsMessagesCreateResponseData

class MsgappSendFreeformParams(TypedDict):
    sender_id: int
    recipient_phone: str
    message: str

class MsgappSendFreeformResponseSessionStatus(TypedDict):
    is_open: bool
    can_send_freeform: bool
    requires_template: bool
    message: str
    minutes_remaining: NotRequired[int]
    expires_at: NotRequired[str]
    expired_at: NotRequired[str]

class MsgappSendFreeformResponse(TypedDict):
    success: Literal[True]
    conversation_id: int
    conversation_uuid: str
    message_id: int
    msgapp_message_id: int
    message_sid: str
    session_status: MsgappSendFreeformResponseSessionStatus

class MsgappSendTemplateParams(TypedDict):
    sender_id: int
    template_id: int
    recipient_phone: str
    recipient_name: NotRequired[Union[str, None]]
    variables: NotRequired[Union[Union[Dict[str, Union[Union[str, float], None]], List[Union[Union[str, float], None]]], None]]

class MsgappSendTemplateResponse(TypedDict):
    success: Literal[True]
    conversation_id: int
    conversation_uuid: str
    message_id: int
    msgapp_message_id: int
    message_sid: str
    status: Literal["queued", "sent", "delivered", "read", "failed", "undelivered"]

class MsgappSessionStatusGetParams(TypedDict):
    sender_id: int
    recipient_phone: str

class MsgappSessionStatusGetResponseSessionStatus(TypedDict):
    is_open: bool
    can_send_freeform: bool
    requires_template: bool
    message: str
    minutes_remaining: NotRequired[int]
    expires_at: NotRequired[str]
    expired_at: NotRequired[str]

class MsgappSessionStatusGetResponse(TypedDict):
    success: Literal[True]
    has_conversation: bool
    conversation_id: NotRequired[int]
    conversation_uuid: NotRequired[str]
    customer_name: NotRequired[Union[str, None]]
    last_customer_message_at: NotRequired[str]
    session_status: MsgappSessionStatusGetResponseSessionStatus

class MsgappMessagesGetResponseData(TypedDict):
    msgapp_message_id: int
    message_sid: Union[str, None]
    state: Literal["queued", "sent", "delivered", "read", "failed", "undelivered"]
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

class MsgappMessagesGetResponse(TypedDict):
    data: MsgappMessagesGetResponseData

class ConversationsMessagesListParams(TypedDict):
    before: NotRequired[Union[int, None]]

class ConversationsMessagesListResponseDataItemDelivery(TypedDict):
    msgapp_message_id: int
    message_sid: Union[str, None]
    state: Literal["queued", "sent", "delivered", "read", "failed", "undelivered"]
    error_code: Union[str, None]
    error: Union[str, None]
    updated_at: str

class ConversationsMessagesListResponseDataItemAttachmentsItem(TypedDict):
    id: int
    content_type: str
    file_name: Union[str, None]
    status: Literal["waiting", "stored", "failed"]
    byte_count: Union[int, None]
    error: Union[str, None]
    text: Union[str, None]
    text_error: Union[str, None]

class ConversationsMessagesListResponseDataItemAboutQuoted(TypedDict):
    message_id: int
    content: str

class ConversationsMessagesListResponseDataItemAboutChoice(TypedDict):
    title: str
    payload: Union[str, None]
    description: Union[str, None]

class ConversationsMessagesListResponseDataItemAboutReferral(TypedDict):
    headline: Union[str, None]
    body: Union[str, None]
    url: Union[str, None]

class ConversationsMessagesListResponseDataItemAboutProduct(TypedDict):
    id: str
    catalog_id: Union[str, None]

class ConversationsMessagesListResponseDataItemAbout(TypedDict):
    quoted: Union[ConversationsMessagesListResponseDataItemAboutQuoted, None]
    choice: Union[ConversationsMessagesListResponseDataItemAboutChoice, None]
    referral: Union[ConversationsMessagesListResponseDataItemAboutReferral, None]
    product: Union[ConversationsMessagesListResponseDataItemAboutProduct, None]
    form: Union[Dict[str, str], None]

class ConversationsMessagesListResponseDataItem(TypedDict):
    id: int
    role: Literal["assistant", "user"]
    author: Literal["customer", "ai", "human"]
    content: str
    created_at: str
    delivery: Union[ConversationsMessagesListResponseDataItemDelivery, None]
    attachments: List[ConversationsMessagesListResponseDataItemAttachmentsItem]
    unanswered_reason: Union[str, None]
    edited_at: Union[str, None]
    deleted_at: Union[str, None]
    reaction: Union[str, None]
    about: Union[ConversationsMessagesListResponseDataItemAbout, None]

class ConversationsMessagesListResponseSessionStatus(TypedDict):
    is_open: bool
    can_send_freeform: bool
    requires_template: bool
    message: str
    minutes_remaining: NotRequired[int]
    expires_at: NotRequired[str]
    expired_at: NotRequired[str]

class ConversationsMessagesListResponse(TypedDict):
    data: List[ConversationsMessagesListResponseDataItem]
    session_status: ConversationsMessagesListResponseSessionStatus

SmsSendParams = TypedDict("SmsSendParams", {
    "from": "NotRequired[Union[int, None]]",
    "phone_number_id": "NotRequired[Union[int, None]]",
    "to": "NotRequired[Union[str, None]]",
    "phone_number": "NotRequired[Union[str, None]]",
    "body": "NotRequired[Union[str, None]]",
    "message": "NotRequired[Union[str, None]]",
})

SmsSendResponseData = TypedDict("SmsSendResponseData", {
    "id": "int",
    "direction": "Literal[\"outbound\", \"inbound\"]",
    "phone_number_id": "Union[int, None]",
    "from": "str",
    "to": "str",
    "body": "str",
    "status": "Literal[\"queued\", \"sent\", \"delivered\", \"failed\", \"undelivered\", \"received\"]",
    "message_sid": "Union[str, None]",
    "error_code": "Union[str, None]",
    "error": "Union[str, None]",
    "cost": "float",
    "segments": "Union[int, None]",
    "created_at": "str",
    "updated_at": "str",
})

class SmsSendResponse(TypedDict):
    message: str
    data: SmsSendResponseData

class SmsListParams(TypedDict):
    direction: NotRequired[Union[Literal["outbound", "inbound"], None]]
    status: NotRequired[Union[Literal["queued", "sent", "delivered", "failed", "undelivered", "received"], None]]
    phone_number_id: NotRequired[Union[int, None]]
    customer: NotRequired[Union[str, None]]
    date_from: NotRequired[Union[str, None]]
    date_to: NotRequired[Union[str, None]]
    per_page: NotRequired[Union[int, None]]
    page: NotRequired[Union[int, None]]

SmsListItem = TypedDict("SmsListItem", {
    "id": "int",
    "direction": "Literal[\"outbound\", \"inbound\"]",
    "phone_number_id": "Union[int, None]",
    "from": "str",
    "to": "str",
    "body": "str",
    "status": "Literal[\"queued\", \"sent\", \"delivered\", \"failed\", \"undelivered\", \"received\"]",
    "message_sid": "Union[str, None]",
    "error_code": "Union[str, None]",
    "error": "Union[str, None]",
    "cost": "float",
    "segments": "Union[int, None]",
    "created_at": "str",
    "updated_at": "str",
})

SmsGetResponseData = TypedDict("SmsGetResponseData", {
    "id": "int",
    "direction": "Literal[\"outbound\", \"inbound\"]",
    "phone_number_id": "Union[int, None]",
    "from": "str",
    "to": "str",
    "body": "str",
    "status": "Literal[\"queued\", \"sent\", \"delivered\", \"failed\", \"undelivered\", \"received\"]",
    "message_sid": "Union[str, None]",
    "error_code": "Union[str, None]",
    "error": "Union[str, None]",
    "cost": "float",
    "segments": "Union[int, None]",
    "created_at": "str",
    "updated_at": "str",
})

class SmsGetResponse(TypedDict):
    data: SmsGetResponseData

class PhoneNumbersListResponseDataItem(TypedDict):
    id: int
    phone_number: str
    country_code: str
    type: Literal["normal", "sip", "caller_id"]
    type_label: str
    sms_capable: bool
    region: str
    has_active_subscription: bool
    created_at: str

class PhoneNumbersListResponse(TypedDict):
    data: List[PhoneNumbersListResponseDataItem]

class PhoneNumbersListSmsCapableResponseItem(TypedDict):
    id: int
    phone_number: str
    country_code: str
    type: Literal["normal", "sip", "caller_id"]
    type_label: str
    sms_capable: bool
    region: str
    has_active_subscription: bool
    created_at: str

PhoneNumbersListSmsCapableResponse = List["PhoneNumbersListSmsCapableResponseItem"]

class PhoneNumbersListAssignableParams(TypedDict):
    type: NotRequired[Union[Literal["inbound", "outbound"], None]]

class PhoneNumbersListAssignableResponseItem(TypedDict):
    id: int
    phone_number: str
    country_code: str
    type_label: str
    is_available: bool

PhoneNumbersListAssignableResponse = List["PhoneNumbersListAssignableResponseItem"]

class PhoneNumbersSearchParams(TypedDict):
    country_code: str
    contains: NotRequired[Union[str, None]]
    sms_capable: NotRequired[Union[bool, None]]
    limit: NotRequired[Union[int, None]]

class PhoneNumbersSearchResponseDataItemMonthlyPrice(TypedDict):
    amount: float
    currency: str

class PhoneNumbersSearchResponseDataItem(TypedDict):
    phone_number: str
    country_code: str
    type: Literal["normal", "sip", "caller_id"]
    type_label: str
    sms_capable: bool
    region: str
    monthly_price: Union[PhoneNumbersSearchResponseDataItemMonthlyPrice, None]

class PhoneNumbersSearchResponse(TypedDict):
    data: List[PhoneNumbersSearchResponseDataItem]

class PhoneNumbersPurchaseParams(TypedDict):
    phone_number: str

class PhoneNumbersPurchaseResponseData(TypedDict):
    id: int
    phone_number: str
    country_code: str
    type: Literal["normal", "sip", "caller_id"]
    type_label: str
    sms_capable: bool
    region: str
    has_active_subscription: bool
    created_at: str

class PhoneNumbersPurchaseResponse(TypedDict):
    message: str
    data: PhoneNumbersPurchaseResponseData

class PhoneNumbersDeleteResponse(TypedDict):
    message: str

class SipTrunksListResponseDataItemSipHeadersItem(TypedDict):
    name: str
    value: str

class SipTrunksListResponseDataItem(TypedDict):
    id: int
    sip_trunk_type: Literal["extension", "number"]
    phone_number: str
    nickname: Union[str, None]
    sip_username: Union[str, None]
    has_sip_password: bool
    sip_address: str
    sip_calling_format: Literal["+e164", "e164", "national"]
    inbound_authorization_type: Literal["auth", "ip"]
    allowed_inbound_ips: List[str]
    country_code: str
    outbound_proxy: Union[str, None]
    sip_headers: List[SipTrunksListResponseDataItemSipHeadersItem]
    created_at: str
    updated_at: str

class SipTrunksListResponse(TypedDict):
    data: List[SipTrunksListResponseDataItem]

class SipTrunksCreateParamsSipHeadersItem(TypedDict):
    name: str
    value: str

class SipTrunksCreateParams(TypedDict):
    sip_trunk_type: Literal["extension", "number"]
    phone_number: str
    sip_address: str
    nickname: NotRequired[Union[str, None]]
    sip_username: NotRequired[Union[str, None]]
    sip_password: NotRequired[Union[str, None]]
    sip_calling_format: NotRequired[Union[Literal["+e164", "e164", "national"], None]]
    inbound_authorization_type: NotRequired[Union[Literal["auth", "ip"], None]]
    allowed_inbound_ips: NotRequired[Union[List[str], None]]
    country_code: NotRequired[Union[str, None]]
    outbound_proxy: NotRequired[Union[str, None]]
    sip_headers: NotRequired[Union[List[SipTrunksCreateParamsSipHeadersItem], None]]

class SipTrunksCreateResponseDataSipHeadersItem(TypedDict):
    name: str
    value: str

class SipTrunksCreateResponseData(TypedDict):
    id: int
    sip_trunk_type: Literal["extension", "number"]
    phone_number: str
    nickname: Union[str, None]
    sip_username: Union[str, None]
    has_sip_password: bool
    sip_address: str
    sip_calling_format: Literal["+e164", "e164", "national"]
    inbound_authorization_type: Literal["auth", "ip"]
    allowed_inbound_ips: List[str]
    country_code: str
    outbound_proxy: Union[str, None]
    sip_headers: List[SipTrunksCreateResponseDataSipHeadersItem]
    created_at: str
    updated_at: str

class SipTrunksCreateResponse(TypedDict):
    message: str
    data: SipTrunksCreateResponseData

class SipTrunksGetResponseDataSipHeadersItem(TypedDict):
    name: str
    value: str

class SipTrunksGetResponseData(TypedDict):
    id: int
    sip_trunk_type: Literal["extension", "number"]
    phone_number: str
    nickname: Union[str, None]
    sip_username: Union[str, None]
    has_sip_password: bool
    sip_address: str
    sip_calling_format: Literal["+e164", "e164", "national"]
    inbound_authorization_type: Literal["auth", "ip"]
    allowed_inbound_ips: List[str]
    country_code: str
    outbound_proxy: Union[str, None]
    sip_headers: List[SipTrunksGetResponseDataSipHeadersItem]
    created_at: str
    updated_at: str

class SipTrunksGetResponse(TypedDict):
    data: SipTrunksGetResponseData

class SipTrunksUpdateParamsSipHeadersItem(TypedDict):
    name: str
    value: str

class SipTrunksUpdateParams(TypedDict):
    sip_trunk_type: NotRequired[Literal["extension", "number"]]
    phone_number: NotRequired[str]
    sip_address: NotRequired[str]
    nickname: NotRequired[Union[str, None]]
    sip_username: NotRequired[Union[str, None]]
    sip_password: NotRequired[Union[str, None]]
    sip_calling_format: NotRequired[Union[Literal["+e164", "e164", "national"], None]]
    inbound_authorization_type: NotRequired[Union[Literal["auth", "ip"], None]]
    allowed_inbound_ips: NotRequired[Union[List[str], None]]
    country_code: NotRequired[Union[str, None]]
    outbound_proxy: NotRequired[Union[str, None]]
    sip_headers: NotRequired[Union[List[SipTrunksUpdateParamsSipHeadersItem], None]]

class SipTrunksUpdateResponseDataSipHeadersItem(TypedDict):
    name: str
    value: str

class SipTrunksUpdateResponseData(TypedDict):
    id: int
    sip_trunk_type: Literal["extension", "number"]
    phone_number: str
    nickname: Union[str, None]
    sip_username: Union[str, None]
    has_sip_password: bool
    sip_address: str
    sip_calling_format: Literal["+e164", "e164", "national"]
    inbound_authorization_type: Literal["auth", "ip"]
    allowed_inbound_ips: List[str]
    country_code: str
    outbound_proxy: Union[str, None]
    sip_headers: List[SipTrunksUpdateResponseDataSipHeadersItem]
    created_at: str
    updated_at: str

class SipTrunksUpdateResponse(TypedDict):
    message: str
    data: SipTrunksUpdateResponseData

class ToolsListResponseItemHeadersItem(TypedDict):
    name: str
    value: str

class ToolsListResponseItemSchemaItem(TypedDict):
    name: str
    type: Literal["string", "number", "boolean"]
    description: str

class ToolsListResponseItem(TypedDict):
    id: int
    name: str
    description: str
    endpoint: str
    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    timeout: int
    headers: List[ToolsListResponseItemHeadersItem]
    schema: List[ToolsListResponseItemSchemaItem]
    created_at: str
    updated_at: str

ToolsListResponse = List["ToolsListResponseItem"]

class ToolsCreateParamsHeadersItem(TypedDict):
    name: str
    value: str

class ToolsCreateParamsSchemaItem(TypedDict):
    name: str
    type: Literal["string", "number", "boolean"]
    description: str

class ToolsCreateParams(TypedDict):
    name: str
    description: str
    endpoint: str
    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    timeout: NotRequired[Union[int, None]]
    headers: NotRequired[Union[List[ToolsCreateParamsHeadersItem], None]]
    schema: NotRequired[Union[List[ToolsCreateParamsSchemaItem], None]]

class ToolsCreateResponseDataHeadersItem(TypedDict):
    name: str
    value: str

class ToolsCreateResponseDataSchemaItem(TypedDict):
    name: str
    type: Literal["string", "number", "boolean"]
    description: str

class ToolsCreateResponseData(TypedDict):
    id: int
    name: str
    description: str
    endpoint: str
    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    timeout: int
    headers: List[ToolsCreateResponseDataHeadersItem]
    schema: List[ToolsCreateResponseDataSchemaItem]
    created_at: str
    updated_at: str

class ToolsCreateResponse(TypedDict):
    message: str
    data: ToolsCreateResponseData

class ToolsGetResponseHeadersItem(TypedDict):
    name: str
    value: str

class ToolsGetResponseSchemaItem(TypedDict):
    name: str
    type: Literal["string", "number", "boolean"]
    description: str

class ToolsGetResponse(TypedDict):
    id: int
    name: str
    description: str
    endpoint: str
    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    timeout: int
    headers: List[ToolsGetResponseHeadersItem]
    schema: List[ToolsGetResponseSchemaItem]
    created_at: str
    updated_at: str

class ToolsUpdateParamsHeadersItem(TypedDict):
    name: str
    value: str

class ToolsUpdateParamsSchemaItem(TypedDict):
    name: str
    type: Literal["string", "number", "boolean"]
    description: str

class ToolsUpdateParams(TypedDict):
    name: NotRequired[str]
    description: NotRequired[str]
    endpoint: NotRequired[str]
    method: NotRequired[Literal["GET", "POST", "PUT", "PATCH", "DELETE"]]
    timeout: NotRequired[Union[int, None]]
    headers: NotRequired[Union[List[ToolsUpdateParamsHeadersItem], None]]
    schema: NotRequired[Union[List[ToolsUpdateParamsSchemaItem], None]]

class ToolsUpdateResponseDataHeadersItem(TypedDict):
    name: str
    value: str

class ToolsUpdateResponseDataSchemaItem(TypedDict):
    name: str
    type: Literal["string", "number", "boolean"]
    description: str

class ToolsUpdateResponseData(TypedDict):
    id: int
    name: str
    description: str
    endpoint: str
    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    timeout: int
    headers: List[ToolsUpdateResponseDataHeadersItem]
    schema: List[ToolsUpdateResponseDataSchemaItem]
    created_at: str
    updated_at: str

class ToolsUpdateResponse(TypedDict):
    message: str
    data: ToolsUpdateResponseData

class ToolsDeleteResponse(TypedDict):
    message: str

class ToolsTestParams(TypedDict):
    arguments: NotRequired[Union[Dict[str, Any], None]]
    variables: NotRequired[Union[Dict[str, Any], None]]

class ToolsTestResponseDataRequest(TypedDict):
    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    url: str
    body: Union[Dict[str, Any], None]

class ToolsTestResponseData(TypedDict):
    succeeded: bool
    request: ToolsTestResponseDataRequest
    result: Dict[str, Any]
    duration_ms: int

class ToolsTestResponse(TypedDict):
    message: str
    data: ToolsTestResponseData

class WebhookSecretGetResponseData(TypedDict):
    secret: str

class WebhookSecretGetResponse(TypedDict):
    data: WebhookSecretGetResponseData

class WebhookSecretRotateResponseData(TypedDict):
    secret: str

class WebhookSecretRotateResponse(TypedDict):
    data: WebhookSecretRotateResponseData
    message: str

class WebhookDeliveriesListParams(TypedDict):
    status: NotRequired[Union[Literal["pending", "held", "delivered", "failed"], None]]
    event: NotRequired[Union[str, None]]
    assistant_id: NotRequired[Union[int, None]]
    call_id: NotRequired[Union[int, None]]
    conversation_id: NotRequired[Union[str, None]]
    date_from: NotRequired[Union[str, None]]
    date_to: NotRequired[Union[str, None]]
    order_by: NotRequired[Union[Literal["created_at", "finished_at"], None]]
    per_page: NotRequired[Union[int, None]]
    page: NotRequired[Union[int, None]]

class WebhookDeliveriesListItem(TypedDict):
    id: str
    event: str
    status: Literal["pending", "held", "delivered", "failed"]
    subject_id: str
    assistant_id: Union[int, None]
    target_id: int
    url: str
    attempt_count: int
    next_attempt_at: Union[str, None]
    created_at: str
    finished_at: Union[str, None]

class WebhookDeliveriesGetResponseDataAttemptsItem(TypedDict):
    number: int
    started_at: str
    finished_at: str
    status_code: Union[int, None]
    reason: Union[str, None]
    response_body: str

class WebhookDeliveriesGetResponseData(TypedDict):
    id: str
    event: str
    status: Literal["pending", "held", "delivered", "failed"]
    subject_id: str
    assistant_id: Union[int, None]
    target_id: int
    url: str
    attempt_count: int
    next_attempt_at: Union[str, None]
    created_at: str
    finished_at: Union[str, None]
    payload: str
    attempts: List[WebhookDeliveriesGetResponseDataAttemptsItem]

class WebhookDeliveriesGetResponse(TypedDict):
    data: WebhookDeliveriesGetResponseData

class WebhookDeliveriesResendResponseData(TypedDict):
    id: str
    event: str
    status: Literal["pending", "held", "delivered", "failed"]
    subject_id: str
    assistant_id: Union[int, None]
    target_id: int
    url: str
    attempt_count: int
    next_attempt_at: Union[str, None]
    created_at: str
    finished_at: Union[str, None]

class WebhookDeliveriesResendResponse(TypedDict):
    message: str
    data: WebhookDeliveriesResendResponseData

WebhookDeliveriesReplayParams = TypedDict("WebhookDeliveriesReplayParams", {
    "from": "str",
    "to": "str",
    "status": "NotRequired[Union[Literal[\"delivered\", \"failed\"], None]]",
    "event": "NotRequired[Union[str, None]]",
})

class WebhookDeliveriesReplayResponseData(TypedDict):
    count: int

class WebhookDeliveriesReplayResponse(TypedDict):
    message: str
    data: WebhookDeliveriesReplayResponseData

class WebhookTargetsListResponseDataItem(TypedDict):
    id: int
    url: str
    status: Literal["enabled", "disabled"]
    disabled_reason: Union[Literal["gone", "failing"], None]
    disabled_at: Union[str, None]
    failure_count: int
    failing_since: Union[str, None]
    waiting_count: int
    created_at: str

class WebhookTargetsListResponse(TypedDict):
    data: List[WebhookTargetsListResponseDataItem]

class WebhookTargetsEnableResponseData(TypedDict):
    id: int
    url: str
    status: Literal["enabled", "disabled"]
    disabled_reason: Union[Literal["gone", "failing"], None]
    disabled_at: Union[str, None]
    failure_count: int
    failing_since: Union[str, None]
    waiting_count: int
    created_at: str

class WebhookTargetsEnableResponse(TypedDict):
    message: str
    data: WebhookTargetsEnableResponseData

class WebhookEndpointsListResponseDataItemHeadersItem(TypedDict):
    name: str
    value: str

class WebhookEndpointsListResponseDataItem(TypedDict):
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
    headers: List[WebhookEndpointsListResponseDataItemHeadersItem]
    is_active: bool
    updated_at: str

class WebhookEndpointsListResponse(TypedDict):
    data: List[WebhookEndpointsListResponseDataItem]

class WebhookEndpointsCreateParamsHeadersItem(TypedDict):
    name: str
    value: str

class WebhookEndpointsCreateParams(TypedDict):
    url: str
    events: List[Literal["call.started", "call.ended", "call.transferred", "conversation.started", "conversation.ended", "conversation.handed_off", "message.received", "message.sent", "message.status", "lead.updated", "campaign.started", "campaign.completed", "campaign.paused", "contact.opted_out", "document.active", "document.failed", "balance.low", "sender.changed", "*"]]
    description: NotRequired[Union[str, None]]
    headers: NotRequired[Union[List[WebhookEndpointsCreateParamsHeadersItem], None]]
    is_active: NotRequired[Union[bool, None]]

class WebhookEndpointsCreateResponseDataHeadersItem(TypedDict):
    name: str
    value: str

class WebhookEndpointsCreateResponseData(TypedDict):
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
    headers: List[WebhookEndpointsCreateResponseDataHeadersItem]
    is_active: bool
    updated_at: str

class WebhookEndpointsCreateResponse(TypedDict):
    message: str
    data: WebhookEndpointsCreateResponseData

class WebhookEndpointsUpdateParamsHeadersItem(TypedDict):
    name: str
    value: str

class WebhookEndpointsUpdateParams(TypedDict):
    url: NotRequired[str]
    events: NotRequired[List[Literal["call.started", "call.ended", "call.transferred", "conversation.started", "conversation.ended", "conversation.handed_off", "message.received", "message.sent", "message.status", "lead.updated", "campaign.started", "campaign.completed", "campaign.paused", "contact.opted_out", "document.active", "document.failed", "balance.low", "sender.changed", "*"]]]
    description: NotRequired[Union[str, None]]
    headers: NotRequired[Union[List[WebhookEndpointsUpdateParamsHeadersItem], None]]
    is_active: NotRequired[Union[bool, None]]

class WebhookEndpointsUpdateResponseDataHeadersItem(TypedDict):
    name: str
    value: str

class WebhookEndpointsUpdateResponseData(TypedDict):
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
    headers: List[WebhookEndpointsUpdateResponseDataHeadersItem]
    is_active: bool
    updated_at: str

class WebhookEndpointsUpdateResponse(TypedDict):
    message: str
    data: WebhookEndpointsUpdateResponseData

class WebhookEndpointsDeleteResponse(TypedDict):
    message: str

class WebhookEndpointsTestResponseData(TypedDict):
    id: str
    event: str
    status: Literal["pending", "held", "delivered", "failed"]
    subject_id: str
    assistant_id: Union[int, None]
    target_id: int
    url: str
    attempt_count: int
    next_attempt_at: Union[str, None]
    created_at: str
    finished_at: Union[str, None]

class WebhookEndpointsTestResponse(TypedDict):
    message: str
    data: WebhookEndpointsTestResponseData

class SandboxPhoneNumbersCreateParams(TypedDict):
    phone_number: NotRequired[Union[str, None]]
    type: Literal["normal", "sip", "caller_id"]
    sms_capable: NotRequired[Union[bool, None]]
    has_active_subscription: NotRequired[Union[bool, None]]

class SandboxPhoneNumbersCreateResponseData(TypedDict):
    id: int
    phone_number: str
    country_code: str
    type: Literal["normal", "sip", "caller_id"]
    type_label: str
    sms_capable: bool
    region: str
    has_active_subscription: bool
    created_at: str

class SandboxPhoneNumbersCreateResponse(TypedDict):
    data: SandboxPhoneNumbersCreateResponseData

class SandboxBalanceUpdateParams(TypedDict):
    amount: float
    note: NotRequired[Union[str, None]]

class SandboxBalanceUpdateResponseData(TypedDict):
    balance: float
    balance_exact: str

class SandboxBalanceUpdateResponse(TypedDict):
    message: str
    data: SandboxBalanceUpdateResponseData

SandboxCallsCreateParams = TypedDict("SandboxCallsCreateParams", {
    "from": "NotRequired[Union[str, None]]",
    "to": "str",
})

class SandboxCallsCreateResponseData(TypedDict):
    media_url: str
    expires_at: str

class SandboxCallsCreateResponse(TypedDict):
    data: SandboxCallsCreateResponseData

class SandboxPhonesCreateParams(TypedDict):
    number: str

class SandboxPhonesCreateResponseData(TypedDict):
    media_url: str
    expires_at: str

class SandboxPhonesCreateResponse(TypedDict):
    data: SandboxPhonesCreateResponseData

class SandboxSendersCreateParams(TypedDict):
    phone_number: NotRequired[Union[str, None]]
    display_name: NotRequired[Union[str, None]]
    status: NotRequired[Union[Literal["online", "offline"], None]]
    assistant_id: NotRequired[Union[int, None]]

class SandboxSendersCreateResponseDataUnattributedReports(TypedDict):
    count: int
    last_at: Union[str, None]

class SandboxSendersCreateResponseData(TypedDict):
    id: int
    phone_number: str
    display_name: str
    status: Literal["online", "offline"]
    quality_rating: Literal["GREEN", "YELLOW", "RED"]
    messaging_limit: int
    messaging_limit_formatted: str
    provider: str
    assistant_id: Union[int, None]
    webhook_url: str
    templates_synced_at: Union[str, None]
    templates_error: Union[str, None]
    problem: Union[str, None]
    health_checked_at: Union[str, None]
    unattributed_reports: SandboxSendersCreateResponseDataUnattributedReports
    created_at: str
    updated_at: str

class SandboxSendersCreateResponse(TypedDict):
    data: SandboxSendersCreateResponseData

class SandboxSendersUpdateParams(TypedDict):
    status: NotRequired[Union[Literal["online", "offline"], None]]
    assistant_id: NotRequired[Union[int, None]]

class SandboxSendersUpdateResponseDataUnattributedReports(TypedDict):
    count: int
    last_at: Union[str, None]

class SandboxSendersUpdateResponseData(TypedDict):
    id: int
    phone_number: str
    display_name: str
    status: Literal["online", "offline"]
    quality_rating: Literal["GREEN", "YELLOW", "RED"]
    messaging_limit: int
    messaging_limit_formatted: str
    provider: str
    assistant_id: Union[int, None]
    webhook_url: str
    templates_synced_at: Union[str, None]
    templates_error: Union[str, None]
    problem: Union[str, None]
    health_checked_at: Union[str, None]
    unattributed_reports: SandboxSendersUpdateResponseDataUnattributedReports
    created_at: str
    updated_at: str

class SandboxSendersUpdateResponse(TypedDict):
    data: SandboxSendersUpdateResponseData

class SandboxTemplatesCreateParams(TypedDict):
    name: str
    language: str
    category: str
    status: Literal["approved", "pending", "rejected", "paused", "disabled"]
    body_text: str
    variables: NotRequired[Union[List[str], None]]

class SandboxTemplatesCreateResponseDataPreviewHeader(TypedDict):
    format: str
    text: Union[str, None]

class SandboxTemplatesCreateResponseDataPreviewButtonsItem(TypedDict):
    kind: Literal["quick_reply", "url", "phone", "code", "coupon", "flow", "catalog", "other"]
    text: str
    target: Union[str, None]

class SandboxTemplatesCreateResponseDataPreviewCardsItemHeader(TypedDict):
    format: str
    text: Union[str, None]

class SandboxTemplatesCreateResponseDataPreviewCardsItemButtonsItem(TypedDict):
    kind: Literal["quick_reply", "url", "phone", "code", "coupon", "flow", "catalog", "other"]
    text: str
    target: Union[str, None]

class SandboxTemplatesCreateResponseDataPreviewCardsItem(TypedDict):
    header: Union[SandboxTemplatesCreateResponseDataPreviewCardsItemHeader, None]
    body_text: str
    buttons: List[SandboxTemplatesCreateResponseDataPreviewCardsItemButtonsItem]

class SandboxTemplatesCreateResponseDataPreview(TypedDict):
    header: Union[SandboxTemplatesCreateResponseDataPreviewHeader, None]
    offer: Union[str, None]
    footer: Union[str, None]
    buttons: List[SandboxTemplatesCreateResponseDataPreviewButtonsItem]
    cards: List[SandboxTemplatesCreateResponseDataPreviewCardsItem]

class SandboxTemplatesCreateResponseData(TypedDict):
    id: int
    name: str
    language: str
    category: str
    status: Literal["approved", "pending", "rejected", "paused", "disabled"]
    body_text: str
    variables: List[str]
    variable_kinds: List[Literal["text", "heading", "image", "video", "document", "latitude", "longitude", "time", "url_suffix", "code", "coupon"]]
    has_variables: bool
    preview: SandboxTemplatesCreateResponseDataPreview
    unsendable: Union[str, None]

class SandboxTemplatesCreateResponse(TypedDict):
    data: SandboxTemplatesCreateResponseData

SandboxMessagesCreateParams = TypedDict("SandboxMessagesCreateParams", {
    "from": "str",
    "message": "str",
    "name": "NotRequired[Union[str, None]]",
})

class SandboxMessagesCreateResponseData(TypedDict):
    conversation_id: int
    message_id: int
    conversation_uuid: str

class SandboxMessagesCreateResponse(TypedDict):
    data: SandboxMessagesCreateResponseData

SandboxSmsCreateParams = TypedDict("SandboxSmsCreateParams", {
    "to": "int",
    "from": "str",
    "body": "str",
})

SandboxSmsCreateResponseData = TypedDict("SandboxSmsCreateResponseData", {
    "id": "int",
    "direction": "Literal[\"outbound\", \"inbound\"]",
    "phone_number_id": "Union[int, None]",
    "from": "str",
    "to": "str",
    "body": "str",
    "status": "Literal[\"queued\", \"sent\", \"delivered\", \"failed\", \"undelivered\", \"received\"]",
    "message_sid": "Union[str, None]",
    "error_code": "Union[str, None]",
    "error": "Union[str, None]",
    "cost": "float",
    "segments": "Union[int, None]",
    "created_at": "str",
    "updated_at": "str",
})

class SandboxSmsCreateResponse(TypedDict):
    data: SandboxSmsCreateResponseData
