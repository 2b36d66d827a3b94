import type { z } from 'zod';
import type { ConsentChange } from '../../../providers/interfaces/messaging-carrier.ts';
import { readOptOut } from '../customers/opt-outs.ts';
import type { MessageDependencies } from '../dependencies.ts';
import type { confirmOptOutJob } from '../jobs.ts';
import { readChannelTalk } from './channel-talk.ts';
import { NotStored, NotTaken, sendOverChannel } from './send-message.ts';

/**
 * Sends one sentence that confirms a STOP or START, free of charge and at most once. Throws `NotTaken` if the carrier
 * cannot be reached. In this case nothing has been sent and the idempotency key is free, so the job may be retried.
 */
export async function confirmOptOut(
  dependencies: MessageDependencies,
  { userId, conversationId, messageId, wish, languages }: z.output<typeof confirmOptOutJob.payload>,
): Promise<void> {
  const talk = await readChannelTalk(dependencies.database, userId, conversationId);
  if (talk === null) return;
  // A STOP and a START in a row get one confirmation, for the later one.
  const { opted_out: isOptedOut } = await readOptOut(dependencies.database, {
    userId,
    identity: talk.recipient,
  });
  if (isOptedOut !== (wish === 'stop')) return;
  const key = `wish:${messageId}`;
  try {
    await sendOverChannel(dependencies, {
      userId,
      senderId: talk.sender_id,
      to: talk.recipient,
      customerName: null,
      author: 'ai',
      content: { kind: 'text', text: confirmation(wish, { languages, spoken: talk.languages }) },
      named: { key, hash: key },
      answer: null,
      isConfirmation: true,
    });
  } catch (error) {
    const mayRetry = error instanceof NotTaken && error.delivery.kind === 'unavailable';
    if (mayRetry || !(error instanceof NotStored || error instanceof NotTaken)) throw error;
    dependencies.log.warn(
      { conversationId, error },
      'The confirmation of a STOP or START could not be sent.',
    );
  }
}

/**
 * The sentence that confirms a STOP or START: in a language of the word, if possible one that the assistant speaks; else in
 * the assistant's, else in English.
 * @param about `languages`: ISO 639-1 of the languages that have the word; `spoken`: the assistant's, main one first
 */
export function confirmation(
  wish: ConsentChange,
  { languages, spoken }: { languages: readonly string[]; spoken: readonly string[] },
): string {
  const shared = spoken.find((language) => languages.includes(language));
  const choices = [shared, ...languages, ...spoken].filter((language) => language !== undefined);
  const sentences = choices.map((language) => SENTENCES[language]).find((found) => found !== undefined);
  return (sentences ?? ENGLISH)[wish];
}

type Sentences = Readonly<Record<ConsentChange, string>>;

const ENGLISH: Sentences = {
  stop: 'You will receive no more messages from us. Reply START to receive them again.',
  start: 'You will receive messages from us again. Reply STOP to stop them.',
};

/** By ISO 639-1 code, for every language of the catalog. The words START and STOP work in all of them. */
const SENTENCES: Readonly<Record<string, Sentences>> = {
  en: ENGLISH,
  ro: {
    stop: 'Nu veți mai primi mesaje de la noi. Scrieți START ca să primiți din nou.',
    start: 'Veți primi din nou mesaje de la noi. Scrieți STOP ca să nu mai primiți.',
  },
  fr: {
    stop: 'Vous ne recevrez plus de messages de notre part. Écrivez START pour en recevoir à nouveau.',
    start: 'Vous recevrez à nouveau nos messages. Écrivez STOP pour ne plus en recevoir.',
  },
  es: {
    stop: 'No recibirá más mensajes nuestros. Escriba START para volver a recibirlos.',
    start: 'Volverá a recibir nuestros mensajes. Escriba STOP para dejar de recibirlos.',
  },
  de: {
    stop: 'Sie erhalten keine Nachrichten mehr von uns. Schreiben Sie START, um wieder welche zu erhalten.',
    start: 'Sie erhalten wieder Nachrichten von uns. Schreiben Sie STOP, um keine mehr zu erhalten.',
  },
  lt: {
    stop: 'Daugiau negausite mūsų žinučių. Parašykite START, jei norėsite jas vėl gauti.',
    start: 'Vėl gausite mūsų žinutes. Parašykite STOP, jei nebenorėsite jų gauti.',
  },
  it: {
    stop: 'Non riceverà più nostri messaggi. Scriva START per riceverli di nuovo.',
    start: 'Riceverà di nuovo i nostri messaggi. Scriva STOP per non riceverne più.',
  },
  ar: {
    stop: 'لن تصلك رسائل منا بعد الآن. اكتب START لتلقيها مجددًا.',
    start: 'ستصلك رسائلنا من جديد. اكتب STOP لإيقافها.',
  },
  pt: {
    stop: 'Não receberá mais mensagens nossas. Escreva START para voltar a recebê-las.',
    start: 'Voltará a receber as nossas mensagens. Escreva STOP para deixar de as receber.',
  },
  da: {
    stop: 'Du får ikke flere beskeder fra os. Skriv START for at få dem igen.',
    start: 'Du får igen beskeder fra os. Skriv STOP for ikke at få flere.',
  },
  nl: {
    stop: 'U ontvangt geen berichten meer van ons. Schrijf START om ze weer te ontvangen.',
    start: 'U ontvangt weer berichten van ons. Schrijf STOP om ze niet meer te ontvangen.',
  },
  pl: {
    stop: 'Nie otrzymasz od nas więcej wiadomości. Napisz START, aby znów je otrzymywać.',
    start: 'Znów będziesz otrzymywać nasze wiadomości. Napisz STOP, aby z nich zrezygnować.',
  },
  sv: {
    stop: 'Du får inga fler meddelanden från oss. Skriv START för att få dem igen.',
    start: 'Du får åter meddelanden från oss. Skriv STOP för att inte få fler.',
  },
  no: {
    stop: 'Du får ikke flere meldinger fra oss. Skriv START for å få dem igjen.',
    start: 'Du får igjen meldinger fra oss. Skriv STOP for ikke å få flere.',
  },
  fi: {
    stop: 'Et saa meiltä enää viestejä. Kirjoita START, jos haluat taas viestejä.',
    start: 'Saat taas viestejä meiltä. Kirjoita STOP, jos et halua enää viestejä.',
  },
  cs: {
    stop: 'Už od nás nebudete dostávat zprávy. Napište START, chcete-li je znovu dostávat.',
    start: 'Opět od nás budete dostávat zprávy. Napište STOP, pokud je už nechcete dostávat.',
  },
  sk: {
    stop: 'Už od nás nebudete dostávať správy. Napíšte START, ak ich chcete znova dostávať.',
    start: 'Opäť od nás budete dostávať správy. Napíšte STOP, ak ich už nechcete dostávať.',
  },
  hu: {
    stop: 'Több üzenetet nem kap tőlünk. Írja be, hogy START, ha újra szeretne üzeneteket kapni.',
    start: 'Újra kap tőlünk üzeneteket. Írja be, hogy STOP, ha nem szeretne többet kapni.',
  },
  bg: {
    stop: 'Няма да получавате повече съобщения от нас. Напишете START, за да ги получавате отново.',
    start: 'Отново ще получавате съобщения от нас. Напишете STOP, за да спрете.',
  },
  el: {
    stop: 'Δεν θα λαμβάνετε άλλα μηνύματα από εμάς. Γράψτε START για να τα λαμβάνετε ξανά.',
    start: 'Θα λαμβάνετε ξανά μηνύματα από εμάς. Γράψτε STOP για να σταματήσουν.',
  },
  tr: {
    stop: 'Artık bizden mesaj almayacaksınız. Yeniden almak için START yazın.',
    start: 'Bizden yeniden mesaj alacaksınız. Durdurmak için STOP yazın.',
  },
  ru: {
    stop: 'Вы больше не будете получать от нас сообщения. Напишите START, чтобы получать их снова.',
    start: 'Вы снова будете получать от нас сообщения. Напишите STOP, чтобы отказаться.',
  },
  uk: {
    stop: 'Ви більше не отримуватимете від нас повідомлень. Напишіть START, щоб отримувати їх знову.',
    start: 'Ви знову отримуватимете від нас повідомлення. Напишіть STOP, щоб відмовитися.',
  },
  hi: {
    stop: 'अब आपको हमारी ओर से संदेश नहीं मिलेंगे। फिर से पाने के लिए START लिखें।',
    start: 'अब आपको फिर से हमारे संदेश मिलेंगे। बंद करने के लिए STOP लिखें।',
  },
  ja: {
    stop: '今後、当方からのメッセージは届きません。再開するには START と送信してください。',
    start: 'メッセージの配信を再開します。停止するには STOP と送信してください。',
  },
  zh: {
    stop: '您将不再收到我们的消息。回复 START 可重新接收。',
    start: '您将重新收到我们的消息。回复 STOP 可停止接收。',
  },
  ko: {
    stop: '더 이상 메시지를 보내지 않습니다. 다시 받으시려면 START라고 보내 주세요.',
    start: '다시 메시지를 보내 드립니다. 그만 받으시려면 STOP이라고 보내 주세요.',
  },
  vi: {
    stop: 'Bạn sẽ không nhận được tin nhắn từ chúng tôi nữa. Nhắn START để nhận lại.',
    start: 'Bạn sẽ lại nhận được tin nhắn từ chúng tôi. Nhắn STOP để ngừng nhận.',
  },
  id: {
    stop: 'Anda tidak akan menerima pesan dari kami lagi. Ketik START untuk menerimanya kembali.',
    start: 'Anda akan kembali menerima pesan dari kami. Ketik STOP untuk berhenti.',
  },
  he: {
    stop: 'לא תקבלו מאיתנו הודעות נוספות. כתבו START כדי לקבל אותן שוב.',
    start: 'תקבלו מאיתנו הודעות שוב. כתבו STOP כדי להפסיק.',
  },
};
