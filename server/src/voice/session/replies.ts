import type { ModelCallRecord } from '../../agent/turn.ts';
import type { CallAssistant } from '../call-host.ts';
import type { Engine, EngineEvent, Heard } from '../engines/engine.ts';
import { FRAME_MS } from '../legs/media-leg.ts';
import { heardText, unheardText } from '../speaking/heard-text.ts';
import type { Playback } from '../speaking/playback.ts';
import type { CallContext } from './call-context.ts';
import { CurrentSetup, isFailover } from './current-setup.ts';
import type { AnsweredTurn, Reply, ReplyPurpose, SpeechOutcome } from './reply.ts';
import { isLate, isStalled, stallTimeoutMs } from './stall.ts';
import { turnLatency } from './turn-latency.ts';

export interface NewReply {
  id: string;
  purpose?: ReplyPurpose;
  turn?: AnsweredTurn | null;
  wording?: string | null;
  settle?(outcome: SpeechOutcome): void;
}

export interface RepliesDeps {
  call: CallContext;
  playback: Playback;
  engine: Engine;
  assistant: CallAssistant;
}

const REPORT_EVERY_MS = 500;

/** All replies of one conversation, from the request to the last audio heard. */
export class Replies {
  readonly #call: CallContext;
  readonly #playback: Playback;
  readonly #engine: Engine;
  readonly #setup: CurrentSetup;
  /** In playout order. */
  readonly #open = new Map<string, Reply>();
  readonly #isSaidByModel: boolean;
  /** True if the last finished reply failed. */
  #hasFailed = false;

  constructor({ call, playback, engine, assistant }: RepliesDeps) {
    this.#call = call;
    this.#playback = playback;
    this.#engine = engine;
    this.#setup = new CurrentSetup(assistant);
    this.#isSaidByModel = assistant.settings.mode === 'multimodal';
  }

  /** The newest open reply. */
  get current(): Reply | null {
    let newest: Reply | null = null;
    for (const reply of this.#open.values()) newest = reply;
    return newest;
  }

  /** The oldest open reply; the others wait for it. */
  get first(): Reply | null {
    return this.#open.values().next().value ?? null;
  }

  get isUnderWay(): boolean {
    return this.#open.size > 0;
  }

  isOpen(id: string): boolean {
    return this.#open.has(id);
  }

  /** Opens a reply and queues it for playout; the caller asks the engine for it. */
  begin({ id, purpose = 'conversation', turn = null, wording = null, settle }: NewReply): Reply {
    const nowMs = this.#call.nowMs();
    const reply: Reply = {
      id,
      purpose,
      turn,
      wording,
      stallAfterMs: stallTimeoutMs(wording, this.#hasFailed && !this.#isSaidByModel),
      text: null,
      words: [],
      functionCalls: [],
      modelMs: null,
      model: null,
      firstSoundMs: null,
      lastSoundMs: nowMs,
      reportedMs: nowMs,
      progressMs: nowMs,
      begunMs: nowMs,
      askedMs: nowMs,
      runningTools: 0,
      hasFailed: false,
      settle: settle ?? (() => undefined),
    };
    this.#open.set(id, reply);
    this.#playback.open(id);
    return reply;
  }

  /** Replaces `tick` while on hold: shifts turn times so that the hold does not count as latency. */
  tickOnHold(): void {
    for (const { turn, firstSoundMs } of this.#open.values()) {
      if (turn === null || firstSoundMs !== null) continue;
      turn.lastVoicedMs += FRAME_MS;
      turn.endedMs += FRAME_MS;
      if (turn.transcribedMs !== null) turn.transcribedMs += FRAME_MS;
    }
  }

  /** True if an open reply is stalled and blocks those behind it. */
  isStalled(nowMs: number): boolean {
    return this.#someReply(isStalled, nowMs);
  }

  /** True if an open reply is overdue. */
  isLate(nowMs: number): boolean {
    return this.#someReply(isLate, nowMs);
  }

  #someReply(isStuck: typeof isStalled, nowMs: number): boolean {
    for (const reply of this.#open.values()) {
      if (isStuck(reply, { nowMs, bufferedMs: this.#playback.bufferedMs(reply.id) })) return true;
    }
    return false;
  }

  /** Handles engine events; those of closed replies are dropped. */
  receive(event: EngineEvent): void {
    this.#setup.receive(event);
    if (event.type === 'model-call') this.#modelAnswered(event.call);
    if (isFailover(event)) this.#askedAgain();
    if (!('replyId' in event) || event.replyId === null) return;
    const reply = this.#open.get(event.replyId);
    if (reply === undefined) return;
    reply.progressMs = this.#call.nowMs();
    switch (event.type) {
      case 'reply-audio':
        this.#playback.push(reply.id, event.samples);
        break;
      case 'reply-words':
        reply.words.push(...event.words);
        break;
      case 'reply-ended':
        reply.text = event.text;
        reply.functionCalls = event.functionCalls;
        this.#playback.complete(reply.id);
        break;
      case 'tool-started':
        reply.runningTools += 1;
        break;
      case 'tool-finished':
        reply.runningTools -= 1;
        reply.functionCalls = [...reply.functionCalls, event.functionCall];
        break;
      case 'failed':
        reply.hasFailed = true;
        break;
    }
  }

  sounded(id: string): void {
    const reply = this.#open.get(id);
    if (reply === undefined) return;
    const nowMs = this.#call.nowMs();
    reply.firstSoundMs ??= nowMs;
    reply.lastSoundMs = nowMs;
    reply.progressMs = nowMs;
    if (nowMs - reply.reportedMs >= REPORT_EVERY_MS) this.#reportHeard(reply, nowMs);
  }

  played(id: string, heardMs: number): Reply | null {
    const reply = this.#open.get(id);
    if (reply === undefined) return null;
    this.#open.delete(id);
    // Text that could not be spoken was not heard.
    const isUnheard = reply.hasFailed && heardMs === 0;
    if (reply.hasFailed || heardMs > 0) this.#hasFailed = reply.hasFailed;
    if (isUnheard) this.#engine.interrupt(id, { text: '', audioMs: 0 });
    else this.#engine.played(id);
    this.#emitSaid(reply, { text: isUnheard ? '' : (reply.text ?? ''), audioMs: heardMs }, false);
    reply.settle(isUnheard ? 'failed' : 'played');
    return reply;
  }

  /**
   * Stops all replies and reports to the engine what was heard of each.
   * @returns the unheard text as far as known: the rest of replies being played and of fixed texts
   */
  cut(outcome: SpeechOutcome = 'cut'): string {
    const unheard: string[] = [];
    if (outcome === 'failed') this.#hasFailed = true;
    for (const reply of [...this.#open.values()]) {
      this.#open.delete(reply.id);
      const audioMs = this.#playback.receivedMs(reply.id);
      const heardMs = this.#playback.cut(reply.id);
      const text = heardText(
        { text: reply.text, words: reply.words, audioMs, wording: reply.wording },
        heardMs,
      );
      const whole = heardMs > 0 ? (reply.text ?? reply.wording) : reply.wording;
      unheard.push(unheardText(whole, text));
      this.#engine.interrupt(reply.id, { text, audioMs: heardMs });
      this.#emitSaid(reply, { text, audioMs: heardMs }, true);
      reply.settle(outcome);
    }
    return unheard.filter((words) => words !== '').join(' ');
  }

  #reportHeard(reply: Reply, nowMs: number): void {
    reply.reportedMs = nowMs;
    const { id, text, words, wording } = reply;
    const spoken = { text, words, wording, audioMs: this.#playback.receivedMs(id) };
    const heard = heardText(spoken, this.#playback.heardMs(id));
    if (heard !== '') this.#call.emitPartial({ sender: 'bot', text: heard });
  }

  #emitSaid(reply: Reply, heard: Heard, interrupted: boolean): void {
    const { id: replyId, functionCalls, firstSoundMs } = reply;
    const sinceMs = firstSoundMs ?? this.#call.nowMs();
    const latency = turnLatency(reply);
    if (latency !== null) {
      const waitedSinceMs = sinceMs - latency.totalMs;
      const setup = this.#setup.of(reply);
      this.#call.emit({ type: 'turn-answered', replyId, sinceMs: waitedSinceMs, latency, setup });
    }
    if (heard.text === '' && functionCalls.length === 0) return;
    this.#call.emit({
      type: 'assistant-said',
      replyId,
      sinceMs,
      text: heard.text,
      interrupted,
      functionCalls,
    });
  }

  /** Restarts the time limit of replies without audio, because a replacement provider was asked. */
  #askedAgain(): void {
    const nowMs = this.#call.nowMs();
    for (const reply of this.#open.values()) if (reply.firstSoundMs === null) reply.askedMs = nowMs;
  }

  #modelAnswered({ modelId, firstEventMs }: ModelCallRecord): void {
    const reply = this.current;
    if (reply === null || reply.modelMs !== null || firstEventMs === null) return;
    reply.modelMs = firstEventMs;
    reply.model = modelId;
  }
}
